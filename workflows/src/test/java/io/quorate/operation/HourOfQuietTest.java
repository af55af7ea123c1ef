package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The hour of quiet: an incident does not propose again what an operation has just repaired. */
class HourOfQuietTest {
  private static final Instant NOW = Instant.parse("2026-11-22T03:40:00Z");
  private static final Instant DONE = NOW.minus(Duration.ofMinutes(40));
  private static final String AGAIN = "minority-lost: etcd-1 LOST";

  @Test
  void theSameTroubleWaitsAnHourAndSaysSo() {
    Restraint held = after(Phase.COMPLETED, RequesterKind.ALERT, AGAIN).orElseThrow();

    assertThat(held.until()).isEqualTo("2026-11-22T04:00:00Z");
    assertThat(held.sentence())
        .isEqualTo(
            "Not proposed yet: payments.0a1b2c3d (payments: replace etcd-1) did the same 40 min ago"
                + " and it did not last, so find out why first. A repair is proposed at 04:00 UTC,"
                + " or now: quorate ask-again payments.");
  }

  @Test
  void anotherMemberAndAnotherDiagnosisAreProposedAtOnce() {
    assertThat(after(Phase.COMPLETED, RequesterKind.ALERT, "minority-lost: etcd-2 LOST")).isEmpty();
    assertThat(
            after(Phase.COMPLETED, RequesterKind.ALERT, "minority-lost: etcd-1 LOST, etcd-2 LOST"))
        .isEmpty();
    assertThat(after(Phase.COMPLETED, RequesterKind.ALERT, "member-hung: etcd-1 HUNG")).isEmpty();
    assertThat(
            HourOfQuiet.after(
                state(Phase.COMPLETED, RequesterKind.ALERT), "member-restart", AGAIN, NOW))
        .isEmpty();
  }

  @Test
  void anOperationOfAPersonLeavesNoQuietBehind() {
    assertThat(after(Phase.COMPLETED, RequesterKind.UNVERIFIED, AGAIN)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COMPLETED")
  void onlyACompletedOperationLeavesQuietBehind(Phase phase) {
    assertThat(after(phase, RequesterKind.ALERT, AGAIN)).isEmpty();
  }

  @Test
  void theQuietEndsAfterAnHour() {
    OperationState last = state(Phase.COMPLETED, RequesterKind.ALERT);
    assertThat(HourOfQuiet.after(last, "minority-replace", AGAIN, DONE.plus(HourOfQuiet.LENGTH)))
        .isEmpty();
  }

  @Test
  void anOperationThatEndsInTheFutureLeavesNoQuietBehind() {
    OperationState last = state(Phase.COMPLETED, RequesterKind.ALERT);
    assertThat(HourOfQuiet.after(last, "minority-replace", AGAIN, DONE.minusSeconds(1))).isEmpty();
  }

  private static Optional<Restraint> after(Phase phase, RequesterKind requester, String trouble) {
    return HourOfQuiet.after(state(phase, requester), "minority-replace", trouble, NOW);
  }

  private static OperationState state(Phase phase, RequesterKind requester) {
    return new OperationState(
        "payments.0a1b2c3d",
        new ClusterKey("payments"),
        "minority-replace",
        "payments: replace etcd-1",
        "alert etcdMembersDown",
        DONE.minusSeconds(300),
        phase,
        "",
        DONE,
        1,
        Optional.empty(),
        Optional.of(
            new Briefing(
                "minority-lost",
                "etcd-1 is lost.",
                "Replace etcd-1 of payments",
                "",
                List.of(),
                List.of(),
                "",
                "",
                "",
                List.of(),
                "",
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.of(AGAIN))),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        requester,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
