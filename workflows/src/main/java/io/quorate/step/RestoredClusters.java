package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Revision;
import io.quorate.diagnosis.StatedOff;
import io.quorate.diagnosis.Unwritten;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.record.RestoredMember;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The steps that start a restored cluster and check it. */
public sealed interface RestoredClusters extends ActivityStep {
  /**
   * Starts the member that was restored. From here on clients can write, and there is only a way
   * forward (docs/etcd.md#restore).
   *
   * @param off the members of the old cluster that a person stated to be off: it does not begin
   *     once one of them is seen.
   */
  record StartRestored(RestoredMember first, List<MemberName> off) implements RestoredClusters {
    public StartRestored {
      off = List.copyOf(off);
    }

    @Override
    public String sentence() {
      return saying(" " + first.owner().cluster());
    }

    /** The sentence without the new id, which is random and new with each look. */
    @Override
    public String material() {
      return saying("");
    }

    /** Whether the other step starts the same, under whatever new id. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof StartRestored same
          && first.isAtTheSamePlaceAs(same.first)
          && off.equals(same.off);
    }

    private String saying(String id) {
      return "Start " + first.name() + " as the new cluster" + id + RestoreMember.stated(off);
    }

    @Override
    public Optional<MemberName> host() {
      return Optional.of(first.name());
    }

    @Override
    public boolean startsOnData() {
      return true;
    }

    @Override
    public Hazard hazard() {
      return Hazard.DESTRUCTIVE;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(15), 4);
    }

    /**
     * The budget with the time that all of the restored data takes to be read over a slow network.
     */
    @Override
    public Budget budget(ClusterView view) {
      return budget().longerBy(ReplicationProgress.toRead(view, first.name()));
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.WITHOUT_QUORUM;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(first.name())
          .filter(view::isVoting)
          .flatMap(Member::status)
          .map(status -> first.name() + " serves and leads as " + status.memberId());
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected()
          .workload(first.name(), Workload.Running.EXPECTED)
          .projected()
          .voting(List.of(first.name()));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(first.name());
      if (seen.flatMap(member -> member.data().owner()).filter(first.owner()::equals).isEmpty()) {
        return new Verdict.Refused(
            StepReason.DATA_NOT_RESTORED.because(
                "the data of "
                    + first.name()
                    + " is not what was restored ("
                    + first.owner()
                    + ")"));
      }
      if (!seen.get().data().intact()) {
        return new Verdict.Refused(
            StepReason.DATA_NOT_WHOLE.because(
                "the data of " + first.name() + " is not proven whole",
                "Abort the operation, then start majority-recovery again."));
      }
      if (seen.get().workload().isUncertain()) {
        return Preconditions.cannotBeStarted(seen.get());
      }
      return new StatedOff(off)
          .contradiction(view)
          .<Verdict>map(
              what -> new Verdict.Changed(StepReason.STATEMENT_CONTRADICTED.because(what + ".")))
          .orElseGet(() -> oldOnesKeptStopped(view));
    }

    /**
     * Whether the members of the cluster before are still kept stopped: the verification takes up
     * to two hours, and somebody may have started them meanwhile. Two clusters would serve the same
     * clients.
     */
    private Verdict oldOnesKeptStopped(ClusterView view) {
      StatedOff stated = new StatedOff(off);
      List<MembershipEntry> listed =
          view.past()
              .beforeRestore()
              .flatMap(before -> view.past().lastServed())
              .flatMap(Incarnation::confirmed)
              .map(ConfirmedList::entries)
              .orElse(List.of());
      return view.members().stream()
          .filter(member -> !member.name().equals(first.name()) && !member.isListed())
          .filter(member -> listed.stream().anyMatch(entry -> Projection.isAt(member, entry)))
          .filter(member -> !RestoreMember.cannotStart(member) && !stated.covers(member))
          .findFirst()
          .map(member -> RestoreMember.notKeptStopped(view, member))
          .orElse(Verdict.PROCEED);
    }
  }

  /**
   * Starts the restored member once where no client can reach it, and holds it against its source:
   * ids, revision, number of keys, and their hash where both are over the same revisions
   * (docs/etcd.md#restore). Only then clients may come.
   *
   * @param revision the highest of the source
   * @param bump by how much it was raised
   * @param keys how many there were in the source; empty where nobody told
   * @param file the source in the snapshot store
   */
  record VerifyRestored(
      RestoredMember first,
      Revision revision,
      long bump,
      Optional<Long> keys,
      Optional<String> file)
      implements RestoredClusters {
    @Override
    public String sentence() {
      return saying("cluster " + first.owner().cluster() + ", ");
    }

    /** The sentence without the new id, which is random and new with each look. */
    @Override
    public String material() {
      return saying("");
    }

    /** Whether the other step verifies the same, under whatever new id. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof VerifyRestored same
          && first.isAtTheSamePlaceAs(same.first)
          && equals(new VerifyRestored(first, same.revision, same.bump, same.keys, same.file));
    }

    private String saying(String id) {
      return String.format(
          Locale.ROOT,
          "Start %s where no client can reach it, and verify: %srevision %,d%s",
          first.name(),
          id,
          restoredTo().value(),
          keys.map(count -> String.format(Locale.ROOT, ", %,d keys", count)).orElse(""));
    }

    @Override
    public Optional<MemberName> host() {
      return Optional.of(first.name());
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(30), 4);
    }

    /** The budget with the time that a snapshot of its size takes over a slow network. */
    @Override
    public Budget budget(ClusterView view) {
      return budget().longerBy(ReplicationProgress.toTry(view, file));
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    /** The revision that it has before it writes anything. */
    public Revision restoredTo() {
      return revision.raised(bump);
    }

    /**
     * Names the part of the source that the restored data lacks; empty where the data is whole.
     *
     * @param seenKeys how many keys it has at {@link #restoredTo}; empty where that was not told
     */
    public Optional<String> missing(Revision seen, Optional<Long> seenKeys) {
      if (seen.compareTo(restoredTo()) < 0) {
        return Optional.of("its revision is " + seen + ", and has to be " + restoredTo());
      }
      return keys.filter(count -> seenKeys.filter(now -> !now.equals(count)).isPresent())
          .map(count -> "it has " + seenKeys.orElseThrow() + " keys, and the source had " + count);
    }

    /** A member that serves already was verified before it was started. */
    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(first.name())
          .filter(view::isVoting)
          .map(member -> first.name() + " serves as " + first.owner());
    }
  }

  /**
   * Verifies in the files of the stopped members that nobody but Quorate changed a key. The files
   * also show changes between the last answer of a member and its stop.
   *
   * @param upTo the revision up to which nobody but Quorate changed a key
   */
  record VerifyUnwritten(Revision upTo) implements RestoredClusters {
    @Override
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "Verify in the files of all members: nobody but Quorate changed a key (up to revision"
              + " %,d)",
          upTo.value());
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Budget budget() {
      return Budget.HOST;
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.ENDS_CLUSTER;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return new Unwritten(view, upTo)
          .unproven()
          .<Verdict>map(why -> new Verdict.Refused(StepReason.WRITTEN_SINCE.because(why)))
          .orElse(Verdict.PROCEED);
    }

    /** The evidence, once {@link #mayRun} has let it through. */
    public String evidence() {
      return String.format(
          Locale.ROOT,
          "no data of a member is beyond revision %,d, and all are held",
          upTo.value());
    }
  }
}
