package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.Trial.Joined;
import io.quorate.port.Trial.StayedOutside;
import io.quorate.port.TrialOrder;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.snapshot.Salvage.Trailer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A learner joins what was restored on trial, on every minor; where it does not, it is told how far
 * it came, and all is as before.
 */
class LearnerOnTrialIT {
  private static final long BUMP = 1_000_000_000;
  private static final int KEYS = 30;

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#all")
  void aLearnerJoinsWithTheKeysThatWereRestored(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = started(etcd)) {
      boolean raises = !etcd.tool().minor().equals("3.4");
      OptionalLong bump = raises ? OptionalLong.of(BUMP) : OptionalLong.empty();

      Trial trial = triedOut(old, new LocalShell(), new TrialOrder(saved(old), bump, true));

      Joined joined = (Joined) trial.learner().orElseThrow();
      assertThat(joined.own()).isEqualTo(joined.beside());
      assertThat(joined.own().at()).isEqualTo(trial.content().revision());
      assertThat(joined.own().hash()).isEqualTo(trial.content().keys().orElseThrow().hash().hash());
      assertThat(trial.content().revision().value()).isEqualTo(KEYS + 1 + bump.orElse(0));
      assertThat(joined.took()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(60));
      nothingIsLeft(old);
    }
  }

  /** A busy member does not tell its version in time, and the learner ends. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aLearnerThatEndsWhileItBeginsIsStartedAgain(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = started(etcd)) {
      Shell endsOnce =
          ChangedScript.with(
              "alone",
              "\"$program\" </dev/null >>\"$learner",
              "sh -c \"mkdir $learner.once 2>/dev/null || exec $program\" </dev/null >>\"$learner");

      TrialOrder order = new TrialOrder(saved(old), OptionalLong.empty(), true);

      assertThat(triedOut(old, endsOnce, order).learner().orElseThrow()).isInstanceOf(Joined.class);
      nothingIsLeft(old);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void theReasonThatKeepsALearnerOutsideIsNamed(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = started(etcd)) {
      TrialOrder order = new TrialOrder(saved(old), OptionalLong.empty(), true);

      Shell refusing = ChangedScript.with("alone", "--learner ", "--learner --no-such-flag ");
      assertThat(outside(old, refusing, order)).contains("it could not be added: ");

      Shell otherList =
          ChangedScript.with(
              "alone",
              "ETCD_INITIAL_CLUSTER=\"$members\"",
              "ETCD_INITIAL_CLUSTER=\"$ETCD_NAME-learner=http://127.0.0.1:12380\"");
      assertThat(outside(old, otherList, order))
          .contains("it ended three times and did not reach the revision of the member: ")
          .contains("cannot fetch cluster info from peer urls");

      Shell silent =
          ChangedScript.with(
              "alone", "\"$program\" </dev/null >>\"$learner", "sleep 600 >>\"$learner");
      Shell impatient =
          ChangedScript.with(
              silent, "alone", "\"$joined\")\" -lt \"${seconds}000\"", "\"$joined\")\" -lt 2000");
      assertThat(outside(old, impatient, order))
          .matches(
              "it did not reach the revision of the member within \\d+ s, it has revision none and"
                  + " the member 31: .*");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aLearnerTakesRoomOnceMore(ToolFolder etcd) throws Exception {
    try (RestoredCluster old = started(etcd)) {
      Shell full =
          ChangedScript.with("restore", "$(($2 + new_log_bytes))", "$(($2 + 99999999999999))");
      SnapshotFile saved = saved(old);

      assertThatThrownBy(
              () -> triedOut(old, full, new TrialOrder(saved, OptionalLong.empty(), true)))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("MiB are needed; make room");

      nothingIsLeft(old);
      assertThat(triedOut(old, full, TrialOrder.of(saved, OptionalLong.empty())).learner())
          .isEmpty();
    }
  }

  private static RestoredCluster started(ToolFolder etcd) throws Exception {
    RestoredCluster old = RestoredCluster.started(etcd, 1, EtcdSettings.plain());
    if (old.restores().objection(old.name(0)).isPresent()) {
      old.close();
      assumeTrue(false, "needs root and unshare");
    }
    old.put(0, KEYS);
    return old;
  }

  private static SnapshotFile saved(RestoredCluster old) throws Exception {
    Path file = old.folder.resolve("saved.db");
    assertThat(old.cluster.etcdctl("snapshot", "save", file.toString()).succeeded()).isTrue();
    return RestoredCluster.file(file, Trailer.PRESENT);
  }

  private static Trial triedOut(RestoredCluster old, Shell shell, TrialOrder order) {
    return old.restores(shell).tryOut(old.name(0), order, RestoredCluster.permit());
  }

  /** Why the learner stayed outside, beside a member that was restored and asked as ever. */
  private static String outside(RestoredCluster old, Shell shell, TrialOrder order)
      throws Exception {
    Trial trial = triedOut(old, shell, order);
    assertThat(trial.content().keys().orElseThrow().count()).isEqualTo(KEYS);
    nothingIsLeft(old);
    return ((StayedOutside) trial.learner().orElseThrow()).why();
  }

  private static void nothingIsLeft(RestoredCluster old) throws Exception {
    assertThat(RestoredCluster.scratch(old.member(0).files().folder())).isEmpty();
    assertThat(old.member(0).isServing()).as("it goes on beside the trial").isTrue();
  }
}
