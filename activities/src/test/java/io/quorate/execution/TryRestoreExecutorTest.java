package io.quorate.execution;

import static io.quorate.execution.SourceAt120.keys;
import static io.quorate.observation.PretendedPort.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.observation.Voters;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.port.Recovered;
import io.quorate.port.Restores;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Trial;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.IsolatedRuns.TryRestore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a restore on trial marks a snapshot, and when it takes a mark back. */
class TryRestoreExecutorTest {
  private static final MemberName PLACE = new MemberName("etcd-0");

  private final List<Drill> drills = new ArrayList<>();
  private Optional<SnapshotFlaw> mark = Optional.empty();
  private Optional<KeysOfSource> found = Optional.of(keys(7, 0xa1, 120));
  private long revision = 120;
  private boolean copied;

  @Test
  void keysToldAtAnotherRevisionMarkNoSnapshot() {
    found = Optional.of(keys(6, 0xb2, 121));
    assertThat(tried()).contains("restored in");
    assertThat(drills).isEmpty();
  }

  @Test
  void keysThatNobodyCountedMarkNoSnapshot() {
    found = Optional.empty();
    tried();
    assertThat(drills).isEmpty();
  }

  @Test
  void theMarkNamesWhatWasComparedAndBothValues() {
    found = Optional.of(keys(7, 0xb2, 120));
    assertThatThrownBy(this::tried)
        .isInstanceOf(WorldChanged.class)
        .hasMessageContaining(
            "revision 120 have the hash 000000b2, and those of its source 000000a1");
    assertThat(drills).singleElement().matches(drill -> !drill.verified());
  }

  /** Deterministic, by the pages that were restored: the next snapshot is taken, nothing parks. */
  @Test
  void aSnapshotOfALowerRevisionGivesWayToTheNextOne() {
    revision = 119;
    found = Optional.empty();
    assertThatThrownBy(this::tried)
        .isInstanceOf(WorldChanged.class)
        .hasMessageContaining("restored it has revision 119, and has to have 120");
  }

  @Test
  void aGoodTrialTakesTheMarkBackAndSaysSo() {
    mark = Optional.of(SnapshotFlaw.ofTrial("restored it has 6 keys").marked());
    assertThat(tried()).endsWith("an earlier trial had marked it bad, and the mark is gone");
    assertThat(drills).singleElement().matches(Drill::verified);
  }

  /** It was named by a person: a new plan would only take it again. */
  @Test
  void aSnapshotThatIsBadASecondTimeIsRefused() {
    mark = Optional.of(SnapshotFlaw.ofTrial("restored it has 6 keys").marked());
    found = Optional.of(keys(7, 0xb2, 120));
    assertThatThrownBy(this::tried)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("bad the time before too");
  }

  @Test
  void aDamagedSnapshotIsRefused() {
    mark = Optional.of(SnapshotFlaw.unusable("a page of it is damaged"));
    assertThatThrownBy(this::tried)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("must not be restored: a page of it is damaged");
  }

  /** Only its pages vouch for a copied database, and the catalogue gets no entry for it. */
  @Test
  void aCopiedDatabaseThatIsBadEndsTheOperationAndIsNotMarked() {
    copied = true;
    assertThat(tried()).contains("revision 120");
    revision = 119;
    assertThatThrownBy(this::tried)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("x.db cannot be used: restored it has revision 119")
        .hasMessageContaining("with another --snapshot, or without");
    assertThat(drills).isEmpty();
  }

  private String tried() {
    StepContext context =
        PretendedContext.on(Voters.of(EtcdVersion.parse("3.6.16"), PLACE), platform(), store());
    return new TryRestoreExecutor()
        .execute(new TryRestore(PLACE, copied ? "x.db" : SourceAt120.FILE, 0), context)
        .orElseThrow();
  }

  private Platform platform() {
    Restores restores =
        port(
            Restores.class,
            (call, with) ->
                switch (call) {
                  case "bring" -> ((DeliveryOrder) with[1]).snapshot();
                  case "tryOut" -> trial();
                  case "discard" -> Optional.empty();
                  default -> throw new AssertionError(call);
                });
    return port(Platform.class, (call, with) -> restores);
  }

  private Trial trial() {
    return new Trial(
        new Recovered(
            Optional.empty(), new Revision(revision), found, List.of(), Optional.empty(), false),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Optional.empty(),
        Optional.empty());
  }

  private SnapshotStore store() {
    SnapshotContent said = SourceAt120.content();
    RestoreSource source = SourceAt120.source();
    return port(
        SnapshotStore.class,
        (call, with) ->
            switch (call) {
              case "known" -> List.of(mark.map(source::unusableBecause).orElse(source));
              case "fetch" -> new SnapshotStore.LocalSnapshot(Path.of("/fetched"), () -> {});
              case "foreign" -> Optional.of(SourceAt120.copied((String) with[1]));
              case "contentOf" -> Optional.of(said).filter(any -> !copied);
              case "drilled" -> drills.add((Drill) with[1]);
              default -> throw new AssertionError(call);
            });
  }
}
