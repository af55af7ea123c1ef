package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.unasked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Drill;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.Revision;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.observation.Observer;
import io.quorate.observation.Voters;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.step.SaveSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A snapshot that is whole on the disk, and a store that fails after that. */
class SaveSnapshotExecutorTest {
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.6.16");
  private static final MemberName SOURCE = new MemberName("etcd-0");
  private static final ClusterKey CLUSTER = new ClusterKey("test");
  private static final SavedSnapshot SAVED =
      new SavedSnapshot(
          CLUSTER,
          "saved.db",
          "ab".repeat(32),
          21 << 20,
          new Revision(90),
          3,
          new ClusterId(7),
          VERSION,
          SOURCE,
          Instant.EPOCH);

  private Supplier<SnapshotContent> reading = SaveSnapshotExecutorTest::content;
  private Runnable describing = () -> {};

  @Test
  void whatIsInItIsUntoldWhereItCannotBeRead() {
    reading =
        () -> {
          throw new Failure.Transient("saved.db could not be read: Input/output error");
        };
    assertThat(save())
        .isEqualTo(
            "saved.db: revision 90 or later, 21 MiB, SHA-256 verified; what is in it is not"
                + " known: saved.db could not be read: Input/output error");
  }

  @Test
  void whatIsInItIsToldWhereItsEntryCannotBeWritten() {
    describing =
        () -> {
          throw new Failure.Refused("the snapshot directory did not take it");
        };
    assertThat(save())
        .startsWith("saved.db: revision 91, ")
        .contains("SHA-256 verified")
        .endsWith("; the catalogue does not say so: the snapshot directory did not take it");
  }

  @Test
  void damageInsideIsRefused() {
    reading =
        () -> {
          throw new Failure.Refused("saved.db is damaged inside");
        };
    assertThatThrownBy(this::save).isInstanceOf(Failure.Refused.class);
  }

  private String save() {
    ClusterPorts ports =
        new ClusterPorts(
            CLUSTER,
            Map.of(),
            unasked(Membership.class),
            answering(
                Maintenance.class,
                "linearizableRead",
                () -> new Maintenance.Reading(new Revision(90), 3)),
            answering(
                Storage.class,
                "countOfKeys",
                () -> {
                  throw new Failure.Transient("etcd-0 does not answer");
                }),
            unasked(Downgrade.class),
            unasked(Canary.class),
            unasked(Platform.class),
            new Store(),
            unasked(ComparisonResults.class),
            Duration.ZERO,
            Optional.empty());
    StepContext context =
        new StepContext(
            ports,
            Voters.of(VERSION, SOURCE),
            Permit.granted("test.12345678", Duration.ofMinutes(1), System::nanoTime, () -> false),
            answering(Attempt.class, "progress", () -> null),
            new Observer(ports, Clock.systemUTC()),
            Optional.empty(),
            () -> {
              throw new AssertionError("nothing takes long here");
            });
    return new SaveSnapshotExecutor().execute(new SaveSnapshot(SOURCE), context).orElseThrow();
  }

  private static SnapshotContent content() {
    return new SnapshotContent(
        new Revision(91),
        100,
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        List.of(),
        Optional.empty());
  }

  /** Takes every snapshot; what is asked of it after that is the test's. */
  private final class Store implements SnapshotStore {
    @Override
    public void requireRoomFor(ClusterKey cluster, long bytes) {}

    @Override
    public SavedSnapshot save(Origin origin, Stream stream) {
      return SAVED;
    }

    @Override
    public SnapshotContent read(SavedSnapshot snapshot) {
      return reading.get();
    }

    @Override
    public void describe(SavedSnapshot snapshot, SnapshotContent content) {
      describing.run();
    }

    @Override
    public List<RestoreSource> sources(ClusterKey cluster) {
      return List.of();
    }

    @Override
    public List<RestoreSource> known(ClusterKey cluster) {
      return List.of();
    }

    @Override
    public LocalSnapshot fetch(SavedSnapshot snapshot) {
      throw new UnsupportedOperationException("not part of a save");
    }

    @Override
    public LocalSnapshot fetchToRestore(SavedSnapshot snapshot) {
      throw new UnsupportedOperationException("not part of a save");
    }

    @Override
    public Optional<SnapshotContent> contentOf(SavedSnapshot snapshot) {
      return Optional.empty();
    }

    @Override
    public void remove(SavedSnapshot snapshot) {
      throw new UnsupportedOperationException("not part of a save");
    }

    @Override
    public void drilled(SavedSnapshot snapshot, Drill drill) {
      throw new UnsupportedOperationException("not part of a save");
    }

    @Override
    public List<Drill> drills(ClusterKey cluster) {
      return List.of();
    }

    @Override
    public List<SavedSnapshot> list(ClusterKey cluster) {
      return List.of(SAVED);
    }
  }
}
