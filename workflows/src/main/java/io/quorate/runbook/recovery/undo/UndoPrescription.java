package io.quorate.runbook.recovery.undo;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.data.KeptDirectory;
import io.quorate.diagnosis.Unwritten;
import io.quorate.plan.GuardReason;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.ConfirmedList;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.Origin;
import io.quorate.record.UndoFacts;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.runbook.recovery.restore.RestoreObjections;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Answer of undo: the reason why a restore cannot be undone, or the plan. */
final class UndoPrescription {
  private final ClusterView view;
  private final UndoRequest request;

  UndoPrescription(ClusterView view, UndoRequest request) {
    this.view = view;
    this.request = request;
  }

  Prescription prescription() {
    Optional<String> unread = view.past().unread();
    if (unread.isPresent()) {
      return new Refusal(
          RecoveryReason.RECORD_UNREADABLE.because(
              "The record of the cluster cannot be read: " + unread.get() + "."));
    }
    return view.past()
        .incarnation()
        .map(this::of)
        .orElseGet(
            () ->
                new Refusal(
                    UndoReason.NOTHING_RECORDED.because(
                        "Nothing is recorded of " + view.cluster() + ".")));
  }

  private Prescription of(Incarnation now) {
    if (isUndone(now)) {
      return new NothingToDo(
          UndoReason.UNDONE.because(
              "The restore of "
                  + request.operation()
                  + " is undone: this is cluster "
                  + now.clusterId()
                  + " again.",
              "See what it needs now: quorate status " + view.cluster()));
    }
    if (!isRestoredByIt(now)) {
      return new Refusal(
          UndoReason.NOT_ITS_RESTORE.because(
              "What "
                  + view.cluster()
                  + " is now was not restored by "
                  + request.operation()
                  + restoredByAnother(now)
                  + ".",
              instead(now)));
    }
    return Stream.<Supplier<Optional<Reason>>>of(
            () -> otherCluster(now),
            () -> unknownBeginning(now),
            this::unconfigured,
            this::unknownProcess,
            () -> RestoreObjections.wouldNotComeBack(view.members()),
            this::notKept,
            () -> homeless(before()),
            () -> counted(now).isPresent() ? Optional.empty() : Optional.of(uncounted()),
            () -> written(now))
        .flatMap(objection -> objection.get().stream())
        .findFirst()
        .<Prescription>map(Refusal::new)
        .orElseGet(
            () -> new UndoPlan(view, request, now, before(), counted(now).orElseThrow()).make());
  }

  private boolean isUndone(Incarnation now) {
    return now.began().kind() == Origin.Kind.UNDONE
        && now.began().because().filter(request.operation()::equals).isPresent();
  }

  private boolean isRestoredByIt(Incarnation now) {
    return now.began().kind() == Origin.Kind.RESTORED
        && now.began().by().filter(request.operation()::equals).isPresent();
  }

  private static String restoredByAnother(Incarnation now) {
    return now.began().kind() == Origin.Kind.RESTORED
        ? ", but by " + now.began().by().orElse("another operation")
        : "";
  }

  /**
   * Returns the way back from an operation that ended before it restored anything; else how to find
   * the operation that can be undone.
   */
  private String instead(Incarnation now) {
    boolean onlySetAside =
        !view.aftermath().orElse(UndoFacts.NONE).keptBy(request.operation()).isEmpty()
            && !isRestoredBefore();
    if (onlySetAside) {
      return "%s set data aside and restored nothing; to put that data back: %s"
          .formatted(request.operation(), Wording.start(view, MajorityRecoveryRequest.NAME));
    }
    return now.began()
        .by()
        .filter(any -> now.began().kind() == Origin.Kind.RESTORED)
        .map(by -> "Only if the restore by %1$s is to be undone: quorate undo %1$s".formatted(by))
        .orElse("See what the cluster began with: quorate record " + view.cluster());
  }

  private boolean isRestoredBefore() {
    return view.past().earlier().stream().anyMatch(this::isRestoredByIt);
  }

  private Incarnation before() {
    return view.past().earlier().getLast();
  }

  private Optional<Reason> otherCluster(Incarnation now) {
    if (view.past().earlier().isEmpty()) {
      return Optional.of(
          UndoReason.NOTHING_RECORDED.because(
              "Nothing is recorded of the cluster before the restore."));
    }
    return view.clusterId().filter(now.clusterId()::equals).isPresent()
        ? Optional.empty()
        : Optional.of(
            GuardReason.OTHER_CLUSTER.because(
                "The members answer as cluster "
                    + view.clusterId().map(ClusterId::toString).orElse("unknown")
                    + ", and "
                    + request.operation()
                    + " restored cluster "
                    + now.clusterId()
                    + "."));
  }

  /**
   * Objects when the first revision of the restored cluster is not recorded. A cluster that never
   * served needs no recorded revision, because no client wrote to it.
   */
  private Optional<Reason> unknownBeginning(Incarnation now) {
    return now.unwritten().isPresent() || neverServed(view, now)
        ? Optional.empty()
        : Optional.of(
            writtenSince(
                "With which revision the restored cluster began is not recorded, so nobody can tell"
                    + " whether anything was written since."));
  }

  /** The member that nobody could stop, and that may hold quorum and writes. */
  private Optional<Reason> unconfigured() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isEmpty())
        .findFirst()
        .map(
            member ->
                RecoveryReason.PLACE_UNKNOWN.because(
                    member.name() + " is a member and not in quorate.yml, so it may run on.",
                    "Add %1$s to quorate.yml, or remove %1$s from the membership; then start this again."
                        .formatted(member.name())));
  }

  private Optional<Reason> unknownProcess() {
    return view.members().stream()
        .filter(member -> member.configured().isPresent() && member.isListed())
        .filter(member -> member.status().isEmpty())
        .filter(member -> member.workload().isUncertain())
        .findFirst()
        .map(
            member ->
                StepReason.PROCESS_UNKNOWN.because(
                    "What runs as "
                        + member.name()
                        + " cannot be told ("
                        + member.workload().evidence()
                        + ").",
                    "Look at %s, then start this again."
                        .formatted(member.words().placeOf(member.name()))));
  }

  /** Names the data that the operation set aside and that is missing now. */
  private Optional<Reason> notKept() {
    UndoFacts known = view.aftermath().orElse(UndoFacts.NONE);
    if (!known.unseen().isEmpty()) {
      return Optional.of(
          UndoReason.OLD_DATA_NOT_SEEN.because(
              "What was set aside is not known of every member: "
                  + String.join("; ", known.unseen())
                  + "."));
    }
    ClusterId old = before().clusterId();
    List<KeptDirectory> kept = known.keptBy(request.operation());
    Optional<KeptDirectory> strange =
        kept.stream()
            .filter(one -> one.owner().filter(owner -> owner.cluster().equals(old)).isEmpty())
            .findFirst();
    if (strange.isPresent()) {
      return Optional.of(
          notKept(
              "What "
                  + request.operation()
                  + " set aside of "
                  + strange.get().member()
                  + " is "
                  + strange
                      .get()
                      .owner()
                      .map(owner -> "of " + owner + ", and not of cluster " + old)
                      .orElse("not readable: whose data it is cannot be told")));
    }
    boolean whole = kept.stream().anyMatch(one -> one.damage().isEmpty());
    return whole || view.members().stream().anyMatch(member -> holds(member, old))
        ? Optional.empty()
        : Optional.of(
            notKept(
                "Nothing that "
                    + request.operation()
                    + (kept.isEmpty()
                        ? " set aside is there any more"
                        : " set aside is whole: "
                            + kept.getFirst().damage().orElseThrow().words())));
  }

  private Reason notKept(String why) {
    return UndoReason.OLD_DATA_NOT_KEPT.because(why + ".", listed());
  }

  private Reason writtenSince(String why) {
    return StepReason.WRITTEN_SINCE.because(why, listed());
  }

  private String listed() {
    return "See what is kept: quorate snapshots " + view.cluster() + " --aside";
  }

  /** Whether the data at this place is the old cluster's already, whole. */
  private static boolean holds(Member member, ClusterId old) {
    return member.data().intact()
        && member.data().owner().map(DataOwner::cluster).filter(old::equals).isPresent();
  }

  /** The member of the old cluster that has no place any more. */
  private Optional<Reason> homeless(Incarnation before) {
    List<MembershipEntry> listed = before.confirmed().map(ConfirmedList::entries).orElse(List.of());
    if (listed.isEmpty()) {
      return Optional.of(
          UndoReason.OLD_MEMBERS_UNKNOWN.because(
              "Who the members of cluster " + before.clusterId() + " were is not recorded."));
    }
    return listed.stream()
        .filter(entry -> view.members().stream().noneMatch(one -> Projection.isAt(one, entry)))
        .findFirst()
        .map(
            entry ->
                UndoReason.OLD_MEMBER_WITHOUT_PLACE.because(
                    "The member "
                        + entry.id()
                        + " of the old cluster, at "
                        + String.join(", ", entry.peerUrls())
                        + ", has no place in the configuration any more.",
                    "Write the old place at %s into quorate.yml, then start this again."
                        .formatted(String.join(", ", entry.peerUrls()))));
  }

  /** Returns whether this restored cluster was never seen to serve, and does not answer now. */
  static boolean neverServed(ClusterView view, Incarnation now) {
    return now.isUnserved() && !answers(view);
  }

  /**
   * Returns the revision up to which nobody but Quorate changed a key: the recorded revision, plus
   * Quorate's own changes since then where members answer. For a cluster that never served, the
   * highest revision in its files counts as well, because keys go with their leases during the
   * verification.
   */
  private Optional<Revision> counted(Incarnation now) {
    long recorded = now.unwritten().map(HighWaterMark::value).orElse(0L);
    if (neverServed(view, now)) {
      return Optional.of(
          new Revision(Math.max(recorded, Unwritten.highestInFiles(view).orElse(0))));
    }
    return answers(view)
        ? view.aftermath().flatMap(UndoFacts::own).map(own -> new Revision(recorded + own))
        : Optional.of(new Revision(recorded));
  }

  private static boolean answers(ClusterView view) {
    return view.members().stream().anyMatch(view::isLive);
  }

  private Reason uncounted() {
    return writtenSince(
        "Whether only Quorate wrote since the restore cannot be told: "
            + view.aftermath()
                .flatMap(UndoFacts::uncounted)
                .orElse("nobody counted its own changes")
            + ".");
  }

  /** Says what was written, by the members that answer or by the files of all stopped members. */
  private Optional<Reason> written(Incarnation now) {
    Unwritten unwritten = new Unwritten(view, counted(now).orElseThrow());
    Optional<String> beyond = answers(view) ? unwritten.written() : unwritten.beyond();
    return beyond.map(
        what ->
            writtenSince(what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1) + "."));
  }
}
