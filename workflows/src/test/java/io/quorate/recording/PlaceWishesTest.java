package io.quorate.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.places.PlaceRank;
import io.quorate.places.PlaceWish;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A plan says how urgent it is, and which failure domains it touches. */
class PlaceWishesTest {
  private static final PlaceWishes WISHES =
      new PlaceWishes((cluster, member) -> Optional.of(zone(member)));

  @Test
  void aLostMemberOfThreeIsUrgentAndNeedsItsZone() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();

    PlaceWish wish = wish("minority-replace", drawn);

    assertThat(wish.rank()).isEqualTo(PlaceRank.MARGIN_ZERO);
    assertThat(wish.domains()).containsExactly("zone of etcd-1");
    assertThat(wish.store()).isEmpty();
  }

  @Test
  void aLostMemberOfFiveIsLessUrgent() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(1).gone();

    assertThat(wish("minority-replace", drawn).rank()).isEqualTo(PlaceRank.BELOW_FULL);
  }

  @Test
  void aRollingRestartIsPlannedAndTouchesAllZones() {
    PlaceWish wish = wish("rolling-restart", DrawnCluster.of(3));

    assertThat(wish.rank()).isEqualTo(PlaceRank.PLANNED);
    assertThat(wish.domains()).hasSize(3);
  }

  @Test
  void aRestoreAfterTheLossOfAllVotersIsFirstAndNamesItsStore() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.sources.add(drawn.source(drawn.member(0), 90, Optional.empty()));

    PlaceWish wish = wish("majority-recovery", drawn);

    assertThat(wish.rank()).isEqualTo(PlaceRank.QUORUM_LOST);
    assertThat(wish.store()).isPresent();
  }

  @Test
  void aDrillOnTheHostOfAMemberTouchesNoZone() {
    assertThat(wish("restore-drill", DrawnCluster.of(3)).domains()).isEmpty();
  }

  @Test
  void anUnknownZoneLimitsNobody() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).gone();

    assertThat(
            new PlaceWishes((cluster, member) -> Optional.of(FailureDomain.UNKNOWN))
                .of(
                    "main.1",
                    new ClusterKey("main"),
                    plan("minority-replace", drawn),
                    Instant.EPOCH,
                    false)
                .domains())
        .isEmpty();
  }

  private static FailureDomain zone(MemberName member) {
    return new FailureDomain("of " + member);
  }

  private static PlaceWish wish(String runbook, DrawnCluster drawn) {
    return WISHES.of("main.1", new ClusterKey("main"), plan(runbook, drawn), Instant.EPOCH, false);
  }

  private static Plan plan(String runbook, DrawnCluster drawn) {
    return (Plan)
        Runbooks.prescribe(
            runbook,
            new Options(Map.<String, List<String>>of()),
            drawn.view(),
            ApprovalPolicy.DEFAULT);
  }
}
