package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Stops a member's process and keeps it stopped. One that does not end by SIGTERM is killed: etcd
 * needs seconds for an orderly end, and one that hangs on its way out would never end.
 */
public record StopMember(MemberName member) implements ActivityStep {
  @Override
  public String sentence() {
    return "Stop "
        + member
        + " and keep it stopped; SIGKILL if it has not ended after "
        + Workload.TERM.toSeconds()
        + " s";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  /** Budget of a few commands on one host, and of the time that the process gets to end. */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(2), 8);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member)
        .filter(seen -> seen.workload().state() == Workload.State.HELD)
        .map(seen -> member + " is held: " + seen.workload().evidence());
  }

  /**
   * Requires that the member's process is known: one that cannot be identified is left alone. One
   * that its supervisor starts again and again is known, as after its removal with {@code
   * Restart=always}, and the hold ends that.
   */
  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Workload> process = view.member(member).map(Member::workload);
    return process
            .filter(
                known -> known.state() != Workload.State.UNKNOWN || known.restarting().isPresent())
            .isPresent()
        ? Verdict.PROCEED
        : new Verdict.Refused(
            "what runs as "
                + member
                + " cannot be told ("
                + process.map(Workload::evidence).orElse("no such member")
                + "); look at its host");
  }

  /** The step that starts the member again. */
  @Override
  public Optional<Step> undo() {
    return Optional.of(new ResumeMember(member));
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().silent(member).projected().workload(member, Workload.State.HELD);
  }
}
