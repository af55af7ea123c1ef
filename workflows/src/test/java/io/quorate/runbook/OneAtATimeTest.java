package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.drawing.Clusters;
import io.quorate.drawing.Clusters.Case;
import io.quorate.drawing.World;
import io.quorate.plan.Guard;
import io.quorate.plan.Plan;
import io.quorate.step.QuorumNeed;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Verdict;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every plan that stops and starts members, whatever was seen and asked. */
class OneAtATimeTest {
  @Provide
  Arbitrary<Case> cases() {
    return Clusters.withPlan("member-restart", "rolling-restart");
  }

  /** The question is held against such a plan once a minute; another one would void it. */
  @Property
  void theSameFactsAndOptionsGiveTheSamePlan(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    Case again = new Case(drawn.fates(), new Options(plan.request()), drawn.runbook());
    assertThat(again.plan().orElseThrow().digest()).isEqualTo(plan.digest());
  }

  @Property
  void writesGoOnAtEveryStep(@ForAll("cases") Case drawn) {
    assertThat(drawn.plan().orElseThrow().margins()).allMatch(margin -> margin >= 0);
  }

  @Property
  void atMostOneMemberThatVotedIsOutAtATime(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    Set<MemberName> voted = names(plan.seen().voting());
    for (int index = 0; index <= plan.steps().size(); index++) {
      Set<MemberName> voting = names(plan.expected(index, AddedIds.NONE).voting());
      assertThat(voted.stream().filter(name -> !voting.contains(name)).count())
          .isLessThanOrEqualTo(1);
    }
  }

  @Property
  void aStoppedMemberVotesAgainBeforeTheNextMemberIsStopped(@ForAll("cases") Case drawn) {
    Optional<MemberName> out = Optional.empty();
    for (Step step : drawn.plan().orElseThrow().steps()) {
      if (step instanceof StopMember stop) {
        assertThat(out).isEmpty();
        out = Optional.of(stop.member());
      } else if (step instanceof ResumeMember resume) {
        assertThat(out.orElse(resume.member())).isEqualTo(resume.member());
        out = Optional.of(resume.member());
      } else if (step instanceof AwaitVoting voting) {
        assertThat(out.orElse(voting.member())).isEqualTo(voting.member());
        out = Optional.empty();
      }
    }
    assertThat(out).isEmpty();
  }

  @Property
  void everybodyWhoVotedVotesAtTheEnd(@ForAll("cases") Case drawn) {
    Plan plan = drawn.plan().orElseThrow();
    ClusterView end = plan.expected(plan.steps().size(), AddedIds.NONE);
    assertThat(names(end.voting())).containsAll(names(plan.seen().voting()));
    assertThat(end.fingerprint()).isEqualTo(plan.seen().fingerprint());
  }

  @Property
  void theGuardLetsThePlanThroughAndKnowsEveryEffectAgain(@ForAll("cases") Case drawn) {
    World world = new World(drawn.plan().orElseThrow());
    while (world.hasMore()) {
      assertThat(Guard.judge(world.plan(), world.index(), world.added(), world.now()))
          .as(world.step().sentence())
          .isInstanceOfAny(Verdict.Proceed.class, Verdict.AlreadyDone.class);
      if (world.step().hazard().mutates()) {
        assertThat(Guard.judge(world.plan(), world.index(), world.added(), world.effect()))
            .as(world.step().sentence())
            .isInstanceOf(Verdict.AlreadyDone.class);
      }
      world.proceed();
    }
  }

  /** It is let through while nobody can say what one more silent member means. */
  @Property
  void aStepThatReturnsVotesNeverLowersTheMargin(@ForAll("cases") Case drawn) {
    for (World world = new World(drawn.plan().orElseThrow()); world.hasMore(); world.proceed()) {
      if (world.step().quorumNeed() == QuorumNeed.RETURNS_VOTES) {
        assertThat(world.step().project(world.now()).margin())
            .as(world.step().sentence())
            .isGreaterThanOrEqualTo(world.now().margin());
      }
    }
  }

  private static Set<MemberName> names(List<Member> members) {
    return members.stream().map(Member::name).collect(Collectors.toSet());
  }
}
