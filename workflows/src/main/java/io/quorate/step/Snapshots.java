package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.snapshot.Salvage;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/** The steps that save a snapshot or count keys, and change nothing. */
public sealed interface Snapshots extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /**
   * Saves a snapshot of one voter's keys and verifies it (docs/etcd.md#snapshots), between two
   * linearizable reads through the same member, because an isolated member gives a stale snapshot
   * without an error.
   *
   * <p>A snapshot may be skipped, whatever it is made of, as its {@linkplain DrillSnapshot trial}
   * after a recovery may, and so may the {@linkplain ReturnMember return} of a voter that the
   * others can do without; nothing else. No later step reads the file: it protects against the
   * unforeseen, and a full store must not keep a cluster one loss away from losing quorum. The step
   * comes before the approval, so approvers are told when the snapshot is missing. Later steps
   * build on every other step: a member that is not held can come back under an id that was
   * removed, data that is not aside stops the start, and an operation that did not verify may not
   * call itself completed.
   *
   * @param unlessYoungerThan age up to which a kept snapshot takes the place of a new one; empty:
   *     none does
   */
  record SaveSnapshot(MemberName source, Optional<Duration> unlessYoungerThan)
      implements Snapshots {
    /** Age up to which a kept snapshot serves where an alert can ask for one, again and again. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    /** Saves a snapshot, whatever is kept already. */
    public SaveSnapshot(MemberName source) {
      this(source, Optional.empty());
    }

    /**
     * Saves a snapshot, unless a verified one of this history is at most 5 minutes old: a plan that
     * alerts ask for anew must not fill the disk before anybody was asked.
     */
    public static SaveSnapshot unlessFresh(MemberName source) {
      return new SaveSnapshot(source, Optional.of(FRESH));
    }

    @Override
    public String sentence() {
      return "Save a snapshot from " + source + " and verify it";
    }

    /** The sentence without the source, which depends on who leads; no step depends on it. */
    @Override
    public String material() {
      return "Save a snapshot and verify it";
    }

    /** Whether the other step saves a snapshot too, from whichever member. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof SaveSnapshot;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(30), 6);
    }

    /** The budget with the time in which a large database comes, is read and is hashed. */
    @Override
    public Budget budget(ClusterView view) {
      long bytes = view.largestDatabase();
      return budget()
          .longerBy(ReplicationProgress.toReceive(bytes).plus(ReplicationProgress.patience(bytes)));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(source).filter(view::isVoting).isPresent()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.VOTER_DOES_NOT_VOTE.because(
                  source + " does not take part in the quorum; its snapshot could be stale"));
    }

    @Override
    public boolean maySkip() {
      return true;
    }
  }

  /**
   * Saves a snapshot from a member that answers without quorum: all that it knows to be committed.
   * Others may know more, so it is marked as possibly stale (docs/etcd.md#salvage).
   *
   * @param id the member id under which it answers
   */
  record SaveFromSurvivor(MemberName source, MemberId id) implements Snapshots {
    @Override
    public String sentence() {
      return "Save a snapshot from " + source + ", which answers without quorum; it may be stale";
    }

    @Override
    public Budget budget() {
      return new SaveSnapshot(source).budget();
    }

    @Override
    public Budget budget(ClusterView view) {
      return new SaveSnapshot(source).budget(view);
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(source).filter(view::isLive).isPresent()
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.SURVIVOR_SILENT.because(source + " does not answer any more"));
    }

    /**
     * Origin of the snapshot that the source gives in this view. Its term is not known: the files
     * of a member that runs are locked, and the term in its status grows with every election that a
     * member without quorum calls for, and says nothing of its data.
     */
    public Optional<Salvage> origin(ClusterView view) {
      return view.member(source)
          .flatMap(Member::status)
          .map(
              status ->
                  new Salvage(
                      id,
                      0,
                      status.raftAppliedIndex(),
                      Salvage.Way.SERVED,
                      Salvage.Trailer.PRESENT));
    }

    /** The data itself stays where it is, and is a source too. */
    @Override
    public boolean maySkip() {
      return true;
    }
  }

  /**
   * Counts the keys below each prefix, so that approvers see who filled the database
   * (docs/etcd.md#nospace): unless the cause is stopped, the alarm is back soon.
   */
  record CountKeys(MemberName from) implements Snapshots {
    @Override
    public String sentence() {
      return "Count the keys below each prefix on " + from;
    }

    /**
     * The sentence without the member: which one counts depends on who leads, and no step depends
     * on it.
     */
    @Override
    public String material() {
      return "Count the keys below each prefix";
    }

    /** Whether the other step counts keys too, at whichever member. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof CountKeys;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(5), 6);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(from).filter(view::isVoting).isPresent()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.VOTER_DOES_NOT_VOTE.because(from + " does not vote at this moment"));
    }
  }
}
