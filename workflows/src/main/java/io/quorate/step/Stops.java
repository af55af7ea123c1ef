package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.diagnosis.Unwritten;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Grace;
import io.quorate.workload.Trap;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/** The steps that stop a member and keep it stopped. */
public sealed interface Stops extends OnOneMember {
  @Override
  default String sentence() {
    return "Stop " + member() + " and keep it stopped";
  }

  @Override
  default String sentence(ClusterView view) {
    return sentence() + "; " + grace(view).words();
  }

  /**
   * Returns the stop of a member that is given up, and taken out afterwards: knowingly, where the
   * stop itself may do that.
   */
  static Stops givingUp(Member member) {
    return member
        .workload()
        .trap(Trap.Kind.STOP)
        .<Stops>map(trap -> new StopForGood(member.name(), trap.words()))
        .orElseGet(() -> new StopMember(member.name()));
  }

  private Grace grace(ClusterView view) {
    return view.member(member()).map(seen -> seen.workload().grace()).orElse(Grace.STANDARD);
  }

  @Override
  default Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  /** Budget of a few commands on one host, and of the time that the process gets to end. */
  @Override
  default Budget budget() {
    return new Budget(Duration.ofMinutes(2), 8);
  }

  @Override
  default Budget budget(ClusterView view) {
    return budget().longerBy(grace(view).time().minus(Grace.STANDARD.time()));
  }

  @Override
  default Optional<String> isDone(ClusterView view) {
    return Preconditions.held(view, member());
  }

  /**
   * Requires that the member's process is known: one that cannot be identified is left alone. One
   * that its supervisor starts again and again is known, as after its removal with {@code
   * Restart=always}, and the hold ends that.
   */
  @Override
  default Verdict mayRun(ClusterView view) {
    Optional<Workload> process = view.member(member()).map(Member::workload);
    return process.filter(known -> !known.isUncertain() || known.isRestarting()).isPresent()
        ? Verdict.PROCEED
        : new Verdict.Refused(
            StepReason.PROCESS_UNKNOWN.because(
                "what runs as "
                    + member()
                    + " cannot be told ("
                    + process.map(Workload::evidence).orElse("no such member")
                    + ")",
                view.words(member())));
  }

  @Override
  default ClusterView project(ClusterView view) {
    return view.projected().silent(member()).projected().workload(member(), Workload.Gone.HELD);
  }

  /**
   * Stops a member's process and keeps it stopped. One that does not end by SIGTERM is killed: etcd
   * needs seconds for an orderly end, and one that hangs on its way out would never end.
   */
  record StopMember(MemberName member) implements Stops {
    /** The step that starts the member again. */
    @Override
    public Optional<Step> undo() {
      return Optional.of(new ResumeMember(member));
    }
  }

  /**
   * Stops a member whose stop loses it, because the platform takes it out of the membership then or
   * deletes its data. It never comes back with its data: another member joins in its place. It is
   * stopped before it is taken out, for a process that ends by itself may be started again in its
   * place at once, and what starts it may bring the member back.
   *
   * @param why the {@linkplain io.quorate.workload.Trap#words words} of the trap
   */
  record StopForGood(MemberName member, String why) implements Stops {
    @Override
    public String sentence() {
      return "Stop " + member + " for good: " + why;
    }

    @Override
    public Hazard hazard() {
      return Hazard.IRREVERSIBLE;
    }

    @Override
    public Optional<MemberName> leaver() {
      return Optional.of(member);
    }

    /**
     * All other voters have to vote: they alone are left when the member is taken out. A member
     * that runs without the trap has been started anew since the plan, and keeps its data.
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Workload> process = view.member(member).map(Member::workload);
      if (process.filter(seen -> seen.runs() && seen.trap(Trap.Kind.STOP).isEmpty()).isPresent()) {
        return new Verdict.Changed(
            StepReason.STOP_LOSES_NOBODY.because(
                member + " has been started anew, and its stop would not lose it any more."));
      }
      if (view.leader().filter(leader -> leader.name().equals(member)).isPresent()) {
        return new Verdict.Changed(
            StepReason.LEADS_NOW.because(
                member + " leads now; it has to hand on the leadership first."));
      }
      Verdict others = Preconditions.allVote(view, member);
      return others.equals(Verdict.PROCEED) ? Stops.super.mayRun(view) : others;
    }
  }

  /**
   * Stops a member of a cluster that works and keeps it stopped, because people said that the data
   * itself is wrong and a snapshot is to be restored in its place. Its data is not touched: until
   * the restore, a return of the members brings the cluster back as it was.
   */
  record TakeDown(MemberName member) implements Stops {
    @Override
    public String sentence() {
      return "Take " + member + " down and keep it stopped";
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.ENDS_CLUSTER;
    }

    /** The step that starts the member again; it serves once enough of them run. */
    @Override
    public Optional<Step> undo() {
      return Optional.of(new ReturnMember(member));
    }
  }

  /**
   * Stops a member that runs on without quorum and keeps it stopped, once people have decided not
   * to wait for the others: its data can be read to the end only then, and nothing is restored
   * while a member of the old cluster runs (docs/etcd.md#n-12). Its data is not touched.
   */
  record EndSurvivor(MemberName member) implements Stops {
    @Override
    public String sentence() {
      return "Stop " + member + ", which runs without quorum, and keep it stopped";
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.WITHOUT_QUORUM;
    }
  }

  /**
   * Stops a member of a restored cluster that is given up, and keeps it stopped; the cluster stops
   * to serve. An abort starts it again.
   *
   * @param upTo the revision up to which nobody but Quorate changed a key
   */
  record StopRestored(MemberName member, Revision upTo) implements Stops {
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.ENDS_CLUSTER;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return new Unwritten(view, upTo)
          .written()
          .<Verdict>map(why -> new Verdict.Refused(StepReason.WRITTEN_SINCE.because(why)))
          .orElseGet(() -> Stops.super.mayRun(view));
    }

    /** The step that starts the member again; it serves once enough of them run. */
    @Override
    public Optional<Step> undo() {
      return Optional.of(new ReturnMember(member));
    }
  }
}
