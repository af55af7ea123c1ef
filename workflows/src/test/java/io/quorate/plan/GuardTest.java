package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.Clusters;
import io.quorate.drawing.Clusters.Case;
import io.quorate.drawing.World;
import io.quorate.step.QuorumNeed;
import io.quorate.step.Verdict;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The guard at every step of every plan. */
class GuardTest {
  @Provide
  Arbitrary<Case> cases() {
    return Clusters.withPlan();
  }

  @Property
  void aPlanRunsThroughWhereNothingButThePlanChangesTheWorld(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      Verdict verdict = judge(world, world.now());
      assertThat(verdict)
          .as("%s", world.step())
          .isInstanceOfAny(Verdict.Proceed.class, Verdict.AlreadyDone.class);
    }
  }

  @Property
  void aChangeWhoseEffectIsThereIsNotRepeated(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      if (world.step().hazard().mutates()) {
        assertThat(judge(world, world.effect()))
            .as("%s", world.step())
            .isInstanceOf(Verdict.AlreadyDone.class);
      }
    }
  }

  @Property
  void aForeignLearnerStopsEveryStep(@ForAll("cases") Case drawn) {
    ClusterView foreign = drawn.view();
    MemberName somebody = new MemberName("etcd-1");
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      ClusterView now =
          world
              .now()
              .projected()
              .learnerAdded(somebody, "http://elsewhere:2380", new MemberId(0xdead));
      if (foreign.member(somebody).isPresent()) {
        assertThat(judge(world, now)).isInstanceOf(Verdict.Changed.class);
      }
    }
  }

  @Property
  void aVoterThatSomebodyElseRemovedStopsEveryStep(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      MemberName victim = world.now().voting().get(0).name();
      assertThat(judge(world, world.now().projected().removed(victim)))
          .as("%s", world.step())
          .isInstanceOf(Verdict.Changed.class);
    }
  }

  @Property
  void anotherClusterIsRefusedAndNoClusterIsWaitedFor(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      ClusterView other = with(world.now(), Optional.of(ClusterId.parse("c2")));
      assertThat(judge(world, other)).isInstanceOf(Verdict.Refused.class);
      ClusterView none = with(world.now(), Optional.empty());
      assertThat(judge(world, none)).isInstanceOf(Verdict.NotYet.class);
    }
  }

  @Property
  void theGuardStopsChangesWithoutQuorumOrBesideASilentVoter(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      ClusterView now = world.now();
      MemberName voting = world.now().voting().get(0).name();
      ClusterView oneSilent = now.projected().silent(voting);
      while (now.margin() >= 0) {
        now = now.projected().silent(now.voting().get(0).name());
      }
      if (world.step().hazard().mutates() && world.step().quorumNeed() == QuorumNeed.WITH_QUORUM) {
        assertThat(judge(world, now)).isNotInstanceOf(Verdict.Proceed.class);
        assertThat(judge(world, oneSilent)).isNotInstanceOf(Verdict.Proceed.class);
      }
    }
  }

  @Test
  void everyNeedOfQuorumHasRules() {
    for (QuorumNeed need : QuorumNeed.values()) {
      assertThat(Guard.rules(need)).as("%s", need).isNotEmpty();
    }
  }

  @Property
  void aReturnOfVotesChangesNoMembershipAndLowersNoMargin(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      ClusterView after = world.step().project(world.now());
      boolean better =
          after.fingerprint().equals(world.now().fingerprint())
              && after.margin() >= world.now().margin();
      assertThat(byRules(QuorumNeed.RETURNS_VOTES, world, world.now()).isEmpty())
          .as("%s", world.step())
          .isEqualTo(better);
    }
  }

  @Property
  void aStepForALostQuorumIsVoidOnceQuorumIsBack(@ForAll("cases") Case drawn) {
    for (World world = world(drawn); world.hasMore(); world.proceed()) {
      ClusterView lost = world.now();
      while (lost.margin() >= 0) {
        lost = lost.projected().silent(lost.voting().get(0).name());
      }
      assertThat(byRules(QuorumNeed.WITHOUT_QUORUM, world, withTheirData(lost)))
          .hasValueSatisfying(back -> assertThat(back).isInstanceOf(Verdict.Changed.class));
      lost = withoutTheirData(lost);
      assertThat(byRules(QuorumNeed.WITHOUT_QUORUM, world, world.now()))
          .hasValueSatisfying(back -> assertThat(back).isInstanceOf(Verdict.Changed.class));
      assertThat(byRules(QuorumNeed.WITHOUT_QUORUM, world, lost)).isEmpty();
    }
  }

  private static ClusterView withTheirData(ClusterView view) {
    ClusterView back = view;
    for (Member voter : view.voters()) {
      back = back.projected().workload(voter.name(), Workload.Gone.STOPPED);
      back = back.projected().data(voter.name(), DataDirectory.State.PRESENT);
    }
    return back;
  }

  private static ClusterView withoutTheirData(ClusterView view) {
    ClusterView gone = view;
    for (Member voter : view.voters()) {
      gone = gone.projected().workload(voter.name(), Workload.Gone.HELD);
      gone = gone.projected().data(voter.name(), DataDirectory.State.ABSENT);
    }
    return gone;
  }

  private static Optional<Verdict> byRules(QuorumNeed need, World world, ClusterView now) {
    return Guard.byRules(need, world.plan(), world.index(), world.added(), now);
  }

  private static World world(Case drawn) {
    return new World(drawn.plan().orElseThrow());
  }

  private static Verdict judge(World world, ClusterView now) {
    return Guard.judge(world.plan(), world.index(), world.added(), now);
  }

  private static ClusterView with(ClusterView view, Optional<ClusterId> id) {
    return new ClusterView(
        view.cluster(),
        view.at(),
        id,
        view.source(),
        view.members(),
        view.alarms(),
        view.settledSince(),
        view.lastSnapshot(),
        view.lookAgain(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
