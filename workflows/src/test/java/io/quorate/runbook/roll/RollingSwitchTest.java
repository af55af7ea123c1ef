package io.quorate.runbook.roll;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Downgrades.EnableDowngrade;
import io.quorate.step.Hazard;
import io.quorate.step.Releases.AwaitRelease;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.step.Stops.StopMember;
import io.quorate.step.Versions.AwaitDowngradeReady;
import io.quorate.step.Votes.MoveLeader;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every plan that takes members to another etcd, whatever was seen and asked. */
class RollingSwitchTest {
  private static final List<String> WAYS =
      List.of("3.5.35 3.6.16", "3.6.16 3.7.3", "3.6.15 3.6.16", "3.7.3 3.6.16", "3.6.16 3.5.35");

  /**
   * A cluster on its way.
   *
   * @param way from where to where
   * @param gone who runs the target already
   * @param out who is stopped, if that number is a member's
   * @param swapped whether it was switched before
   * @param mark a bit each: a downgrade is enabled, it is to be called off, a raft snapshot is
   *     there, there are settings that are renamed
   */
  record Roll(String way, List<Boolean> gone, int leader, int out, boolean swapped, int mark) {
    EtcdVersion from() {
      return EtcdVersion.parse(way.split(" ")[0]);
    }

    EtcdVersion to() {
      return EtcdVersion.parse(way.split(" ")[1]);
    }

    boolean down() {
      return to().isBefore(from());
    }

    boolean enabled() {
      return down() && (mark & 1) != 0;
    }

    boolean cancels() {
      return enabled() && (mark & 2) != 0;
    }

    ClusterView view() {
      DrawnCluster drawn = DrawnCluster.of(gone.size());
      WAYS.stream()
          .flatMap(one -> List.of(one.split(" ")).stream())
          .distinct()
          .forEach(version -> drawn.releases.add(EtcdVersion.parse(version)));
      for (int number = 0; number < gone.size(); number++) {
        DrawnMember member = drawn.member(number);
        member.leads = false;
        member.version = gone.get(number) ? to() : from();
        member.index = 900;
        member.raftSnapshot = (mark & 4) != 0 ? Optional.of(900L) : Optional.of(100L);
        if ((mark & 8) != 0) {
          member.settings.put("ETCD_EXPERIMENTAL_MEMORY_MLOCK", "true");
        }
        if (enabled()) {
          member.downgradeTo = Optional.of(to().line());
          member.clusterVersion = Optional.of(to().line());
        }
        if (number == out) {
          member.stopped();
          member.workload(Workload.Gone.HELD);
          member.binary = Optional.of(swapped ? to() : member.version);
        }
      }
      drawn.members.stream()
          .skip(leader % gone.size())
          .filter(member -> member.answers)
          .findFirst()
          .or(() -> drawn.members.stream().filter(member -> member.answers).findFirst())
          .ifPresent(member -> member.leads = true);
      return drawn.view();
    }

    String runbook() {
      return down() ? "rolling-downgrade" : "rolling-upgrade";
    }

    Optional<Plan> plan() {
      Map<String, List<String>> options = new TreeMap<>();
      if (cancels()) {
        options.put("cancel", List.of());
      } else {
        options.put("to", List.of(to().toString()));
        options.put("accept", List.of("GHSA-XG4H-6GFC-H4M8"));
      }
      return plan(new Options(options));
    }

    Optional<Plan> plan(Options options) {
      return Optional.of(Runbooks.prescribe(runbook(), options, view(), ApprovalPolicy.DEFAULT))
          .filter(Plan.class::isInstance)
          .map(Plan.class::cast);
    }
  }

  @Provide
  Arbitrary<Roll> rolls() {
    return Combinators.combine(
            Arbitraries.of(WAYS),
            Arbitraries.of(true, false).list().ofMinSize(1).ofMaxSize(5),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 12),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 15))
        .as(Roll::new)
        .filter(20_000, roll -> roll.plan().isPresent());
  }

  /** The question is held against such a plan once a minute; another one would void it. */
  @Property
  void theSameFactsAndOptionsGiveTheSamePlan(@ForAll("rolls") Roll roll) {
    Plan plan = roll.plan().orElseThrow();
    assertThat(roll.plan(new Options(plan.request())).orElseThrow().digest())
        .isEqualTo(plan.digest());
  }

  @Property
  void writesGoOnAtEveryStep(@ForAll("rolls") Roll roll) {
    assertThat(roll.plan().orElseThrow().margins()).allMatch(margin -> margin >= 0);
  }

  @Property
  void atMostOneMemberThatVotedIsOutAtATime(@ForAll("rolls") Roll roll) {
    Plan plan = roll.plan().orElseThrow();
    Set<MemberName> voted = names(plan.seen().voting());
    for (int index = 0; index <= plan.steps().size(); index++) {
      Set<MemberName> voting = names(plan.expected(index, AddedIds.NONE).voting());
      assertThat(voted.stream().filter(name -> !voting.contains(name)).count())
          .isLessThanOrEqualTo(1);
    }
  }

  /** N-21: between enabling and that an older etcd starts and is of no use. */
  @Property
  void noMemberIsStoppedBeforeTheDowngradeIsReady(@ForAll("rolls") Roll roll) {
    List<Step> steps = roll.plan().orElseThrow().steps();
    boolean downgrades = steps.stream().anyMatch(AwaitDowngradeReady.class::isInstance);
    if (downgrades) {
      List<Step> before =
          steps.stream().takeWhile(step -> !(step instanceof AwaitDowngradeReady)).toList();
      assertThat(before)
          .noneMatch(step -> step instanceof StopMember || step instanceof SwitchRelease);
    } else {
      assertThat(steps).noneMatch(EnableDowngrade.class::isInstance);
    }
  }

  /** Only where the members have never been on the newer etcd together, or it has come through. */
  @Property
  void anOlderReleaseNeedsAReadyDowngradeOrAnOlderClusterVersion(@ForAll("rolls") Roll roll) {
    Plan plan = roll.plan().orElseThrow();
    List<Step> steps = plan.steps();
    for (Step step : steps) {
      if (step instanceof SwitchRelease turn && turn.to().isBefore(turn.from())) {
        assertThat(
                steps.stream().anyMatch(AwaitDowngradeReady.class::isInstance)
                    || plan.seen().clusterVersion().equals(Optional.of(turn.to().line())))
            .isTrue();
      }
    }
  }

  @Property
  void theLeaderIsSwitchedLastAndHandsOnToASwitchedMember(@ForAll("rolls") Roll roll) {
    Plan plan = roll.plan().orElseThrow();
    MemberName leader = plan.seen().leader().map(Member::name).orElseThrow();
    List<MemberName> turns =
        plan.steps().stream()
            .filter(SwitchRelease.class::isInstance)
            .map(step -> ((SwitchRelease) step).member())
            .toList();
    if (turns.contains(leader)) {
      assertThat(turns.get(turns.size() - 1)).isEqualTo(leader);
    }
    List<MoveLeader> moves =
        plan.steps().stream()
            .filter(MoveLeader.class::isInstance)
            .map(MoveLeader.class::cast)
            .toList();
    assertThat(moves).hasSizeLessThanOrEqualTo(1);
    for (MoveLeader move : moves) {
      List<Step> before = plan.steps().subList(0, plan.steps().indexOf(move));
      boolean switched =
          before.stream()
              .anyMatch(s -> s instanceof AwaitRelease a && a.member().equals(move.to()));
      boolean was = !turns.contains(move.to());
      assertThat(switched || was || turns.size() == 1).isTrue();
    }
  }

  /** What cannot be taken back is one step, and the last switch. */
  @Property
  void onlyTheLastSwitchCannotBeTakenBack(@ForAll("rolls") Roll roll) {
    List<Step> switches =
        roll.plan().orElseThrow().steps().stream().filter(SwitchRelease.class::isInstance).toList();
    if (!switches.isEmpty()) {
      assertThat(switches.subList(0, switches.size() - 1))
          .allMatch(step -> step.hazard() == Hazard.REVERSIBLE);
    }
  }

  @Property
  void aMemberRunsTheNewReleaseBeforeTheNextMemberIsStopped(@ForAll("rolls") Roll roll) {
    Optional<MemberName> out = Optional.empty();
    for (Step step : roll.plan().orElseThrow().steps()) {
      if (step instanceof StopMember stop) {
        assertThat(out.orElse(stop.member())).isEqualTo(stop.member());
        out = Optional.of(stop.member());
      } else if (step instanceof SwitchRelease turn) {
        assertThat(out.orElse(turn.member())).isEqualTo(turn.member());
      } else if (step instanceof ResumeMember resume) {
        assertThat(out.orElse(resume.member())).isEqualTo(resume.member());
        out = Optional.of(resume.member());
      } else if (step instanceof AwaitRelease release) {
        assertThat(out.orElse(release.member())).isEqualTo(release.member());
        out = Optional.empty();
      }
    }
    assertThat(out).isEmpty();
  }

  @Property
  void theGuardLetsThePlanThroughAndKnowsEveryEffectAgain(@ForAll("rolls") Roll roll) {
    World world = new World(roll.plan().orElseThrow());
    world.pastTheGuard();
    assertThat(world.now().voting()).hasSameSizeAs(world.now().voters());
  }

  private static Set<MemberName> names(List<Member> members) {
    return members.stream().map(Member::name).collect(Collectors.toSet());
  }
}
