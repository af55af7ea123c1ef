package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataOwner;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.FormerMember;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.SetAsides.SetDataAside;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a yes is bound to, and what may move under it. */
class DigestTest {
  @Property
  void indexTermLeaderAndAgeAreNotInTheDigest(
      @ForAll @LongRange(min = 1, max = 1L << 40) long index,
      @ForAll @LongRange(min = 2, max = 1000) long term,
      @ForAll @IntRange(max = 1000) int seconds,
      @ForAll @IntRange(min = 2, max = 3) int leader) {
    Plan moved =
        plan(
            drawn -> {
              drawn.members.forEach(member -> member.index = index);
              drawn.members.forEach(member -> member.term = term);
              drawn.member(0).leads = false;
              drawn.member(leader).leads = true;
              drawn.now = drawn.now.plusSeconds(seconds);
              drawn.settledFor = drawn.settledFor.plusSeconds(seconds);
              drawn.snapshotAge = Optional.of(Duration.ofSeconds(seconds));
            });
    assertThat(moved.digest()).isEqualTo(plan(drawn -> {}).digest());
    assertThat(moved.sameMatterAs(plan(drawn -> {}))).isTrue();
  }

  /** A record that goes on, or is out of reach, tells other figures of the same data. */
  @Test
  void theDigestOfDataSetAsideIgnoresTheRaftIndex() {
    Plan plan = aside(former(1, "member 1, how far it was is not known"));
    Plan later = aside(former(1, "etcd-1 (1), last seen at raft index 90"));
    assertThat(later.text()).contains("of etcd-1 (1), last seen at raft index 90");
    assertThat(later.digest()).isEqualTo(plan.digest());
    assertThat(later.sameMatterAs(plan)).isTrue();
    for (Plan other : List.of(aside(Optional.empty()), aside(former(7, "member 1")))) {
      assertThat(other.digest()).isNotEqualTo(plan.digest());
      assertThat(other.sameMatterAs(plan)).isFalse();
    }
  }

  private static Optional<FormerMember> former(long id, String far) {
    return Optional.of(
        new FormerMember(new DataOwner(new MemberId(id), ClusterId.parse("c1")), far));
  }

  private static Plan aside(Optional<FormerMember> data) {
    return plan(drawn -> {})
        .withSteps(
            List.of(new SetDataAside(new MemberName("etcd-1"), AddLearner.NOT_YET_KNOWN, data)));
  }

  @ParameterizedTest
  @MethodSource
  void eachMaterialFactIsInTheDigest(Consumer<DrawnCluster> change) {
    Plan before = plan(drawn -> {});
    DrawnCluster drawn = drawn();
    change.accept(drawn);
    Plan after =
        new Plan(
            before.runbook(),
            before.request(),
            before.title(),
            drawn.view(),
            before.steps(),
            before.warnings(),
            before.promise());
    assertThat(after.digest()).isNotEqualTo(before.digest());
    assertThat(after.sameMatterAs(before)).isFalse();
  }

  /** Another release may word the same plan differently; that is no other plan. */
  @Test
  void otherWordsAreTheSameMatter() {
    Plan plan = plan(drawn -> {});
    Plan reworded =
        new Plan(
            plan.runbook(),
            plan.request(),
            "said otherwise",
            plan.seen(),
            plan.steps(),
            List.of("warned otherwise"),
            "promised otherwise");
    assertThat(reworded.sameMatterAs(plan)).isTrue();
    assertThat(reworded.digest()).isNotEqualTo(plan.digest());
    assertThat(plan.withSteps(plan.steps().subList(1, plan.steps().size())).sameMatterAs(plan))
        .isFalse();
    assertThat(asking(plan, Map.of("member", List.of("etcd-9"))).sameMatterAs(plan)).isFalse();
  }

  @Test
  void thePlanIsAnotherMatterWhereAStepActsOnAnotherMember() {
    Plan plan = plan(drawn -> {});
    List<Step> elsewhere = new ArrayList<>(plan.steps());
    elsewhere.replaceAll(step -> step instanceof HoldMember ? hold("etcd-3") : step);
    assertThat(plan.withSteps(elsewhere).sameMatterAs(plan)).isFalse();
  }

  private static Step hold(String member) {
    return new HoldMember(new MemberName(member));
  }

  /** The sentences on settings come from a file that releases change. */
  @Test
  void aSwitchIsTheSameHoweverItsSettingsAreWorded() {
    SwitchRelease said = switching("etcd-1", List.of("ETCD_A becomes ETCD_B."));

    assertThat(said.sameMatterAs(switching("etcd-1", List.of("ETCD_A is called ETCD_B now."))))
        .isTrue();
    assertThat(said.sameMatterAs(switching("etcd-1", List.of()))).isFalse();
    assertThat(said.sameMatterAs(switching("etcd-2", said.changes()))).isFalse();
  }

  private static SwitchRelease switching(String member, List<String> changes) {
    return new SwitchRelease(
        new MemberName(member),
        EtcdVersion.parse("3.5.35"),
        EtcdVersion.parse("3.6.16"),
        changes,
        SwitchRelease.Kind.TURN);
  }

  static Stream<Named<Consumer<DrawnCluster>>> eachMaterialFactIsInTheDigest() {
    return Stream.of(
        Named.of("a member id", drawn -> drawn.member(3).id = new MemberId(7)),
        Named.of("a peer URL", drawn -> drawn.member(3).peerUrl = "http://elsewhere:2380"),
        Named.of("a voting status", drawn -> drawn.member(5).status = VotingStatus.VOTER),
        Named.of("a version", drawn -> drawn.member(2).version = EtcdVersion.parse("3.6.17")),
        Named.of("the cluster", drawn -> drawn.key = new ClusterKey("other")),
        Named.of("a member more", drawn -> drawn.members.add(spare("etcd-9"))),
        Named.of(
            "the cluster id",
            drawn -> drawn.members.forEach(m -> m.cluster = ClusterId.parse("c2"))));
  }

  @Test
  void eachStepAndItsPlaceAreInTheDigest() {
    Plan plan = plan(drawn -> {});
    for (int index = 0; index < plan.steps().size(); index++) {
      List<Step> fewer = new ArrayList<>(plan.steps());
      Step removed = fewer.remove(index);
      assertThat(plan.withSteps(fewer).digest()).as("%s", removed).isNotEqualTo(plan.digest());
    }
    List<Step> swapped = new ArrayList<>(plan.steps());
    swapped.add(3, swapped.remove(4));
    assertThat(plan.withSteps(swapped).digest()).isNotEqualTo(plan.digest());
  }

  @Test
  void howManyAreAskedIsInTheDigest() {
    Plan plan = plan(drawn -> {});
    List<Step> more = new ArrayList<>(plan.steps());
    more.set(1, new AskApproval(2, Optional.of("dba")));
    assertThat(plan.withSteps(more).digest()).isNotEqualTo(plan.digest());
  }

  @Test
  void optionsPromiseAndWarningsArePartOfTheDigest() {
    Plan plan = plan(drawn -> {});
    assertThat(asking(plan, Map.of("member", List.of("a", "b"))).digest())
        .isNotEqualTo(asking(plan, Map.of("member", List.of("a, b"))).digest())
        .isNotEqualTo(plan.digest());
    assertThat(plan.promising("nothing").digest()).isNotEqualTo(plan.digest());
    assertThat(warning(plan, "1\nwarning: 2").digest())
        .isNotEqualTo(warning(plan, "1", "2").digest());
  }

  private static Plan asking(Plan plan, Map<String, List<String>> request) {
    return new Plan(
        plan.runbook(), request, plan.title(), plan.seen(), plan.steps(), plan.warnings(), "");
  }

  private static Plan warning(Plan plan, String... warnings) {
    return new Plan(
        plan.runbook(),
        plan.request(),
        plan.title(),
        plan.seen(),
        plan.steps(),
        List.of(warnings),
        "");
  }

  private static DrawnMember spare(String name) {
    DrawnMember spare = new DrawnMember(name);
    spare.gone();
    spare.status = VotingStatus.UNLISTED;
    return spare;
  }

  private static DrawnCluster drawn() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(4).gone();
    drawn.members.add(spare("etcd-5"));
    return drawn;
  }

  private static Plan plan(Consumer<DrawnCluster> change) {
    DrawnCluster drawn = drawn();
    change.accept(drawn);
    Options options = new Options(Map.of("member", List.of("etcd-4")));
    return (Plan)
        Runbooks.prescribe("minority-replace", options, drawn.view(), ApprovalPolicy.DEFAULT);
  }
}
