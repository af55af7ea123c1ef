package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.record.ClusterRecord;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.view.ClusterView;
import io.quorate.view.JumpHosts;
import io.quorate.view.NamedLoss;
import io.quorate.view.Recorder;
import io.quorate.view.StatedLoss;
import io.quorate.view.StatedLoss.Extent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

class WhatIfTest {
  /** What becomes of each of up to seven members. */
  private enum Fate {
    FINE,
    LOST_BEFORE,
    STOPPED_BEFORE,
    LOSES_DATA,
    LOSES_PROCESS
  }

  @Provide
  Arbitrary<List<Fate>> fates() {
    return Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.just(Fate.FINE)),
            Tuple.of(1, Arbitraries.of(Fate.LOST_BEFORE, Fate.STOPPED_BEFORE)),
            Tuple.of(4, Arbitraries.of(Fate.LOSES_DATA, Fate.LOSES_PROCESS)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(7);
  }

  /** The plan that is judged has the digest of the plan that is proposed once it has happened. */
  @Property(tries = 200)
  void thePlanOfAStatedLossIsThatOfTheLossThatHappens(@ForAll("fates") List<Fate> fates) {
    DrawnCluster before = drawn(fates, false);
    List<NamedLoss> losses = losses(fates);
    if (losses.isEmpty()
        || before.members.stream().filter(one -> one.answers).count() * 2 <= fates.size()) {
      return;
    }

    WhatIf judged = judged(before.view(), losses);
    LossAnswer happened = LossAnswer.to(after(fates), ApprovalPolicy.DEFAULT);

    assertThat(judged.answer().diagnosis().code()).isEqualTo(happened.diagnosis().code());
    assertThat(judged.answer().plan().map(Plan::digest))
        .as(judged.answer().plan().map(Plan::text).orElse("no plan"))
        .isEqualTo(happened.plan().map(Plan::digest));
    assertThat(judged.answer().without()).isEqualTo(happened.without());
  }

  @Test
  void theWorstLossComesFirst() {
    DrawnCluster drawn = whole(3);
    drawn.member(2).zone = new FailureDomain("b");

    List<WhatIf> all = WhatIf.each(drawn.view(), JumpHosts.NONE, ApprovalPolicy.DEFAULT);

    assertThat(NamedLoss.words(all.getFirst().losses())).isEqualTo("zone b");
    assertThat(all.getFirst().margin().orElseThrow()).isNegative();
    assertThat(all).hasSize(5);
    assertThat(all.subList(1, 5)).allMatch(one -> one.margin().orElseThrow() == 0);
  }

  @Test
  void aZoneWithMostVotersCostsTheTimeSinceTheSnapshotAndShouldHaveFewer() {
    DrawnCluster drawn = whole(3);
    drawn.member(2).zone = new FailureDomain("b");

    WhatIf judged = judged(drawn.view(), List.of(NamedLoss.parse("zone=b")));

    assertThat(judged.lostTime()).contains(Duration.ofMinutes(14));
    assertThat(judged.cheaper())
        .contains(
            "Zone b has 2 of 3 voters; move one of them elsewhere: quorate start planned-migration"
                + " main --member etcd-2");
  }

  @Test
  void theLossOfTheLargerOfTwoSitesIsTheWorstAndWantsAThirdSite() {
    DrawnCluster drawn = whole(3);
    drawn.member(0).site = Optional.of(new FailureDomain("west"));
    drawn.member(1).site = Optional.of(new FailureDomain("east"));
    drawn.member(2).site = Optional.of(new FailureDomain("east"));

    List<WhatIf> all = WhatIf.each(drawn.view(), JumpHosts.NONE, ApprovalPolicy.DEFAULT);

    assertThat(NamedLoss.words(all.getFirst().losses())).isEqualTo("site east");
    assertThat(all.getFirst().margin().orElseThrow()).isNegative();
    assertThat(all).extracting(one -> NamedLoss.words(one.losses())).contains("site west");
    assertThat(judged(drawn.view(), List.of(NamedLoss.parse("site=east"))).cheaper())
        .contains(
            "Site east has 2 of 3 voters. With two sites the loss of one of them always ends"
                + " quorum: spread the voters over three.");
  }

  @Test
  void aLossOfAllIsCheaperAfterABackupAndADrill() {
    WhatIf judged = judged(whole(3).view(), all(3));

    assertThat(judged.lostTime()).contains(Duration.ofMinutes(14));
    assertThat(judged.cheaper())
        .containsExactly(
            "Save a snapshot, so that only what is written after it can be lost, not the last"
                + " 14 min: quorate start backup main",
            "Try a restore, for nobody knows how long one takes: quorate start restore-drill main");
  }

  @Test
  void aLossTakesAsLongAsTheLastTrialDid() {
    DrawnCluster drawn = whole(3);
    Drill drill =
        new Drill(
            "a.db",
            drawn.now,
            Duration.ofSeconds(41),
            Duration.ZERO,
            Optional.empty(),
            Optional.of(Duration.ofSeconds(9)));
    drawn.protection = Protection.of(List.of(drill), BackupPolicy.NONE);
    ClusterView today = drawn.view();

    assertThat(judged(today, all(3)).tookOnTrial()).contains(Duration.ofSeconds(41));
    assertThat(judged(today, all(1)).tookOnTrial()).contains(Duration.ofSeconds(9));
    assertThat(judged(today, List.of(NamedLoss.parse("process=etcd-1"))).tookOnTrial()).isEmpty();
  }

  @Test
  void aTimeOfWritesIsRoundedUpForItIsTheMost() {
    DrawnCluster drawn = whole(3);
    drawn.snapshotAge = Optional.of(Duration.ofMillis(60_200));
    drawn.member(2).zone = new FailureDomain("b");

    assertThat(judged(drawn.view(), List.of(NamedLoss.parse("zone=b"))).lostTime())
        .contains(Duration.ofSeconds(61));
  }

  @Test
  void theOnlyVoterShouldBecomeThree() {
    assertThat(judged(whole(1).view(), all(1)).cheaper())
        .contains("Run 3 voters, so that one may be lost: quorate start scale main --members 3");
  }

  @Test
  void aJumpHostTakesTheWaysToItsMembersAndNoVote() {
    ClusterView today = whole(3).view();
    JumpHosts jumps = new JumpHosts(Map.of(today.members().get(1).name(), List.of("bastion")));

    List<WhatIf> all = WhatIf.each(today, jumps, ApprovalPolicy.DEFAULT);

    WhatIf jump = all.getLast();
    assertThat(NamedLoss.words(jump.losses())).isEqualTo("bastion bastion");
    assertThat(jump.margin()).contains(1);
    assertThat(jump.answer().after().members().get(1).status()).isPresent();
  }

  @Test
  void expiredCertificatesOfAllLeaveNothingKnownAndNothingRestored() {
    ClusterView today = whole(3).view();
    Map<MemberName, Extent> expired = new TreeMap<>();
    today.members().forEach(member -> expired.put(member.name(), Extent.CERTIFICATE));

    WhatIf judged = WhatIf.of(today, List.of(), new StatedLoss(expired), ApprovalPolicy.DEFAULT);

    assertThat(judged.margin()).isEmpty();
    assertThat(judged.plan()).isEmpty();
    assertThat(judged.answer().prescription().toString()).contains("certificates-refused");
  }

  private static DrawnCluster whole(int voters) {
    DrawnCluster drawn = DrawnCluster.of(voters);
    drawn.sources.add(drawn.source(drawn.member(0), 80, Optional.empty()));
    return drawn;
  }

  private static List<NamedLoss> all(int members) {
    return IntStream.range(0, members)
        .mapToObj(number -> NamedLoss.parse("etcd-" + number))
        .toList();
  }

  private static WhatIf judged(ClusterView today, List<NamedLoss> losses) {
    return WhatIf.of(today, losses, NamedLoss.in(today, losses), ApprovalPolicy.DEFAULT);
  }

  private static List<NamedLoss> losses(List<Fate> fates) {
    List<NamedLoss> losses = new ArrayList<>();
    for (int number = 0; number < fates.size(); number++) {
      switch (fates.get(number)) {
        case LOSES_DATA -> losses.add(NamedLoss.parse("etcd-" + number));
        case LOSES_PROCESS -> losses.add(NamedLoss.parse("process=etcd-" + number));
        case FINE, LOST_BEFORE, STOPPED_BEFORE -> {
          // The loss leaves it as it is.
        }
      }
    }
    return losses;
  }

  private static ClusterView after(List<Fate> fates) {
    DrawnCluster before = drawn(fates, false);
    DrawnCluster after = drawn(fates, true);
    after.record =
        Optional.of(
            new Recorder(before.view())
                .seen(ClusterRecord.begin(before.key, before.now, "there was no record")));
    List<DrawnMember> left = after.members.stream().filter(one -> one.answers).toList();
    if (left.size() * 2 <= fates.size()) {
      after.members.forEach(member -> member.leads = false);
      left.forEach(member -> member.followsNobody = true);
      after.source = left.isEmpty() ? MembershipSource.RECORDED : MembershipSource.LOCAL;
    }
    return after.view();
  }

  private static DrawnCluster drawn(List<Fate> fates, boolean happened) {
    DrawnCluster drawn = whole(fates.size());
    for (int number = 0; number < fates.size(); number++) {
      befall(drawn.member(number), fates.get(number), happened);
    }
    drawn.members.forEach(member -> member.leads = false);
    drawn.members.stream()
        .filter(member -> member.answers)
        .findFirst()
        .ifPresent(member -> member.leads = true);
    return drawn;
  }

  private static void befall(DrawnMember member, Fate fate, boolean happened) {
    switch (fate) {
      case LOST_BEFORE -> member.gone();
      case STOPPED_BEFORE -> stopped(member);
      case LOSES_DATA -> {
        if (happened) {
          member.gone();
          member.silentFor = Duration.ofSeconds(60);
        }
      }
      case LOSES_PROCESS -> {
        if (happened) {
          stopped(member);
          member.silentFor = Duration.ofSeconds(60);
        }
      }
      case FINE -> {
        // It serves.
      }
    }
  }

  private static void stopped(DrawnMember member) {
    member.stopped();
    member.hasDataOf(DrawnMember.HERE, member.index);
  }
}
