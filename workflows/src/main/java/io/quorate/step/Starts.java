package io.quorate.step;

import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataFinding;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.diagnosis.Return;
import io.quorate.step.Holds.LeaveDestination;
import io.quorate.step.Versions.AwaitRaftSnapshot;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/** The steps that start a stopped member again with the data it has. */
public sealed interface Starts extends OnOneMember {
  @Override
  default boolean startsOnData() {
    return true;
  }

  @Override
  default Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  /** The budget with the time in which all of the data is read before the start. */
  @Override
  default Budget budget(ClusterView view) {
    return budget().longerBy(ReplicationProgress.toRead(view, member()));
  }

  /** The member counts as silent until {@link AwaitVoting} has seen it vote. */
  @Override
  default ClusterView project(ClusterView view) {
    return view.projected().workload(member(), Workload.Running.EXPECTED);
  }

  /**
   * Starts a member again with the data it had (docs/etcd.md#restarting). Data that is not proven
   * whole is never started under a known identity: a voter without its log forgets what it
   * acknowledged (docs/etcd.md#n-03).
   */
  record ResumeMember(MemberName member) implements Starts {
    @Override
    public String sentence() {
      return "Start " + member + " with its data";
    }

    /**
     * Budget of three starts, because a crash loop destroys evidence (docs/etcd.md#time-limits),
     * and one more for the death of a worker.
     */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(5), 4);
    }

    /**
     * The evidence that nothing is left to start, also for a member that is not in the membership
     * any more, which stays stopped. A next place was never in the membership and is started.
     */
    @Override
    public Optional<String> isDone(ClusterView view) {
      if (view.member(member).filter(m -> m.isListed() || m.nextOf().isPresent()).isEmpty()) {
        return Optional.of(member + " is not in the membership and stays stopped");
      }
      return Preconditions.answers(view, member);
    }

    /**
     * May run without quorum: when another voter dies while this one is stopped, quorum is lost
     * until one of them is back (docs/etcd.md#quorum), and this one's data is known to be whole
     * (docs/etcd.md#n-03).
     */
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member);
      if (seen.flatMap(Member::entry).filter(MembershipEntry::started).isEmpty()) {
        return new Verdict.Refused(
            StepReason.NOT_STARTED_BEFORE.because(member + " was never started"));
      }
      return switch (seen.get().workload().state()) {
        case Workload.Gone.STOPPED, Workload.Gone.HELD ->
            Preconditions.stranger(view, seen.get(), "Put the data of " + member + " back.")
                .or(() -> Preconditions.otherHistory(view, seen.get()))
                .orElseGet(() -> data(seen.get()));
        case Workload.Running running ->
            seen.get()
                .hang()
                .<Verdict>map(
                    hang ->
                        new Verdict.Refused(
                            StepReason.MEMBER_HANGS.because(
                                member + " runs and hangs",
                                "Abort the operation.",
                                "Then: quorate start member-restart "
                                    + view.cluster()
                                    + " --member "
                                    + member)))
                .orElse(Verdict.PROCEED);
        case Workload.Gone.ABSENT -> Preconditions.cannotBeStarted(seen.get());
        case Workload.Uncertain uncertain -> Preconditions.cannotBeStarted(seen.get());
      };
    }

    private Verdict data(Member stopped) {
      if (stopped.data().doubt().isPresent()) {
        return new Verdict.Refused(
            StepReason.CANNOT_START_ON_ITS_DATA.because(
                "%s is not started: %s".formatted(member, stopped.data().doubt().get())));
      }
      return stopped.data().intact()
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.DATA_NOT_WHOLE.because(
                  "the data of "
                      + member
                      + " is not proven whole ("
                      + stopped
                          .data()
                          .damage()
                          .map(DataFinding::words)
                          .orElse(
                              "its data directory is " + Preconditions.word(stopped.data().state()))
                      + "); it is never started so"));
    }
  }

  /**
   * Starts a member with its data while there is no quorum (docs/etcd.md#return-of-a-majority).
   * Such a member answers nobody until enough others run, so the step is done when its process
   * runs; that it votes is what {@link AwaitVoting} waits for.
   *
   * @param danger why nobody can tell whether the data is an older copy, without which a voter that
   *     is missing had acknowledged writes alone; empty where the record tells, or nobody is
   *     missing
   * @param needed why the promise of the plan needs this member: what the others lack may be in its
   *     data alone; empty where the record vouches for the others
   */
  record ReturnMember(MemberName member, Optional<String> danger, Optional<String> needed)
      implements Starts {
    /** A start that costs no acknowledged write, and that the others can do without. */
    public ReturnMember(MemberName member) {
      this(member, Optional.empty(), Optional.empty());
    }

    @Override
    public String sentence() {
      return "Start "
          + member
          + " with its data"
          + danger.map(why -> ", which may be an older copy (" + why + ")").orElse("")
          + "; it serves once enough voters run";
    }

    @Override
    public Hazard hazard() {
      return danger.isPresent() ? Hazard.DESTRUCTIVE : Hazard.REVERSIBLE;
    }

    /**
     * Budget of three starts, because a crash loop destroys evidence (docs/etcd.md#time-limits),
     * and one more for the death of a worker.
     */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(15), 4);
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(member)
          .filter(seen -> seen.workload().runs())
          .map(seen -> member + " runs: " + seen.workload().evidence());
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member).filter(Member::isVoter);
      if (seen.isEmpty()) {
        return new Verdict.Refused(
            StepReason.NOT_A_VOTER.because(member + " is no voter as far as is known"));
      }
      Optional<ForgetfulVoter> forgetful = ForgetfulVoter.in(view);
      if (forgetful.isPresent()) {
        return new Verdict.Refused(
            StepReason.FORGETFUL_VOTER.because(
                member
                    + " is not started: "
                    + forgetful.get().voter().name()
                    + " "
                    + forgetful.get().why()));
      }
      Return how = Return.of(view, seen.get());
      String why = member + " is not started: it " + how.sentence(view, seen.get());
      return switch (how) {
        case STARTABLE, RUNS, SERVES -> Verdict.PROCEED;
        // Other data than people were told of: whether the others are enough is another question.
        case OUTDATED, FORKED, GONE ->
            new Verdict.Changed(StepReason.RETURN_CHANGED.because(why + "."));
        case FORGETFUL, STOPPED_BY_SIGNAL, HANGS, AWAY, NEVER_STARTED ->
            new Verdict.Refused(StepReason.CANNOT_RETURN.because(why, seen.get().words()));
      };
    }

    /**
     * The others may be a quorum without this member. Where nobody knows whether their data is an
     * older copy, they must not elect a leader of theirs on one person's word.
     */
    @Override
    public boolean maySkip() {
      return needed.isEmpty();
    }
  }

  /**
   * The steps that start a stopped member as {@link ResumeMember} does, and differ in one thing.
   */
  sealed interface Resumes extends Starts {
    /** The step of which this step is a variant. */
    default ResumeMember resume() {
      return new ResumeMember(member());
    }

    @Override
    default Budget budget() {
      return resume().budget();
    }

    @Override
    default Optional<String> isDone(ClusterView view) {
      return resume().isDone(view);
    }

    @Override
    default Verdict mayRun(ClusterView view) {
      return resume().mayRun(view);
    }
  }

  /**
   * Starts a stopped member with its data, and for this one run with {@code
   * ETCD_SNAPSHOT_COUNT=100} in the environment of the process, so that {@link AwaitRaftSnapshot}
   * need not wait for 10,000 writes (docs/etcd.md#v2-requests).
   *
   * @param beyond the raft index from which on its snapshot is new enough
   */
  record ResumeToSnapshot(MemberName member, long beyond) implements Resumes {
    /** Number of entries between two raft snapshots in this run. */
    public static final int SNAPSHOT_COUNT = 100;

    @Override
    public String sentence() {
      return "Start " + member + " with its data, to take a raft snapshot";
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return Preconditions.raftSnapshot(view, member, beyond).or(() -> resume().isDone(view));
    }
  }

  /**
   * Starts a member again with its data at a node or zone that a person named, on a platform that
   * chooses the machine of a member itself. Its data has to be usable there. Later starts are not
   * bound to the destination.
   */
  record ResumeElsewhere(MemberName member, Destination to) implements Resumes {
    @Override
    public String sentence() {
      return resume().sentence() + " " + to.where();
    }

    @Override
    public QuorumNeed quorumNeed() {
      return resume().quorumNeed();
    }

    /** A node may never have room, and the undo takes back whatever an attempt leaves behind. */
    @Override
    public boolean mayBeCalledOff() {
      return true;
    }

    /** The step after which the undo of the stop starts the member anywhere. */
    @Override
    public Optional<Step> undo() {
      return Optional.of(new LeaveDestination(member, to));
    }
  }

  /**
   * Starts a member on whatever machine there is, also one whose start is bound to a machine that
   * has no room. Quorum needs it by now, and no binding of a start is worth an outage.
   */
  record ResumeAnywhere(MemberName member) implements Resumes {
    @Override
    public String sentence() {
      return resume().sentence() + ", wherever it can run";
    }

    @Override
    public QuorumNeed quorumNeed() {
      return resume().quorumNeed();
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(member).filter(seen -> seen.workload().waitsForMachine()).isPresent()
          ? Verdict.PROCEED
          : resume().mayRun(view);
    }
  }
}
