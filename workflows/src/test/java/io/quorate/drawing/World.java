package io.quorate.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.plan.Guard;
import io.quorate.plan.Plan;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.BeginVoter;
import io.quorate.step.Downgrades.CancelDowngrade;
import io.quorate.step.Downgrades.EnableDowngrade;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.StartElsewhere;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Runs.TerminateMember;
import io.quorate.step.Starts.ResumeElsewhere;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Starts.ResumeToSnapshot;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.step.Step;
import io.quorate.step.Verdict;
import io.quorate.step.WorkflowStep;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The world while a plan is carried out in it and all goes well: real effects, with real ids. */
public final class World {
  private final Plan plan;
  private ClusterView now;
  private AddedIds added = AddedIds.NONE;
  private int index;
  private boolean remembers;

  public World(Plan plan) {
    this.plan = plan;
    this.now = plan.seen();
  }

  public Plan plan() {
    return plan;
  }

  public boolean hasMore() {
    return index < plan.steps().size();
  }

  public Step step() {
    return plan.step(index, added);
  }

  public int index() {
    return index;
  }

  public AddedIds added() {
    return added;
  }

  public ClusterView now() {
    return now;
  }

  /** The effect of the step at hand, before anybody recorded that it is done. */
  public ClusterView effect() {
    ClusterView projected = ids().in(step().project(now));
    // A member that was started answers, and one that was asked to end ends; the projection leaves
    // that open, as the worst case.
    return switch (step()) {
      case StartMember start -> answering(projected, start.member());
      case StartElsewhere start -> answering(projected, start.member());
      case AwaitInSync wait -> answering(projected, wait.member());
      case RemoveMember gone -> monitored(projected);
      case ResumeMember start -> monitored(answering(projected, start.member()));
      case ResumeElsewhere start -> monitored(answering(projected, start.member()));
      case ReturnMember start -> electing(projected);
      case BeginVoter start -> electing(projected);
      case ResumeToSnapshot start -> answering(projected, start.member());
      case TerminateMember asked ->
          projected.projected().workload(asked.member(), Workload.Gone.STOPPED);
      case SwitchRelease step ->
          projected.projected().switched(step.member(), step.to(), step.settings(now));
      case EnableDowngrade enable -> monitored(projected);
      case CancelDowngrade cancel -> monitored(projected);
      default -> projected;
    };
  }

  /** A listed member answers, in sync, as what it is started from where that is known. */
  public static ClusterView answering(ClusterView view, MemberName name) {
    Optional<EtcdVersion> binary = view.member(name).orElseThrow().installation().binary();
    return binary
        .map(version -> view.projected().running(name, version))
        .orElse(view.projected().inSync(name));
  }

  /** Raft elects a leader once enough voters run. */
  private static ClusterView electing(ClusterView view) {
    List<MemberName> running =
        view.voters().stream().filter(voter -> voter.workload().runs()).map(Member::name).toList();
    return view.quorum().isHeldBy(running.size()) ? view.projected().voting(running) : view;
  }

  /** What etcd does by itself when all members answer, within seconds. */
  private static ClusterView monitored(ClusterView view) {
    if (view.downgradeTo().isPresent()) {
      return view.projected().clusterVersion(view.downgradeTo().get());
    }
    Set<String> lines =
        view.voting().stream()
            .map(voter -> voter.status().orElseThrow().version().line())
            .collect(Collectors.toSet());
    boolean alike = lines.size() == 1 && view.voting().size() == view.voters().size();
    return alike ? view.projected().clusterVersion(lines.iterator().next()) : view;
  }

  /**
   * Adds the record to a look. The record tells of the approved cluster what it told when people
   * approved the plan.
   */
  private ClusterView remembered(ClusterView view) {
    return remembers && view.clusterId().equals(plan.seen().clusterId())
        ? view.after(plan.seen().past())
        : view;
  }

  /** The same world, in which nothing is added to the record and nothing forgotten. */
  public World remembering() {
    remembers = true;
    return this;
  }

  /** Carries out all of it: the guard lets each step through, and knows its effect again. */
  public void pastTheGuard() {
    while (hasMore()) {
      if (step() instanceof WorkflowStep) {
        proceed();
        continue;
      }
      assertThat(Guard.judge(plan, index, added, remembered(now)))
          .as(step().sentence() + " of\n" + plan.text())
          .isInstanceOfAny(Verdict.Proceed.class, Verdict.AlreadyDone.class);
      if (step().hazard().mutates()) {
        assertThat(Guard.judge(plan, index, added, effect()))
            .as("again: " + step().sentence() + " of\n" + plan.text())
            .isInstanceOf(Verdict.AlreadyDone.class);
      }
      proceed();
    }
  }

  /** On to the next step, with what this one did recorded. */
  public void proceed() {
    now = effect();
    added = ids();
    index++;
  }

  private AddedIds ids() {
    return step() instanceof AddLearner add
        ? added.plus(Map.of(add.member(), new MemberId(0xb000 + index)))
        : added;
  }
}
