package io.quorate.step;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.step.SetAsides.SetCopyAside;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The steps that move the data of a member to its next place. */
public sealed interface Moves extends ActivityStep {
  /**
   * Measures how much is written, and says which way of migrating a member is better, with the
   * numbers it rests on (docs/etcd.md#planned-replacement, #moving-the-data). Approvers see the
   * result; no step depends on it.
   */
  record CompareWays(MemberName member) implements Moves {
    /** Time between the two looks of the measurement. */
    public static final Duration MEASURED = Duration.ofSeconds(3);

    /**
     * Number of entries a leader keeps for a member that is behind; a member further behind is sent
     * a snapshot.
     */
    private static final long KEPT = 5_000;

    /** Size below which a raft snapshot is sent in about 3 minutes, and margin is worth more. */
    private static final long LARGE = 2L << 30;

    /** Rate of a copy: copied once and read twice for the checksums, in bytes per second. */
    private static final long COPIED_PER_SECOND = 50 << 20;

    private static final long SENT_PER_SECOND = 10 << 20;
    private static final long STOP_AND_START_SECONDS = 10;

    /** The least time over which a rate means anything. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    @Override
    public String sentence() {
      return "Measure how much is written, and compare both ways to move " + member;
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofSeconds(60), 6);
    }

    /** Seconds for which the member is out while its data is copied. */
    static long secondsOut(long bytes) {
      return STOP_AND_START_SECONDS + bytes / COPIED_PER_SECOND;
    }

    /** Size of the leader's database in bytes. */
    static long size(ClusterView view) {
      return view.leader().flatMap(Member::status).map(MemberStatus::dbSizeBytes).orElse(0L);
    }

    /**
     * The better way for this member, with the reason.
     *
     * @param perSecond entries of the raft log; empty where the rate is not known
     */
    public String weighed(ClusterView view, OptionalDouble perSecond) {
      long bytes = size(view);
      long out = secondsOut(bytes);
      double missed = perSecond.orElse(0) * out;
      boolean copying = perSecond.isPresent() && missed < KEPT && bytes >= LARGE;
      String written =
          perSecond.isPresent()
              ? String.format(
                  Locale.ROOT,
                  "missing %,.0f of the %,d entries a leader keeps (%.1f/s)",
                  missed,
                  KEPT,
                  perSecond.getAsDouble())
              : "what is written meanwhile is not known";
      return String.format(
          Locale.ROOT,
          "%s is better: replace sends %,d MiB in %d s; data-move is out for %d s, %s",
          copying ? "data-move" : "replace",
          Math.ceilDiv(bytes, 1 << 20),
          Math.ceilDiv(bytes, SENT_PER_SECOND),
          out,
          written);
    }

    /** The estimate of one look, from the revisions since the last snapshot. */
    @Override
    public Optional<String> estimate(ClusterView view) {
      return Optional.of(weighed(view, sinceSnapshot(view)));
    }

    private static OptionalDouble sinceSnapshot(ClusterView view) {
      Optional<SavedSnapshot> last =
          view.lastSnapshot()
              .filter(saved -> view.clusterId().equals(Optional.of(saved.clusterId())));
      Optional<MemberStatus> leader = view.leader().flatMap(Member::status);
      if (last.isEmpty() || leader.isEmpty()) {
        return OptionalDouble.empty();
      }
      Duration since = Duration.between(last.get().savedAt(), view.at());
      long written = leader.get().revision().value() - last.get().atLeast().value();
      return since.compareTo(LONG_ENOUGH) < 0 || written < 0
          ? OptionalDouble.empty()
          : OptionalDouble.of((double) written / since.toSeconds());
    }
  }

  /**
   * Copies the data of a stopped member to its next place and compares the checksum of every file,
   * WAL files included (docs/etcd.md#moving-the-data). A copy that an earlier attempt began is
   * continued; a finished one is compared again. Files of another origin are never overwritten.
   *
   * @param to its next place
   * @param id the member whose data it is
   */
  record CopyMember(MemberName member, MemberName to, MemberId id) implements Moves, OnOneMember {
    @Override
    public String sentence() {
      return "Copy the data of " + member + " to its next place, and compare every checksum";
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    /**
     * True: half a copy harms no member, and a copy of a terabyte takes hours, so an abort may end
     * it.
     */
    @Override
    public boolean mayBeCalledOff() {
      return true;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(4), 40);
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(to)
          .filter(place -> place.data().tookOver(id))
          .map(place -> "the data of " + id + " was handed over to " + to + " already");
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().data(to, DataDirectory.State.PRESENT);
    }

    /**
     * The member has to be stopped and held: data that still changes cannot be copied, and without
     * the hold it may be started meanwhile (docs/etcd.md#n-04).
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> source = view.member(member).filter(seen -> seen.hasId(id));
      if (source.isEmpty()) {
        return new Verdict.Refused(
            StepReason.NOT_THE_MEMBER.because(member + " is not the member " + id + " any more"));
      }
      if (!source.get().workload().isHeld()) {
        return new Verdict.Refused(
            StepReason.NOT_HELD.because(
                member + " is not kept stopped (" + source.get().workload().evidence() + ")"));
      }
      Optional<Verdict> stranger =
          Preconditions.stranger(view, source.get(), "Put the data of " + member + " back.")
              .or(() -> Preconditions.otherHistory(view, source.get()));
      if (stranger.isPresent()) {
        return stranger.get();
      }
      if (!source.get().data().intact()) {
        return new Verdict.Refused(
            StepReason.DATA_NOT_WHOLE.because(
                "the data of " + member + " is not whole; it is not copied"));
      }
      return DiskSpace.toMove(source.get(), to)
          .missing(view)
          .<Verdict>map(why -> new Verdict.NotYet(StepReason.NO_SPACE_ON_DISK.because(why)))
          .orElseGet(() -> Preconditions.processAbsent(view, to));
    }

    /** The step that sets the copy aside, so that nobody takes it for the member's data later. */
    @Override
    public Optional<Step> undo() {
      return Optional.of(new SetCopyAside(to, member, id));
    }

    @Override
    public Optional<String> estimate(ClusterView view) {
      long bytes = CompareWays.size(view);
      return Optional.of(
          "about "
              + CompareWays.secondsOut(bytes)
              + " s for "
              + Amounts.mebibytes(bytes)
              + " and its log");
    }
  }

  /**
   * Hands a member's identity over to the copy of its data. The old directory is set aside before
   * anything is started from the copy, because two copies of one identity must never run
   * (docs/etcd.md#moving-the-data, #n-04). The new place is marked as the one that took over;
   * without the mark its data is not taken for the member's.
   *
   * @param to its next place, with the copy
   */
  record LeavePlace(MemberName member, MemberName to, MemberId id) implements Moves, OnOneMember {
    @Override
    public String sentence() {
      return "Set the old data directory of "
          + member
          + " aside; from here on its copy is the member";
    }

    /** Irreversible, because the old directory is stale once the copy takes its first entry. */
    @Override
    public Hazard hazard() {
      return Hazard.IRREVERSIBLE;
    }

    @Override
    public Budget budget() {
      return Budget.HOST;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      boolean left = view.member(member).filter(old -> old.data().nothingThere()).isPresent();
      return view.member(to)
          .filter(place -> left && place.data().tookOver(id))
          .map(place -> to + " has the data of " + id + ", and nothing is left at " + member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().handedOver(member, to, id);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      if (!view.lists(id)) {
        return new Verdict.Refused(
            StepReason.NOT_LISTED.because(id + " is not in the membership any more"));
      }
      Optional<Member> copy = view.member(to);
      if (copy.filter(place -> place.data().intact() && mayBeOf(place, id)).isEmpty()) {
        return new Verdict.Refused(
            StepReason.COPY_NOT_WHOLE.because(
                "there is no whole copy of the data of " + member + " at " + to));
      }
      Verdict old = Preconditions.processAbsent(view, member);
      return old.equals(Verdict.PROCEED) ? Preconditions.processAbsent(view, to) : old;
    }

    private static boolean mayBeOf(Member place, MemberId id) {
      return place.data().owner().filter(owner -> !owner.member().equals(id)).isEmpty();
    }
  }
}
