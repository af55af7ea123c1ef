package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.record.ClusterRecord;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.StatedLoss.Extent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StatedLossTest {
  /** Fates of up to seven members; empty for a member that the loss leaves alone. */
  @Provide
  Arbitrary<List<Optional<Extent>>> losses() {
    Arbitrary<Optional<Extent>> one =
        Arbitraries.of(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Extent.DATA),
            Optional.of(Extent.PROCESS),
            Optional.of(Extent.REACH),
            Optional.of(Extent.CERTIFICATE));
    return one.list().ofMinSize(1).ofMaxSize(7);
  }

  /**
   * A loss that is stated gets the plan, word for word, that the same loss gets when it is seen.
   */
  @Property
  void givesThePlansOfALossThatIsSeen(@ForAll("losses") List<Optional<Extent>> lost) {
    ClusterView stated = stated(lost).in(whole(lost.size()).view());
    ClusterView seen = seen(lost);

    assertThat(DiagnosisTable.diagnose(stated).code())
        .isEqualTo(DiagnosisTable.diagnose(seen).code());
    assertThat(DiagnosisTable.diagnose(stated).runbook())
        .isEqualTo(DiagnosisTable.diagnose(seen).runbook());
    for (String runbook : List.of("minority-replace", "member-restart", "majority-recovery")) {
      assertThat(answer(runbook, stated)).as(runbook).isEqualTo(answer(runbook, seen));
    }
  }

  @Test
  void electsAnotherLeaderAmongThoseThatAreLeft() {
    ClusterView today = whole(3).view();

    ClusterView after = NamedLoss.parse("etcd-0").in(today).in(today);

    assertThat(after.leader().orElseThrow().name().value()).isEqualTo("etcd-1");
    assertThat(after.term()).isEqualTo(today.term() + 1);
    assertThat(after.margin()).isZero();
    assertThat(after.isConfirmed()).isTrue();
  }

  /** A cluster that was looked at for the first time has not been settled for long. */
  @Test
  void countsWhatIsLeftAsSettledForAsLongAsTheLossHasLasted() {
    DrawnCluster drawn = whole(3);
    drawn.settledFor = Duration.ZERO;
    ClusterView today = drawn.view();

    ClusterView after = NamedLoss.parse("etcd-2").in(today).in(today);

    assertThat(after.settledSince()).isEqualTo(today.at().minusSeconds(60));
  }

  @Test
  void leavesNobodyToFollowWhereQuorumIsLost() {
    ClusterView today = whole(3).view();

    ClusterView after =
        NamedLoss.parse("etcd-1").in(today).and(NamedLoss.parse("etcd-2").in(today)).in(today);

    assertThat(after.leader()).isEmpty();
    assertThat(after.source()).isEqualTo(MembershipSource.LOCAL);
  }

  @Test
  void takesTheMembersOfTheRecordWhereNobodyServes() {
    ClusterView today = whole(1).view();

    ClusterView after = NamedLoss.parse("etcd-0").in(today).in(today);

    assertThat(after.source()).isEqualTo(MembershipSource.RECORDED);
    assertThat(after.past().confirmedAt()).contains(today.at());
  }

  @Test
  void leavesTheDataOfAnEndedProcessAsFarAsTheMemberTold() {
    ClusterView today = whole(3).view();

    ClusterView after = NamedLoss.parse("process=etcd-1").in(today).in(today);

    Member ended = after.members().get(1);
    assertThat(after.hasOwnData(ended)).isTrue();
    assertThat(ended.data().position().orElseThrow().lastIndex())
        .isEqualTo(today.members().get(1).status().orElseThrow().raftIndex());
  }

  @Test
  void losesAllMembersOfAZone() {
    DrawnCluster drawn = whole(3);
    drawn.member(1).zone = new FailureDomain("east");
    drawn.member(2).zone = new FailureDomain("east");
    ClusterView today = drawn.view();

    assertThat(NamedLoss.parse("zone=east").in(today).extents())
        .containsOnlyKeys(drawn.member(1).name, drawn.member(2).name);
  }

  @Test
  void losesAllMembersOfASiteAndBelievesThePlatformBeforeTheConfiguration() {
    DrawnCluster drawn = whole(3);
    drawn.member(0).seenSite = Optional.of(new FailureDomain("west"));
    drawn.members.forEach(member -> member.site = Optional.of(new FailureDomain("east")));

    assertThat(NamedLoss.parse("site=east").in(drawn.view()).extents())
        .containsOnlyKeys(drawn.member(1).name, drawn.member(2).name);
  }

  @Test
  void theFirstCharactersOfAMachinesIdAreEnough() {
    DrawnCluster drawn = whole(2);
    drawn.member(0).machine = Optional.of("03029f76137ca3b6");
    ClusterView today = drawn.view();

    assertThat(NamedLoss.parse("machine=03029f76").in(today).extents())
        .containsOnlyKeys(drawn.member(0).name);
    assertThatThrownBy(() -> NamedLoss.parse("machine=03").in(today))
        .hasMessageContaining("main has no machine '03'");
  }

  @Test
  void refusesANameThatTheClusterDoesNotHave() {
    ClusterView today = whole(3).view();

    assertThatThrownBy(() -> NamedLoss.parse("zone=z").in(today))
        .hasMessageContaining("main has no zone 'z'");
    assertThatThrownBy(() -> NamedLoss.parse("moon=1"))
        .hasMessageContaining("nothing of the kind 'moon' can be lost");
  }

  @Test
  void namesEveryMemberMachineZoneAndSite() {
    DrawnCluster drawn = whole(2);
    drawn.member(0).machine = Optional.of("m-1");
    drawn.member(1).site = Optional.of(new FailureDomain("east"));

    assertThat(NamedLoss.each(drawn.view(), JumpHosts.NONE).stream().map(NamedLoss::text))
        .containsExactly("etcd-0", "etcd-1", "machine=m-1", "zone=a", "zone=b", "site=east");
  }

  private static String answer(String runbook, ClusterView view) {
    Prescription answer = Runbooks.prescribe(runbook, Options.NONE, view, ApprovalPolicy.DEFAULT);
    return answer instanceof Plan plan
        ? plan.digest() + "\n" + plan.text()
        : answer.name() + " " + ((Prescription.Without) answer).reason().code();
  }

  private static DrawnCluster whole(int members) {
    DrawnCluster drawn = DrawnCluster.of(members);
    drawn.sources.add(drawn.source(drawn.member(0), 80, Optional.empty()));
    return drawn;
  }

  private static StatedLoss stated(List<Optional<Extent>> lost) {
    TreeMap<MemberName, Extent> extents = new TreeMap<>();
    for (int number = 0; number < lost.size(); number++) {
      int index = number;
      lost.get(number)
          .ifPresent(extent -> extents.put(new DrawnMember("etcd-" + index).name, extent));
    }
    return new StatedLoss(extents);
  }

  /** The same loss as it is drawn: the record saw the cluster right before it. */
  private static ClusterView seen(List<Optional<Extent>> lost) {
    DrawnCluster before = whole(lost.size());
    DrawnCluster drawn = whole(lost.size());
    drawn.record =
        Optional.of(
            new Recorder(before.view())
                .seen(ClusterRecord.begin(before.key, before.now, "there was no record")));
    for (int number = 0; number < lost.size(); number++) {
      DrawnMember member = drawn.member(number);
      member.silentFor = Duration.ofSeconds(60);
      lost.get(number).ifPresent(extent -> befall(member, extent));
    }
    List<DrawnMember> serving =
        drawn.members.stream().filter(one -> one.answers || one.heard).toList();
    boolean told = serving.stream().anyMatch(one -> one.answers);
    boolean quorum = serving.size() > lost.size() / 2;
    drawn.members.forEach(member -> member.leads = false);
    if (quorum) {
      serving.get(0).leads = true;
    } else {
      serving.forEach(member -> member.followsNobody = true);
    }
    if (!told) {
      drawn.source = MembershipSource.RECORDED;
    } else if (!quorum) {
      drawn.source = MembershipSource.LOCAL;
    }
    return drawn.view();
  }

  private static void befall(DrawnMember member, Extent extent) {
    switch (extent) {
      case DATA -> member.gone();
      case PROCESS -> {
        member.stopped();
        member.hasDataOf(DrawnMember.HERE, member.index);
      }
      case CERTIFICATE -> {
        member.shutOut("theirs");
        member.heard = true;
      }
      case REACH -> {
        member.unreached();
        member.answers = true;
      }
    }
  }
}
