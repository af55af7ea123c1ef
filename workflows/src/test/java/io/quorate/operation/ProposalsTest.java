package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.Proposals.Memory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which ends of operations answer the alerts of an incident. */
class ProposalsTest {
  private static final Instant NOW = Instant.parse("2026-11-22T03:00:00Z");
  private static final IncidentLimits LIMITS = IncidentLimits.OF_THIS_RELEASE;
  private static final String OWN = "payments.5f0c2d11";

  @Test
  void anOperationOfSomebodyElseAnswersNothingWhileNoRunbookIsKnown() {
    Proposals proposals = new Proposals();

    assertThat(proposals.ended(completed("payments.0a1b2c3d", "defragment"), none(), NOW, LIMITS))
        .isFalse();
    assertThat(proposals.last()).isEmpty();
  }

  @Test
  void anOperationThatWasFoundRunningAnswersNothingWhileNoRunbookIsKnown() {
    Proposals proposals = new Proposals();
    proposals.foundAnother("payments", "minority-lost", NOW, LIMITS);

    assertThat(proposals.ended(completed("payments.0a1b2c3d", "defragment"), none(), NOW, LIMITS))
        .isFalse();
    assertThat(proposals.isFollowing()).isFalse();
    assertThat(proposals.nextDue()).contains(NOW.plus(LIMITS.pause(1)));
  }

  @Test
  void anOperationOfSomebodyElseWithTheRunbookOfTheTroubleAnswers() {
    Proposals proposals = new Proposals();

    assertThat(
            proposals.ended(
                completed("payments.0a1b2c3d", "minority-replace"),
                Optional.of("minority-replace"),
                NOW,
                LIMITS))
        .isTrue();
  }

  @Test
  void ofManyTroublesTheOldestAreForgottenAndTheOthersStayKnown() {
    Proposals proposals = new Proposals();
    for (int trouble = 1; trouble <= 30; trouble++) {
      proposals.started(OWN + trouble, "trouble " + trouble);
      proposals.ended(expired(OWN + trouble), none(), NOW, LIMITS);
    }

    assertThat(proposals.due(NOW, "trouble 11")).as("proposed a moment ago").isFalse();
    assertThat(proposals.due(NOW, "trouble 30")).isFalse();
    assertThat(proposals.due(NOW, "trouble 1")).as("not known any more").isTrue();
  }

  @Test
  void anotherLossOfQuorumIsWorseOnceTheFirstOneIsOver() {
    Proposals proposals = new Proposals();
    proposals.noteMargin(Optional.of(-1));
    assertThat(proposals.isWorse(Optional.of(-1))).isFalse();
    assertThat(proposals.isWorse(Optional.empty())).isFalse();

    proposals.noteQuorum();

    assertThat(proposals.isWorse(Optional.of(0))).isFalse();
    assertThat(proposals.isWorse(Optional.of(-1))).isTrue();
  }

  @Test
  void theOwnOperationOfAnIncidentAnswersWhileTheIncidentSeesNothing() {
    Proposals proposals = new Proposals();
    proposals.started(OWN, "minority-lost");

    assertThat(proposals.ended(completed(OWN, "minority-replace"), none(), NOW, LIMITS)).isTrue();
  }

  @Test
  void theNextRunOfAnIncidentKnowsTheOperationOfTheRunBefore() {
    Proposals before = new Proposals();
    before.started(OWN, "minority-lost");
    Memory memory = before.memory();
    Proposals next = new Proposals();
    next.restore(memory, NOW, LIMITS);

    assertThat(next.ended(completed(OWN, "minority-replace"), none(), NOW, LIMITS)).isTrue();
    assertThat(next.memory().proposed()).isEqualTo(List.of());
  }

  @Test
  void aLowerMarginThanProposedIsAWorseTrouble() {
    Proposals proposals = new Proposals();
    assertThat(proposals.isWorse(Optional.of(-1))).as("nothing was proposed yet").isFalse();
    proposals.started(OWN, "minority-lost");
    proposals.noteMargin(Optional.of(0));
    proposals.ended(expired(OWN), none(), NOW, LIMITS);
    proposals.ended(expired(OWN + 2), none(), NOW, LIMITS);

    assertThat(proposals.isWorse(Optional.of(0))).isFalse();
    assertThat(proposals.isWorse(Optional.empty())).as("a release that does not say it").isFalse();
    assertThat(proposals.isWorse(Optional.of(-1))).isTrue();
    proposals.beginAnew("quorum-lost", Optional.of(-1));

    assertThat(proposals.due(NOW, "quorum-lost")).isTrue();
    assertThat(proposals.pauseAfterNext(LIMITS)).isEqualTo(LIMITS.pause(1));
    assertThat(proposals.isWorse(Optional.of(-1))).as("once").isFalse();
  }

  @Test
  void theNextRunKeepsAWorseTroubleUnansweredAfterAnAnswerToAMilderOne() {
    Proposals next = nextRunWithQuorumLost();
    assertThat(next.leavesOutWorse(rejected("minority-lost"), Optional.of("quorum-lost"))).isTrue();
    assertThat(next.leavesOutWorse(rejected("minority-lost"), none())).as("not seen").isTrue();
    assertThat(next.leavesOutWorse(rejected("minority-lost"), Optional.of("minority-lost")))
        .as("not so bad any more")
        .isFalse();
  }

  @Test
  void anEndAboutTheWorseTroubleAnswersTheWorseTrouble() {
    Proposals answered = nextRunWithQuorumLost();
    assertThat(answered.leavesOutWorse(rejected("quorum-lost"), Optional.of("quorum-lost")))
        .isFalse();
    assertThat(answered.memory().worse()).isEmpty();

    Proposals whole = nextRunWithQuorumLost();
    whole.noteWhole();
    assertThat(whole.leavesOutWorse(rejected("minority-lost"), none())).isFalse();
  }

  private static Proposals nextRunWithQuorumLost() {
    Proposals before = new Proposals();
    before.started(OWN, "minority-lost");
    before.noteMargin(Optional.of(0));
    before.beginAnew("quorum-lost", Optional.of(-1));
    Proposals next = new Proposals();
    next.restore(before.memory(), NOW, LIMITS);
    return next;
  }

  private static OperationEnd rejected(String diagnosis) {
    return new OperationEnd(
        OWN,
        Phase.REJECTED.name(),
        Optional.of("minority-replace"),
        Optional.of(diagnosis),
        Optional.empty());
  }

  private static OperationEnd completed(String operation, String runbook) {
    return new OperationEnd(
        operation,
        Phase.COMPLETED.name(),
        Optional.of(runbook),
        Optional.empty(),
        Optional.empty());
  }

  private static OperationEnd expired(String operation) {
    return new OperationEnd(
        operation,
        Phase.EXPIRED.name(),
        Optional.of("minority-replace"),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<String> none() {
    return Optional.empty();
  }
}
