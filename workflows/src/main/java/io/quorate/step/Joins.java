package io.quorate.step;

import io.quorate.cluster.Destination;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Stops.StopMember;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** The steps by which a new member joins: added as a learner, started, and given its vote. */
public sealed interface Joins extends ActivityStep {
  /** The member that joins. */
  MemberName member();

  @Override
  default Optional<MemberName> newcomer() {
    return Optional.of(member());
  }

  /**
   * Adds a member as a learner, never as a voter (docs/etcd.md#n-08): a learner does not count for
   * quorum, so one that never starts costs the cluster nothing.
   */
  record AddLearner(MemberName member, String peerUrl) implements Joins {
    /**
     * Placeholder for an id that only the result of this step tells. etcd never gives a member the
     * id 0.
     */
    public static final MemberId NOT_YET_KNOWN = new MemberId(0);

    private static final Predicate<MemberStatus> SILENT_ABOUT_IT =
        status -> status.version().line().equals("3.5");

    @Override
    public String sentence() {
      return "Add " + member + " as a learner at " + peerUrl;
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    @Override
    public Budget budget() {
      return Budget.CHANGE;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.memberAt(peerUrl)
          .filter(Member::isLearner)
          .flatMap(Member::id)
          .map(id -> "the membership lists learner " + id + " at " + peerUrl);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().learnerAdded(member, peerUrl, NOT_YET_KNOWN);
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new RemoveMember(member, NOT_YET_KNOWN));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> there = view.memberAt(peerUrl);
      if (there.isPresent()) {
        return new Verdict.Refused(
            StepReason.PEER_URL_TAKEN.because(
                peerUrl + " belongs to the voter " + there.get().name()));
      }
      if (!view.learners().isEmpty()) {
        return new Verdict.Refused(
            StepReason.LEARNER_THERE.because(
                "there is a learner already: "
                    + view.learners().get(0).name()
                    + "; one at a time"));
      }
      Optional<Member> unstarted =
          view.voters().stream()
              .filter(voter -> voter.entry().filter(l -> !l.started()).isPresent())
              .findFirst();
      if (unstarted.isPresent()) {
        return new Verdict.Refused(
            StepReason.VOTER_NEVER_STARTED.because(
                unstarted.get().name() + " is a voter that was never started; see to it first"));
      }
      return elsewhere(view)
          .or(
              () ->
                  room(view)
                      .flatMap(room -> room.missing(view))
                      .map(why -> new Verdict.NotYet(StepReason.NO_SPACE_ON_DISK.because(why))))
          .orElseGet(() -> dataAside(view));
    }

    @Override
    public Optional<DiskSpace> room(ClusterView view) {
      return Optional.of(DiskSpace.toJoin(view, member));
    }

    /**
     * The member to ask whether a downgrade is enabled, because the status of 3.5 is silent about
     * it. An unstarted learner would keep the downgrade enabled, and could not start before its end
     * (docs/etcd.md#traps-of-a-downgrade). One answer is enough, because all members know of the
     * same downgrade.
     */
    public Optional<MemberName> silentAboutDowngrade(ClusterView view) {
      return view.voting().stream()
          .filter(voter -> voter.status().filter(SILENT_ABOUT_IT).isPresent())
          .findFirst()
          .map(Member::name);
    }

    private Optional<Verdict> elsewhere(ClusterView view) {
      return view.member(member)
          .filter(place -> !place.installation().settings().isEmpty())
          .flatMap(place -> ChangedAddress.notListening(place, peerUrl))
          .map(
              why ->
                  new Verdict.Refused(
                      StepReason.MEMBER_NOT_LISTENING.because(why.fact(), why.todo())));
    }

    /**
     * Refuses while old data is there: a learner that finds it would start as the member it was
     * (docs/etcd.md#n-03).
     */
    private Verdict dataAside(ClusterView view) {
      Optional<DataDirectory.State> data = view.member(member).map(seen -> seen.data().state());
      return data.filter(Preconditions::nothingThere).isPresent()
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.DIRECTORY_NOT_EMPTY.because(
                  "the data directory of " + member + " is not empty"));
    }
  }

  /**
   * Starts a learner with an empty data directory and the membership as quorum confirms it; done
   * when the member answers as that learner.
   *
   * <p>A data directory with something in it is started only when this very learner made it (the
   * start gate, docs/etcd.md#start-gate), by the files that are there and by whose data they say it
   * is.
   */
  record StartMember(MemberName member) implements Joins, OnOneMember {
    @Override
    public String sentence() {
      return "Start " + member + " as a learner";
    }

    @Override
    public boolean startsOnData() {
      return true;
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    /**
     * Budget of three starts, because a crash loop destroys evidence (docs/etcd.md#time-limits),
     * and one more for the death of a worker.
     */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(2), 4);
    }

    /**
     * The budget with the time in which the leader's database arrives: it serves only after that.
     */
    @Override
    public Budget budget(ClusterView view) {
      long bytes = view.largestDatabase();
      return budget()
          .longerBy(ReplicationProgress.patience(bytes).plus(ReplicationProgress.toReceive(bytes)));
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return Preconditions.answers(view, member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().started(member);
    }

    @Override
    public Optional<Step> undo() {
      return Optional.of(new StopMember(member));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member);
      if (seen.isEmpty() || !seen.get().isLearner()) {
        return new Verdict.Refused(
            StepReason.NOT_A_LEARNER.because(
                member
                    + " is not a learner; a voter is never started with an empty data directory"));
      }
      return switch (seen.get().workload().state()) {
        case Workload.Gone.STOPPED, Workload.Gone.HELD ->
            Preconditions.stranger(view, seen.get(), "Remove " + member + " and add it anew.")
                .or(() -> tooOld(view, seen.get()))
                .orElseGet(() -> data(seen.get()));
        case Workload.Running running -> Verdict.PROCEED;
        case Workload.Gone.ABSENT -> Preconditions.cannotBeStarted(seen.get());
        case Workload.Uncertain uncertain -> Preconditions.cannotBeStarted(seen.get());
      };
    }

    /**
     * The refusal of an etcd older than the cluster version, which ends at once
     * (docs/etcd.md#n-19).
     */
    private Optional<Verdict> tooOld(ClusterView view, Member learner) {
      return learner
          .installation()
          .binary()
          .flatMap(version -> Preconditions.mayJoin(view, member, version));
    }

    private Verdict data(Member learner) {
      boolean neverStarted = learner.entry().filter(entry -> !entry.started()).isPresent();
      if (Preconditions.nothingThere(learner.data().state())) {
        return neverStarted
            ? Verdict.PROCEED
            : new Verdict.Refused(
                StepReason.DATA_GONE.because(member + " was started before and its data is gone"));
      }
      if (learner.data().intact()) {
        return Verdict.PROCEED;
      }
      return new Verdict.Refused(
          learner.data().state() == DataDirectory.State.UNREADABLE
              ? StepReason.DIRECTORY_UNREADABLE.because(
                  "the data directory of "
                      + member
                      + " cannot be read"
                      + learner.data().doubt().map(": "::concat).orElse(""),
                  learner.words())
              : StepReason.DATA_NOT_WHOLE.because(
                  "the data of " + member + " is not whole",
                  "Remove " + member + " and add it anew."));
    }
  }

  /**
   * Starts a learner as {@link StartMember} does, at a node or zone that a person named, on a
   * platform that chooses the machine of a member itself.
   */
  record StartElsewhere(MemberName member, Destination to) implements Joins, OnOneMember {
    @Override
    public String sentence() {
      return start().sentence() + " " + to.where();
    }

    private StartMember start() {
      return new StartMember(member);
    }

    @Override
    public boolean startsOnData() {
      return start().startsOnData();
    }

    @Override
    public Hazard hazard() {
      return start().hazard();
    }

    @Override
    public Budget budget() {
      return start().budget();
    }

    @Override
    public Budget budget(ClusterView view) {
      return start().budget(view);
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return start().isDone(view);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return start().project(view);
    }

    @Override
    public Optional<Step> undo() {
      return start().undo();
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return start().mayRun(view);
    }
  }

  /** Gives a learner that is in sync its vote; done when the list and the member itself say so. */
  record PromoteLearner(MemberName member) implements Joins {
    @Override
    public String sentence() {
      return "Promote " + member + " to voter";
    }

    @Override
    public Hazard hazard() {
      return Hazard.IRREVERSIBLE;
    }

    @Override
    public Budget budget() {
      return Budget.CHANGE;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(member)
          .filter(Member::isVoter)
          .filter(seen -> seen.status().filter(status -> !status.learner()).isPresent())
          .flatMap(Member::id)
          .map(id -> member + " (" + id + ") is a voter and says so itself");
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().promoted(member);
    }

    @Override
    public boolean changesVoters() {
      return true;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member);
      if (seen.isEmpty() || !seen.get().isListed()) {
        return new Verdict.Refused(
            StepReason.NOT_LISTED.because(member + " is not in the membership"));
      }
      if (seen.get().isVoter()) {
        return new Verdict.NotYet(
            StepReason.PROMOTION_UNSEEN.because(
                member + " is listed as a voter and does not say so itself yet"));
      }
      Optional<MemberStatus> status =
          view.isLive(seen.get()) ? seen.get().status() : Optional.empty();
      return status.isPresent()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.MEMBER_SILENT.because(
                  member + " does not answer; a silent member gets no vote", view.words(member)));
    }
  }
}
