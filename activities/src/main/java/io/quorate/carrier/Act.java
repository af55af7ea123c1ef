package io.quorate.carrier;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.time.Duration;
import java.util.Optional;

/**
 * What a carrier has at hand: the ports of its cluster, the look on which the guard said yes, and
 * the yes itself.
 */
public record Act(
    ClusterPorts ports, ClusterView view, Permit permit, Attempt attempt, Observer observer) {

  /** The member to ask for a change: the leader, for its view of who is connected is the best. */
  MemberName through() {
    return view.leader()
        .filter(view::isVoting)
        .or(() -> view.voting().stream().findFirst())
        .map(Member::name)
        .orElseThrow(() -> new Failure.NotYet("no voter takes part in the quorum now"));
  }

  Member member(MemberName name) {
    return view.member(name)
        .orElseThrow(() -> new Failure.Refused(name + " is neither configured nor listed"));
  }

  Answer answer(MemberName name) {
    return member(name).answer().orElseThrow(() -> new Failure.NotYet(name + " does not answer"));
  }

  ClusterView lookAgain() {
    return observer.glance(Optional.empty());
  }

  /** One look around the step, its host included. */
  ClusterView lookAgainAt(MemberName host) {
    return observer.glance(Optional.of(host));
  }

  /** Waits between two looks; an interrupt ends the attempt. */
  void pause(Duration time) {
    if (attempt.isOver()) {
      throw new Failure.Transient("this attempt is over");
    }
    Pause.of(time);
  }
}
