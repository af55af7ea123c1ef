package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.unasked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.observation.Observer;
import io.quorate.observation.Voters;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.PlainContent;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.port.WhileSaved;
import io.quorate.port.WhileSaved.Listed;
import io.quorate.port.WhileSaved.Standing;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.Snapshots.SaveSnapshot;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A snapshot that is whole on the disk, and what fails or changes around it. */
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
          Instant.EPOCH,
          Optional.empty());

  private static final Listed FIRST = new Listed(new MemberId(1), "etcd-0", false);
  private static final Listed SECOND = new Listed(new MemberId(2), "etcd-1", false);

  private Supplier<SnapshotContent> reading = () -> content(91);
  private Runnable describing = () -> {};
  private final List<String> marked = new ArrayList<>();
  private Standing now = new Standing(new Revision(90), 3, leader(1), List.of(FIRST, SECOND));
  private Runnable streaming = () -> {};
  private int readsWithoutLeader;
  private int saves;
  private List<SavedSnapshot> kept = List.of(SAVED);
  private RecordedPast past = RecordedPast.NONE;
  private Optional<SnapshotContent> described = Optional.empty();

  @Test
  void theContentOfAnUnreadableSnapshotIsUnknown() {
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
  void theContentOfASnapshotIsToldThoughTheCatalogueEntryFails() {
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

  @Test
  void recordsTheStandingBeforeAndAfterASaveAndReportsNoEqualValues() {
    streaming = () -> now = new Standing(new Revision(95), 3, leader(1), List.of(FIRST, SECOND));
    assertThat(save()).doesNotContain("while it was saved");
    assertThat(described.orElseThrow().whileSaved())
        .contains(
            new WhileSaved(
                new Standing(new Revision(90), 3, leader(1), List.of(FIRST, SECOND)), now));
  }

  @Test
  void anElectionAndAnotherMembershipAreSaidAndTheSnapshotIsKept() {
    Listed learner = new Listed(new MemberId(3), "", true);
    streaming = () -> now = new Standing(new Revision(95), 4, leader(2), List.of(SECOND, learner));
    assertThat(save())
        .contains(
            "; leadership went from etcd-0 to etcd-1 while it was saved, and the term from 3 to 4")
        .contains(
            "; the membership changed while it was saved: member 3, which was never started, was"
                + " added as a learner")
        .contains("; the membership changed while it was saved: etcd-0 was removed");
    assertThat(described.orElseThrow().whileSaved().orElseThrow().after()).isEqualTo(now);
  }

  @Test
  void anElectionThatIsUnderWayWhenTheStreamEndsIsWaitedFor() {
    streaming =
        () -> {
          readsWithoutLeader = 2;
          now = new Standing(new Revision(90), 5, leader(1), List.of(FIRST, SECOND));
        };
    assertThat(save())
        .contains("; there was an election while it was saved: the term went from 3 to 5");
    assertThat(readsWithoutLeader).isZero();
  }

  @Test
  void aTermOrARevisionThatWentBackIsAReasonToSaveAnother() {
    streaming = () -> now = new Standing(new Revision(90), 2, leader(1), List.of(FIRST));
    assertThatThrownBy(this::save)
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "saved.db is no backup: the term went back from 3 to 2 while it was saved; saving"
                + " another");

    now = new Standing(new Revision(90), 3, leader(1), List.of(FIRST, SECOND));
    streaming = () -> now = new Standing(new Revision(89), 3, leader(1), List.of(FIRST, SECOND));
    assertThatThrownBy(this::save)
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "saved.db is no backup: the revision went back from 90 to 89 while it was saved; saving"
                + " another");
    assertThat(marked).as("nobody counts or restores it").hasSize(2);
  }

  @Test
  void aSnapshotBehindQuorumIsNoBackupAndItsEntryTellsTheRevision() {
    reading = () -> content(88);
    assertThatThrownBy(this::save)
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "saved.db is no backup: it holds revision 88 only, and etcd-0 had 90 before it gave it;"
                + " saving another");
    assertThat(marked).containsExactly("saved.db");
    assertThat(described.orElseThrow().revision()).isEqualTo(new Revision(88));
  }

  @Test
  @Tag("attack-15")
  void aFreshSnapshotReplacesAnotherSaveForAnAlert() {
    SaveSnapshot unlessFresh = SaveSnapshot.unlessFresh(SOURCE);
    Instant now = Voters.of(VERSION, SOURCE).at();
    keep(now.minusSeconds(40), 3, 90);

    assertThat(execute(unlessFresh)).startsWith("saved.db takes its place: 40 s old, revision 90");
    assertThat(saves).isZero();

    execute(new SaveSnapshot(SOURCE));
    assertThat(saves).as("whoever wants a backup gets one").isEqualTo(1);
    keep(now.minusSeconds(301), 3, 90);
    execute(unlessFresh);
    keep(now.plusSeconds(5), 3, 90);
    execute(unlessFresh);
    keep(now.minusSeconds(40), 4, 90);
    execute(unlessFresh);
    keep(now.minusSeconds(40), 3, 91);
    execute(unlessFresh);
    assertThat(saves)
        .as("old, of a clock ahead, of a term ahead, of a revision ahead")
        .isEqualTo(5);
  }

  @Test
  void aFreshSnapshotOfAnotherMemberDoesNotReplaceASave() {
    keep(new MemberName("etcd-1"), Voters.of(VERSION, SOURCE).at().minusSeconds(40), 3, 90);
    execute(SaveSnapshot.unlessFresh(SOURCE));
    assertThat(saves).isEqualTo(1);
  }

  /** It has the cluster id of now, and lacks what was acknowledged since. */
  @Test
  void aFreshSnapshotOfAnAbandonedFutureDoesNotReplaceASave() {
    Instant now = Voters.of(VERSION, SOURCE).at();
    past = parted(now.minusSeconds(20));
    keep(now.minusSeconds(40), 3, 90);
    execute(SaveSnapshot.unlessFresh(SOURCE));
    assertThat(saves).isEqualTo(1);
    keep(now.minusSeconds(10), 3, 90);
    execute(SaveSnapshot.unlessFresh(SOURCE));
    assertThat(saves).as("one of now counts").isEqualTo(1);
  }

  /** The record of a cluster that was restored by hand under the same names and token. */
  private static RecordedPast parted(Instant since) {
    Incarnation accepted =
        new Incarnation(
            Voters.status(SOURCE, VERSION).clusterId(),
            since,
            Origin.accepted("dana", "restored by hand"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.of(Incarnation.Lineage.OTHER_FUTURE));
    return new RecordedPast(Optional.of(accepted), Optional.empty(), List.of(), List.of());
  }

  private void keep(Instant savedAt, long term, long revision) {
    keep(SOURCE, savedAt, term, revision);
  }

  private void keep(MemberName source, Instant savedAt, long term, long revision) {
    kept =
        List.of(
            new SavedSnapshot(
                CLUSTER,
                "saved.db",
                "ab".repeat(32),
                21 << 20,
                new Revision(revision),
                term,
                Voters.status(SOURCE, VERSION).clusterId(),
                VERSION,
                source,
                savedAt,
                Optional.empty()));
  }

  private String save() {
    return execute(new SaveSnapshot(SOURCE));
  }

  private String execute(SaveSnapshot step) {
    ClusterPorts ports =
        new ClusterPorts(
            CLUSTER,
            Map.of(),
            answering(Membership.class, "linearizableList", this::listed),
            port(Maintenance.class, this::maintenance),
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
            Optional.empty(),
            BackupPolicy.NONE,
            new ComparedLogs());
    StepContext context =
        new StepContext(
            ports,
            Voters.of(VERSION, SOURCE).after(past),
            Permit.granted("test.12345678", Duration.ofMinutes(1), System::nanoTime, () -> false),
            port(Attempt.class, call -> !call.equals("isOver")),
            new Observer(ports, Clock.systemUTC()),
            Optional.empty(),
            () -> {
              throw new AssertionError("nothing takes long here");
            });
    return new SaveSnapshotExecutor().execute(step, context).orElseThrow();
  }

  private static <P> P port(Class<P> port, Function<String, Object> calls) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, with) -> calls.apply(method.getName())));
  }

  private Object maintenance(String call) {
    return switch (call) {
      case "linearizableRead" -> {
        if (readsWithoutLeader > 0) {
          readsWithoutLeader--;
          throw new Failure.NotYet("etcd-0 sees no leader");
        }
        yield new Maintenance.Reading(now.revision(), now.raftTerm());
      }
      case "status" -> following(now.leader());
      default -> throw new AssertionError(call);
    };
  }

  private static MemberStatus following(Optional<MemberId> leader) {
    MemberStatus status = Voters.status(SOURCE, VERSION);
    return new MemberStatus(
        status.memberId(),
        status.clusterId(),
        VERSION,
        false,
        leader,
        status.raftTerm(),
        status.raftIndex(),
        status.raftAppliedIndex(),
        status.revision(),
        status.dbSizeBytes(),
        status.dbSizeInUseBytes(),
        List.of(),
        StorageStatus.UNKNOWN);
  }

  private List<MembershipEntry> listed() {
    return now.members().stream()
        .map(
            member ->
                new MembershipEntry(
                    member.id(), member.name(), member.learner(), List.of(), List.of()))
        .toList();
  }

  private static Optional<MemberId> leader(long id) {
    return Optional.of(new MemberId(id));
  }

  private static SnapshotContent content(long revision) {
    return PlainContent.of(revision, 100, Optional.of(2L));
  }

  /** Takes every snapshot; what is asked of it after that is the test's. */
  private final class Store implements SnapshotStore {
    @Override
    public Optional<RestoreSource> foreign(ClusterKey cluster, String file) {
      return Optional.empty();
    }

    @Override
    public void requireRoomFor(ClusterKey cluster, long bytes) {}

    @Override
    public SavedSnapshot save(Origin origin, Bytes stream) {
      saves++;
      streaming.run();
      return SAVED;
    }

    @Override
    public SnapshotContent read(SavedSnapshot snapshot) {
      return reading.get();
    }

    @Override
    public void describe(SavedSnapshot snapshot, SnapshotContent content) {
      described = Optional.of(content);
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
      assertThat(drill.verified()).isFalse();
      marked.add(snapshot.file());
    }

    @Override
    public List<Drill> drills(ClusterKey cluster) {
      return List.of();
    }

    @Override
    public List<SavedSnapshot> list(ClusterKey cluster) {
      return kept;
    }
  }
}
