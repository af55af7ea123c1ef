package io.quorate.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Door;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Writes;
import io.quorate.operation.Found;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.operation.WritesUnderWay;
import io.quorate.plan.GuardReason;
import io.quorate.reminder.Waiting;
import io.quorate.step.Hazard;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people read about writes while an operation is under way: what is, not what was found. */
class WritesOfAMatterTest {
  private static final Instant BEGUN = Instant.parse("2026-11-21T03:08:00Z");
  private static final Instant DONE = Instant.parse("2026-11-21T03:12:00Z");
  private static final Instant LOST = Instant.parse("2026-11-21T03:02:00Z");

  private static final StepState TAKEN_DOWN = step("take-down", Hazard.REVERSIBLE, Progress.DONE);
  private static final StepState RESTORED =
      step("restore-member", Hazard.DESTRUCTIVE, Progress.DONE);
  private static final StepState SERVES = step("start-restored", Hazard.REVERSIBLE, Progress.DONE);
  private static final StepState FAILED =
      step("promote-learner", Hazard.REVERSIBLE, Progress.FAILED);

  private final Matter approved =
      Matter.asked().yes("dana", Door.SLACK, "03:05").yes("robin", Door.PAGE, "03:06");

  @Test
  void writesFailFromTheFirstMemberThatTheOperationStops() {
    OperationState parked =
        approved.about(wrongData()).in(Phase.PARKED, "no room").with(TAKEN_DOWN, FAILED).state();

    assertThat(head(parked).wrong())
        .startsWith(
            "payments: all writes fail since 03:08, because this operation stopped the members."
                + " The plan found: the cluster works, and its data is called wrong");
    assertThat(waiting(parked).writesFailSince()).contains(BEGUN);
    assertThat(waiting(parked).writesSeenAt()).isEmpty();
  }

  @Test
  void writesGoOnWhileAStopWasRefusedOrAQuorumIsUp() {
    StepState refused = step("take-down", Hazard.REVERSIBLE, Progress.FAILED);
    StepState pending = step("take-down", Hazard.REVERSIBLE, Progress.PENDING);
    Matter parked = approved.about(wrongData()).in(Phase.PARKED, "refused");

    assertThat(WritesUnderWay.of(parked.with(refused, pending, pending).state()).failSince())
        .isEmpty();
    assertThat(WritesUnderWay.of(parked.with(TAKEN_DOWN, refused, pending).state()).failSince())
        .isEmpty();
    assertThat(WritesUnderWay.of(parked.with(TAKEN_DOWN, TAKEN_DOWN, refused).state()).failSince())
        .contains(BEGUN);
  }

  @Test
  void membersThatAnAbortCouldNotStartLeaveWritesFailing() {
    Matter aborted =
        approved
            .about(wrongData())
            .in(
                Phase.ABORTED,
                "Aborted by dana. Quorate did nothing to go back. Not taken back: Start etcd-1 with"
                    + " its data (no image). A person has to look.");

    assertThat(head(aborted.with(TAKEN_DOWN, TAKEN_DOWN).state()).wrong())
        .startsWith("payments: all writes fail since 03:08");
  }

  @Test
  void aRestoredClusterThatServesEndsTheFailureOfWrites() {
    OperationState parked =
        approved.in(Phase.PARKED, "no room").with(RESTORED, SERVES, FAILED).state();

    assertThat(head(parked).wrong())
        .contains("Clients can write again since 03:12: Step start-restored.")
        .doesNotContain("All writes fail");
    assertThat(waiting(parked).writesFailSince()).isEmpty();
  }

  @Test
  void anAbortStartsTheMembersAgainUnlessDataWasReplaced() {
    Matter aborted = approved.about(wrongData()).in(Phase.ABORTED, "Aborted by dana.");

    assertThat(WritesUnderWay.of(aborted.with(TAKEN_DOWN).state()).failSince()).isEmpty();
    assertThat(WritesUnderWay.of(aborted.with(TAKEN_DOWN, RESTORED).state()).failSince())
        .contains(BEGUN);
  }

  @Test
  void anAlarmThatIsLeftKeepsWritesFailing() {
    StepState disarmed = step("disarm-alarm", Hazard.REVERSIBLE, Progress.DONE);
    StepState left = step("disarm-alarm", Hazard.REVERSIBLE, Progress.FAILED);
    Matter parked = approved.in(Phase.PARKED, "etcd-1 is still full");

    assertThat(WritesUnderWay.of(parked.with(disarmed, left).state()).failSince()).contains(LOST);
    assertThat(WritesUnderWay.of(parked.with(disarmed, disarmed).state()).failSince()).isEmpty();
  }

  @Test
  void aParkForLackOfQuorumSaysThatWritesFail() {
    OperationState parked =
        approved
            .about(oneLost())
            .in(Phase.PARKED, "quorum is lost at this moment")
            .because(GuardReason.QUORUM_LOST_NOW.because("Quorum is lost at this moment."))
            .with(FAILED)
            .state();

    assertThat(waiting(parked).writesFailSince()).contains(Matter.NOW);
    assertThat(head(parked).wrong())
        .startsWith("payments: quorum was lost when it parked, at 03:16, so all writes failed.");
    assertThat(waiting(parked).writesSeenAt()).contains(Matter.NOW);
  }

  @Test
  void aReminderOfAParkDatesWhatOnlyThePlanFound() {
    OperationState parked = approved.in(Phase.PARKED, "no room").with(FAILED).state();

    assertThat(waiting(parked).writesFailSince()).contains(LOST);
    assertThat(waiting(parked).writesSeenAt()).contains(Matter.LOOKED);
  }

  /** The incident looks on while an operation waits, so its word is newer than the plan's. */
  @Test
  void theIncidentSaysWhetherWritesFailWhileAnOperationWaits() {
    Waiting lost = waiting(approved.in(Phase.PARKED, "no room").with(FAILED).state());
    Waiting works =
        waiting(approved.about(oneLost()).in(Phase.PARKED, "no room").with(FAILED).state());

    assertThat(lost.seenBy(incident(true, Optional.empty(), Writes.POSSIBLE)).writesFailSince())
        .isEmpty();
    assertThat(works.seenBy(incident(true, Optional.of(DONE), Writes.IMPOSSIBLE)).writesFailSince())
        .contains(DONE);
    assertThat(lost.seenBy(incident(false, Optional.empty(), Writes.POSSIBLE))).isEqualTo(lost);
  }

  @Test
  void aKnownFailureOfWritesStaysWhileTheIncidentDoesNotSeeThem() {
    Waiting lost = waiting(approved.in(Phase.PARKED, "no room").with(FAILED).state());

    assertThat(lost.seenBy(incident(true, Optional.empty(), Writes.UNKNOWN))).isEqualTo(lost);
    assertThat(
            lost.seenBy(incident(true, Optional.of(LOST.minusSeconds(9)), Writes.UNKNOWN))
                .writesFailSince())
        .contains(LOST.minusSeconds(9));
  }

  private static Head head(OperationState state) {
    return Head.of(state, Matter.NOW, Optional.empty());
  }

  private static Waiting waiting(OperationState state) {
    return Waiting.of(state).orElseThrow();
  }

  private static PlanInBrief wrongData() {
    return plan("the cluster works, and its data is called wrong: /jobs/ was deleted");
  }

  private static PlanInBrief oneLost() {
    return plan("etcd-1 is lost");
  }

  private static PlanInBrief plan(String wrong) {
    return new PlanInBrief(
        new Found(wrong, Optional.empty(), "", "", Matter.LOOKED, Optional.empty()),
        "do something",
        "nothing",
        "Loses nothing.");
  }

  private static IncidentState incident(
      boolean open, Optional<Instant> writesFailSince, Writes writes) {
    return new IncidentState(
        new ClusterKey("payments"),
        LOST,
        open,
        "Quorum is lost.",
        "An operation has the cluster and waits for people.",
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0,
        writesFailSince,
        Optional.empty(),
        Optional.empty(),
        Optional.of(writes),
        Optional.empty());
  }

  static StepState step(String name, Hazard hazard, Progress progress) {
    return new StepState(
        name,
        "Step " + name,
        hazard,
        progress,
        Optional.of(BEGUN),
        progress == Progress.DONE ? Optional.of(DONE) : Optional.empty(),
        Optional.empty());
  }
}
