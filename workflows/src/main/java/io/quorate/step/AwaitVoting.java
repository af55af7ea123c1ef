package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import java.time.Duration;

/**
 * Waits until a voter that was started takes part in the quorum again, is in sync by the rule of
 * {@link AwaitInSync}, and quorum takes a write through it. Only then the next member may be
 * touched.
 */
public record AwaitVoting(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Wait until " + member + " votes and is in sync with the leader";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(1), 40);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().inSync(member);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(member).filter(view::isVoting).isPresent()
        ? Verdict.PROCEED
        : new Verdict.NotYet(member + " does not vote yet");
  }
}
