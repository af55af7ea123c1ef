package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.watch.ClusterWatch.Telling;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Findings from their first sign to their end. */
class StandingFindingsTest {
  private static final Instant NOON = Pulses.NOON;
  private static final Sign FIRST = sign("etcd-0", Sign.Urgency.SOON);
  private static final Sign SECOND = sign("etcd-1", Sign.Urgency.SOON);

  @Test
  void aFindingIsGoneAfterTwoGoodLooks() {
    StandingFindings once = found(FIRST).looked(List.of(), NOON.plusSeconds(60));
    assertThat(once.all()).hasSize(1);
    assertThat(once.looked(List.of(), NOON.plusSeconds(120)).all()).isEmpty();
  }

  @Test
  void aFindingThatIsSeenAgainAfterAGoodLookKeepsItsBeginning() {
    StandingFindings again =
        found(FIRST)
            .looked(List.of(), NOON.plusSeconds(60))
            .looked(List.of(FIRST), NOON.plusSeconds(120))
            .looked(List.of(), NOON.plusSeconds(180));
    assertThat(again.all())
        .singleElement()
        .satisfies(one -> assertThat(one.since()).isEqualTo(NOON));
  }

  @Test
  void manyFindingsStandAtOneTime() {
    assertThat(found(FIRST, SECOND).looked(List.of(FIRST, SECOND), NOON.plusSeconds(60)).all())
        .hasSize(2);
  }

  @Test
  void theEndOfOneFindingLeavesTheOthers() {
    StandingFindings both = found(FIRST, SECOND);
    StandingFindings one =
        both.looked(List.of(SECOND), NOON.plusSeconds(60))
            .looked(List.of(SECOND), NOON.plusSeconds(120));
    assertThat(both.without(one))
        .singleElement()
        .extracting(StandingFinding::sign)
        .isEqualTo(FIRST);
  }

  @Test
  void aFindingIsToldOnceAndAgainAfterAnHour() {
    StandingFindings told = found(FIRST).with(FIRST.name(), Telling.TOLD, NOON);
    assertThat(untold(found(FIRST), NOON)).isTrue();
    assertThat(untold(told, NOON.plusSeconds(3599))).isFalse();
    assertThat(untold(told, NOON.plusSeconds(3600))).isTrue();
  }

  @Test
  void aFindingThatHasBecomeUrgentIsToldAnew() {
    StandingFindings urgent =
        found(FIRST)
            .with(FIRST.name(), Telling.TOLD, NOON)
            .looked(List.of(sign("etcd-0", Sign.Urgency.NOW)), NOON.plusSeconds(60));
    assertThat(untold(urgent, NOON.plusSeconds(60))).isTrue();
  }

  @Test
  void aFindingThatHasBecomeUrgentForOnePartMoreIsToldAnew() {
    StandingFindings told = found(urgentFor("client port")).with(FIRST.name(), Telling.TOLD, NOON);
    assertThat(untold(looked(told, urgentFor("client port")), NOON.plusSeconds(60))).isFalse();
    assertThat(untold(looked(told, urgentFor()), NOON.plusSeconds(60))).as("one less").isFalse();
    assertThat(untold(looked(told, urgentFor("peer port", "client port")), NOON.plusSeconds(60)))
        .isTrue();
  }

  private static StandingFindings looked(StandingFindings before, Sign sign) {
    return before.looked(List.of(sign), NOON.plusSeconds(60));
  }

  private static Sign urgentFor(String... parts) {
    return new Sign(FIRST.kind(), FIRST.subject(), Sign.Urgency.NOW, "It flaps.", List.of(parts));
  }

  @Test
  void aListedFindingIsToldToNobody() {
    assertThat(untold(found(sign("etcd-0", Sign.Urgency.LISTED)), NOON.plusSeconds(86400)))
        .isFalse();
  }

  @Test
  void anOldBackupIsToldAfterAnHour() {
    Sign old = new Sign(FindingKind.BACKUP, "", Sign.Urgency.SOON, "It is old.");
    assertThat(untold(found(old), NOON.plusSeconds(3599))).isFalse();
    assertThat(untold(found(old), NOON.plusSeconds(3600))).isTrue();
  }

  @Test
  void aFindingThatALookDidNotSeeIsNotTold() {
    assertThat(untold(found(FIRST).looked(List.of(), NOON.plusSeconds(60)), NOON)).isFalse();
  }

  @Test
  void anOperationExcusesWhatNobodyWasToldOf() {
    assertThat(found(FIRST).excused().all()).isEmpty();
    assertThat(found(FIRST).with(FIRST.name(), Telling.TOLD, NOON).excused().all()).hasSize(1);
  }

  @Test
  void theEndOfAToldFindingIsHeardAlsoAfterASilence() {
    StandingFindings told = found(FIRST).with(FIRST.name(), Telling.TOLD, NOON);
    StandingFindings silenced =
        told.hushed(FIRST.name(), "silenced")
            .with(FIRST.name(), Telling.HELD_BACK, NOON.plusSeconds(60));
    assertThat(found(FIRST).all()).noneMatch(StandingFinding::isHeard);
    assertThat(told.all()).allMatch(StandingFinding::isHeard);
    assertThat(silenced.all()).allMatch(StandingFinding::isHeard);
    assertThat(silenced.excused().all()).as("an operation excuses it not").hasSize(1);
    assertThat(silenced.with(FIRST.name(), Telling.TOLD, NOON).all())
        .as("told again after the silence")
        .noneMatch(one -> one.hushed().isPresent());
  }

  @Test
  void theIncidentHearsOfASilenceAgainWhenItsWordsChange() {
    StandingFinding told = found(FIRST).with(FIRST.name(), Telling.TOLD, NOON).all().getFirst();
    assertThat(told.isNewsOf("silenced until noon")).isTrue();
    assertThat(told.hush("silenced until noon").isNewsOf("silenced until noon")).isFalse();
    assertThat(told.hush("silenced until noon").isNewsOf("silenced until two")).isTrue();
    assertThat(found(FIRST).all().getFirst().isNewsOf("silenced until noon"))
        .as("an incident that never heard of the finding")
        .isFalse();
  }

  private static boolean untold(StandingFindings findings, Instant now) {
    return findings.all().getFirst().isUntold(now);
  }

  private static StandingFindings found(Sign... signs) {
    return StandingFindings.NONE.looked(List.of(signs), NOON);
  }

  private static Sign sign(String subject, Sign.Urgency urgency) {
    return new Sign(FindingKind.LEADER_FLAPPING, subject, urgency, "It flaps.");
  }
}
