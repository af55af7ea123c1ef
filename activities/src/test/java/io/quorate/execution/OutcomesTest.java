package io.quorate.execution;

import static io.quorate.observation.PretendedPort.answering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.observation.Voters;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Places;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotStore;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Outcomes of which nobody answered whether they happened, and that do not show. */
class OutcomesTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");
  private static final Failure.Unknown AMBIGUOUS = new Failure.Unknown("no answer within 10 s");

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger barriers = new AtomicInteger();

  @Test
  void aChangeOfTheMembershipDidNotHappenOnceALaterEntryWentThroughRaft() {
    assertThatThrownBy(() -> resolved(new AddLearner(MEMBER, "http://etcd-1:2380")))
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "it did not happen, as a later entry of the raft log shows: no answer within 10 s");
    assertThat(barriers).hasValue(1);
  }

  /** Without quorum no entry goes through raft, and none says anything of a host. */
  @Test
  void aHoldThatDoesNotShowMayBeThereAndRaftIsNotAsked() {
    assertThatThrownBy(() -> resolved(new FenceMembers(List.of(MEMBER))))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessage("no answer within 10 s; it does not show after 40 s, and may be there");
    assertThat(barriers).hasValue(0);
  }

  private void resolved(Step step) {
    StepContext context =
        PretendedContext.on(
            Voters.of(EtcdVersion.parse("3.6.16"), new MemberName("etcd-0")),
            answering(
                Maintenance.class,
                "alarms",
                () -> {
                  barriers.incrementAndGet();
                  return List.of();
                }),
            answering(
                SnapshotStore.class,
                "list",
                () -> {
                  throw new Failure.Transient("the store is away");
                }),
            answering(ComparisonResults.class, "last", Optional::empty),
            answering(Platform.class, "places", () -> Places.CONFIGURED));
    new Outcomes(() -> clock.addAndGet(Duration.ofSeconds(15).toNanos()))
        .resolved(step, context, AMBIGUOUS);
  }
}
