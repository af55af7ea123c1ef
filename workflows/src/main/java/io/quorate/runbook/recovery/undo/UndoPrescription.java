package io.quorate.runbook.recovery.undo;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.data.KeptDirectory;
import io.quorate.diagnosis.Unwritten;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.Aftermath;
import io.quorate.record.Beginning;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Highest;
import io.quorate.record.Incarnation;
import io.quorate.runbook.recovery.restore.RestoreObjections;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Whether a restore can be undone: why not, in a sentence, or the plan. */
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
      return new Refusal("The record of the cluster cannot be read: " + unread.get() + ".");
    }
    return view.past()
        .incarnation()
        .map(this::of)
        .orElseGet(() -> new Refusal("Nothing is recorded of " + view.cluster() + "."));
  }

  private Prescription of(Incarnation now) {
    if (isUndone(now)) {
      return new NothingToDo(
          "The restore of "
              + request.operation()
              + " is undone: this is cluster "
              + now.clusterId()
              + " again. What it needs now: quorate status "
              + view.cluster()
              + ".");
    }
    if (!isRestoredByIt(now)) {
      return new Refusal(
          "What "
              + view.cluster()
              + " is now was not restored by "
              + request.operation()
              + restoredByAnother(now)
              + "."
              + onlySetAside());
    }
    return Stream.<Supplier<Optional<String>>>of(
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
        .<Prescription>map(why -> new Refusal(why + "."))
        .orElseGet(
            () -> new UndoPlan(view, request, now, before(), counted(now).orElseThrow()).make());
  }

  private boolean isUndone(Incarnation now) {
    return now.began().kind() == Beginning.Kind.UNDONE
        && now.began().because().filter(request.operation()::equals).isPresent();
  }

  private boolean isRestoredByIt(Incarnation now) {
    return now.began().kind() == Beginning.Kind.RESTORED
        && now.began().by().filter(request.operation()::equals).isPresent();
  }

  private static String restoredByAnother(Incarnation now) {
    return now.began().kind() == Beginning.Kind.RESTORED
        ? ", but by " + now.began().by().orElse("another operation")
        : "";
  }

  /** The way back from an operation that ended before it restored anything. */
  private String onlySetAside() {
    return view.aftermath().orElse(Aftermath.NONE).keptBy(request.operation()).isEmpty()
            || isRestoredBefore()
        ? ""
        : " It set data aside and restored nothing: quorate start majority-recovery "
            + view.cluster()
            + " puts the data of empty places back.";
  }

  private boolean isRestoredBefore() {
    return view.past().earlier().stream().anyMatch(this::isRestoredByIt);
  }

  private Incarnation before() {
    return view.past().earlier().getLast();
  }

  private Optional<String> otherCluster(Incarnation now) {
    if (view.past().earlier().isEmpty()) {
      return Optional.of("Nothing is recorded of the cluster before the restore");
    }
    return view.clusterId().filter(now.clusterId()::equals).isPresent()
        ? Optional.empty()
        : Optional.of(
            "The members answer as cluster "
                + view.clusterId().map(ClusterId::toString).orElse("unknown")
                + ", and "
                + request.operation()
                + " restored cluster "
                + now.clusterId());
  }

  /**
   * Objects when the first revision of the restored cluster is not recorded. A cluster that never
   * served needs no recorded revision, because no client wrote to it.
   */
  private Optional<String> unknownBeginning(Incarnation now) {
    return now.unwritten().isPresent() || neverServed(view, now)
        ? Optional.empty()
        : Optional.of(
            "With which revision the restored cluster began is not recorded, so nobody can tell"
                + " whether anything was written since");
  }

  /** The member that nobody could stop, and that may hold quorum and writes. */
  private Optional<String> unconfigured() {
    return view.members().stream()
        .filter(member -> member.isListed() && member.configured().isEmpty())
        .findFirst()
        .map(
            member ->
                member.name()
                    + " is a member and not in quorate.yml, so it may run on: add it there, or"
                    + " remove it from the membership");
  }

  private Optional<String> unknownProcess() {
    return view.members().stream()
        .filter(member -> member.configured().isPresent() && member.isListed())
        .filter(member -> member.status().isEmpty())
        .filter(member -> member.workload().isUncertain())
        .findFirst()
        .map(
            member ->
                "What runs as "
                    + member.name()
                    + " cannot be told ("
                    + member.workload().evidence()
                    + "); look at its host");
  }

  /** What is missing of the data that the operation set aside. */
  private Optional<String> notKept() {
    Aftermath known = view.aftermath().orElse(Aftermath.NONE);
    if (!known.unseen().isEmpty()) {
      return Optional.of(
          "What was set aside is not known of every member: " + String.join("; ", known.unseen()));
    }
    ClusterId old = before().clusterId();
    List<KeptDirectory> kept = known.keptBy(request.operation());
    Optional<KeptDirectory> strange =
        kept.stream()
            .filter(one -> one.owner().filter(owner -> owner.cluster().equals(old)).isEmpty())
            .findFirst();
    if (strange.isPresent()) {
      return Optional.of(
          "What "
              + request.operation()
              + " set aside of "
              + strange.get().member()
              + " is "
              + strange
                  .get()
                  .owner()
                  .map(owner -> "of " + owner + ", and not of cluster " + old)
                  .orElse("not readable: whose data it is cannot be told"));
    }
    boolean whole = kept.stream().anyMatch(one -> one.damage().isEmpty());
    return whole || view.members().stream().anyMatch(member -> holds(member, old))
        ? Optional.empty()
        : Optional.of(
            kept.isEmpty()
                ? "Nothing that "
                    + request.operation()
                    + " set aside is there any more: quorate snapshots "
                    + view.cluster()
                    + " --aside"
                : "Nothing that "
                    + request.operation()
                    + " set aside is whole: "
                    + kept.getFirst().damage().orElseThrow().words());
  }

  /** Whether the data at this place is the old cluster's already, whole. */
  private static boolean holds(Member member, ClusterId old) {
    return member.data().intact()
        && member.data().owner().map(DataOwner::cluster).filter(old::equals).isPresent();
  }

  /** The member of the old cluster that has no place any more. */
  private Optional<String> homeless(Incarnation before) {
    List<MembershipEntry> listed = before.confirmed().map(ConfirmedList::entries).orElse(List.of());
    if (listed.isEmpty()) {
      return Optional.of(
          "Who the members of cluster " + before.clusterId() + " were is not recorded");
    }
    return listed.stream()
        .filter(entry -> view.members().stream().noneMatch(one -> Projection.isAt(one, entry)))
        .findFirst()
        .map(
            entry ->
                "The member "
                    + entry.id()
                    + " of the old cluster, at "
                    + String.join(", ", entry.peerUrls())
                    + ", has no place in the configuration any more");
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
    long recorded = now.unwritten().map(Highest::value).orElse(0L);
    if (neverServed(view, now)) {
      return Optional.of(
          new Revision(Math.max(recorded, Unwritten.highestInFiles(view).orElse(0))));
    }
    return answers(view)
        ? view.aftermath().flatMap(Aftermath::own).map(own -> new Revision(recorded + own))
        : Optional.of(new Revision(recorded));
  }

  private static boolean answers(ClusterView view) {
    return view.members().stream().anyMatch(view::isLive);
  }

  private String uncounted() {
    return "Whether only Quorate wrote since the restore cannot be told: "
        + view.aftermath().flatMap(Aftermath::uncounted).orElse("nobody counted its own changes");
  }

  /** What was written, by the members that answer or by the files of all that are stopped. */
  private Optional<String> written(Incarnation now) {
    Unwritten unwritten = new Unwritten(view, counted(now).orElseThrow());
    Optional<String> beyond = answers(view) ? unwritten.written() : unwritten.beyond();
    return beyond.map(
        what ->
            what.substring(0, 1).toUpperCase(Locale.ROOT)
                + what.substring(1)
                + ". The old data is kept: quorate snapshots "
                + view.cluster()
                + " --aside");
  }
}
