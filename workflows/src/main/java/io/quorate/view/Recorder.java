package io.quorate.view;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.FullReading;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.record.Origin;
import io.quorate.record.RecordedPast;
import io.quorate.record.SeenSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recorder of a view: teaches the record of the cluster what the view saw
 * (docs/concepts.md#the-cluster-record).
 */
public record Recorder(ClusterView view) {
  /**
   * The record with what this view adds. Only who was silent is learned from a view that quorum
   * does not confirm, that contradicts the record, whose members answer as two clusters, or in
   * which most places hold the data of another cluster. Values that were recorded while a clock was
   * ahead are replaced.
   */
  public ClusterRecord seen(ClusterRecord record) {
    record.requireSame(view.cluster());
    boolean learns =
        doubt().isEmpty()
            && conflict(record).isEmpty()
            && OtherMajority.in(view.after(RecordedPast.of(Optional.of(record)))).isEmpty();
    ClusterRecord looked =
        record.looked(
            learns ? learned(record) : record.incarnations(),
            looked(record),
            view.lastSnapshot(),
            readings(),
            learns ? ShownLosses.in(view) : List.of());
    return size().filter(any -> learns).map(looked::sized).orElse(looked);
  }

  private Optional<SeenSize> size() {
    return view.members().stream()
        .flatMap(member -> member.status().stream())
        .map(MemberStatus::bytesInUse)
        .max(Long::compareTo)
        .map(bytes -> new SeenSize(view.at(), bytes));
  }

  /**
   * The record after Quorate itself removed a member, or verified at the end of a plan that the
   * membership is as planned: that voters are missing contradicts nothing then.
   */
  public ClusterRecord changed(ClusterRecord record) {
    boolean planned =
        doubt().isEmpty()
            && conflict(record)
                .filter(one -> one.kind() == HistoryConflict.Kind.MEMBERSHIP)
                .isPresent();
    return planned ? record.with(learned(record), looked(record)) : seen(record);
  }

  /**
   * The record after a person said that what this view shows is the cluster's history from now on;
   * empty where quorum does not confirm it, or members answer as two clusters. It begins after
   * every other one, also where the clock of this machine is behind that of another writer.
   */
  public Optional<ClusterRecord> accepting(ClusterRecord record, String by, String because) {
    record.requireSame(view.cluster());
    Instant after = record.current().map(last -> last.since().plusMillis(1)).orElse(view.at());
    return new ShownHistory(view)
        .begun(Origin.accepted(by, because))
        .filter(shown -> doubt().isEmpty())
        .map(shown -> shown.notBefore(after).as(lineage(record)))
        .map(
            shown ->
                record.with(
                    Stream.concat(record.incarnations().stream(), Stream.of(shown)).toList(),
                    looked(record)));
  }

  /**
   * The record with the members that the data of stopped members names, where nothing is known of
   * the cluster or this is later than what is: once that data is set aside nobody would know who
   * they were.
   */
  public ClusterRecord readInFiles(ClusterRecord record) {
    record.requireSame(view.cluster());
    return shown(record, Origin.READ)
        .filter(one -> view.source() == MembershipSource.FILES)
        .filter(one -> view.clusterId().filter(one.clusterId()::equals).isPresent())
        .map(record::withCurrent)
        .orElse(record);
  }

  /** Why nothing can be learned of the view, as a sentence; empty where something can. */
  public Optional<String> doubt() {
    if (!view.isConfirmed()) {
      return Optional.of("quorum does not confirm what answers.");
    }
    List<Member> answering =
        view.members().stream().filter(member -> member.status().isPresent()).toList();
    return answering.stream().map(Recorder::answersAs).distinct().count() > 1
        ? Optional.of(
            "members answer as different clusters: "
                + answering.stream()
                    .map(member -> member.name() + " of " + answersAs(member))
                    .collect(Collectors.joining(", "))
                + ".")
        : Optional.empty();
  }

  private static ClusterId answersAs(Member member) {
    return member.status().orElseThrow().clusterId();
  }

  /** Returns the contradiction between the view and the record; empty where there is none. */
  public Optional<HistoryConflict> conflict(ClusterRecord record) {
    return record.current().flatMap(current -> HistoryConflict.between(current, view));
  }

  private LastLook looked(ClusterRecord record) {
    LastLook now = new LastLook(view.at(), view.remembered());
    return record
        .lastLook()
        .filter(before -> !Age.wasAhead(before.at(), view.at()))
        .map(before -> before.at().isBefore(view.at()) ? now.after(before) : before)
        .orElse(now);
  }

  private List<Incarnation> learned(ClusterRecord record) {
    List<Incarnation> all = new ArrayList<>(record.incarnations());
    shown(record, Origin.FOUND)
        .ifPresent(
            next -> {
              all.removeIf(next::isSameAs);
              all.add(next);
            });
    return all;
  }

  /** The current history with what the view adds; where there is none, one that begins so. */
  private Optional<Incarnation> shown(ClusterRecord record, Origin began) {
    ShownHistory history = new ShownHistory(view);
    return record.current().map(history::addedTo).or(() -> history.begun(began));
  }

  /** The readings of all of a member's data that were made by this look, or before it. */
  private List<FullReading> readings() {
    return view.members().stream()
        .flatMap(
            member ->
                member.data().files().stream()
                    .filter(files -> files.readAt().isPresent() && files.sum().isPresent())
                    .map(files -> new FullReading(member.name(), files)))
        .toList();
  }

  /**
   * How what the view shows stands to the last history with its cluster id; empty where none had
   * it. Voters that are gone take nothing back; numbers that fell do.
   */
  private Optional<Incarnation.Lineage> lineage(ClusterRecord record) {
    return record.incarnations().reversed().stream()
        .filter(one -> view.clusterId().filter(one.clusterId()::equals).isPresent())
        .findFirst()
        .map(
            last ->
                HistoryConflict.between(last, view)
                        .filter(one -> one.kind() != HistoryConflict.Kind.MEMBERSHIP)
                        .isPresent()
                    ? Incarnation.Lineage.OTHER_FUTURE
                    : Incarnation.Lineage.GOES_ON);
  }
}
