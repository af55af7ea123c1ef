package io.quorate.runbook.recovery.loss;

import io.quorate.cluster.Amounts;
import io.quorate.runbook.recovery.loss.LossByNow.SourceInWords;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.view.ClusterView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sources that a restore does not take. The loss report tells what each of these sources would cost
 * in place of the taken source (docs/etcd.md#loss).
 *
 * @param taken the loss by the source that the restore takes
 */
public record OtherSources(Loss taken) {
  /** Most sources that are told one by one: all of the report has to fit into a question. */
  private static final int TOLD = 3;

  private ClusterView view() {
    return taken.view();
  }

  private RestoreSource source() {
    return taken.source();
  }

  private boolean isOfOneHistory(RestoreSource one) {
    return view().past().areComparable(one, source());
  }

  /**
   * Returns the sentences about the other sources. Sources of the taken source's history come
   * first, beginning with the furthest source. There are no sentences while quorum holds, because
   * each newly saved snapshot would void the question.
   */
  List<String> lines() {
    return view().margin() < 0
        ? Stream.of(ofThisHistory(), unusable(), ofOtherHistories()).flatMap(List::stream).toList()
        : List.of();
  }

  private List<String> ofThisHistory() {
    List<RestoreSource> others =
        RaftOrder.of(
                view().sources().stream()
                    .filter(one -> isOfOneHistory(one))
                    .filter(one -> !one.saved().file().equals(source().saved().file()))
                    .toList())
            .reversed();
    List<String> lines =
        others.stream()
            .limit(TOLD)
            .map(this::line)
            .collect(Collectors.toCollection(ArrayList::new));
    if (others.size() > TOLD) {
      lines.add(
          "And "
              + Amounts.count(others.size() - (long) TOLD, "more source")
              + ", none of them further than these: quorate snapshots lists all.");
    }
    return lines;
  }

  /**
   * Sentence about snapshots of other histories: whoever remembers that one of them went further
   * sees why it was not taken (docs/etcd.md#n-33). Without files and numbers, because a backup of
   * another cluster in the same place must not void the question.
   */
  private List<String> ofOtherHistories() {
    String ids =
        view().sources().stream()
            .filter(one -> !isOfOneHistory(one))
            .filter(one -> !one.isForeign() && !source().isForeign())
            .map(this::id)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return ids.isEmpty()
        ? List.of()
        : List.of(
            "Snapshots of other histories are kept (cluster "
                + ids
                + "): their numbers cannot be compared with those of this one, and none is taken.");
  }

  private String id(RestoreSource one) {
    return one.saved().clusterId()
        + (view().past().isGivenUp(one.saved())
            ? view()
                .past()
                .parted(one.saved().clusterId())
                .map(since -> " before " + Amounts.moment(since) + ", which was given up then")
                .orElse("")
            : "");
  }

  /** Snapshots of this history that would be further, and must not be restored. */
  private List<String> unusable() {
    return view().unusableSources().stream()
        .filter(one -> isOfOneHistory(one))
        .filter(one -> one.revision().compareTo(source().revision()) > 0)
        .sorted(Comparator.comparing(RestoreSource::revision).reversed())
        .limit(TOLD)
        .map(
            one ->
                "Cannot be used (%s): %s."
                    .formatted(
                        one.unusable().map(SnapshotFlaw::words).orElse("it is damaged"),
                        new SourceInWords(one).all()))
        .toList();
  }

  /**
   * Returns the warning about a source without authentication, where a later source has
   * authentication on; empty where no later source has. Such a restored cluster is open to anybody
   * who reaches a client port. For a source of another history, each source of this cluster counts,
   * because their order in time is not known.
   */
  public Optional<String> openToAll() {
    return view().sources().stream()
        .filter(one -> isLater(one) || isOfClusterAlone(one))
        .filter(one -> source().authentication().filter(on -> !on).isPresent())
        .filter(one -> one.authentication().orElse(false))
        .max(Comparator.comparing(one -> one.saved().savedAt()))
        .map(
            one ->
                "Authentication is off in the source and on in %s, which is %s: whoever reaches a"
                        // While quorum holds, each new backup would change the question.
                        .formatted(
                            view().margin() < 0 ? one.saved().file() : "a snapshot",
                            isLater(one) ? "later" : "of this cluster")
                    + " client port can read and write until it is switched on again.");
  }

  private boolean isLater(RestoreSource one) {
    return isOfOneHistory(one) && one.saved().savedAt().isAfter(source().saved().savedAt());
  }

  /** Returns whether the other source is of the present history, and the taken source is not. */
  private boolean isOfClusterAlone(RestoreSource one) {
    return view().isOwn(one) && !view().isOwn(source());
  }

  private String line(RestoreSource other) {
    return "Another source is %s: %s; %s."
        .formatted(new SourceInWords(other).all(), behind(other), costs(other));
  }

  private String costs(RestoreSource other) {
    return new Loss(view(), other, taken.chosen())
        .certain()
        .map(
            changes ->
                changes == 0
                    ? "nothing of what quorum was last seen to have is missing in it"
                    : Amounts.count(changes, "acknowledged change")
                        + (changes == 1 ? " is" : " are")
                        + " certainly not in it")
        .orElse("what is certainly missing in it is unknown");
  }

  /**
   * Returns how far the other source is behind the furthest source of this history, the taken
   * source included.
   */
  private String behind(RestoreSource other) {
    RestoreSource furthest =
        RaftOrder.furthest(
                Stream.concat(Stream.of(source()), view().sources().stream())
                    .filter(one -> isOfOneHistory(one)))
            .orElseThrow();
    if (other.reachesAsFarAs(furthest)) {
      return "as far as any";
    }
    List<String> distances = new ArrayList<>();
    long revisions = furthest.revision().value() - other.revision().value();
    if (revisions > 0) {
      distances.add(
          (new SourceInWords(other).isRead() ? "" : "up to ")
              + Amounts.count(revisions, "revision"));
    }
    if (other.term() != 0 && Long.compareUnsigned(furthest.term(), other.term()) > 0) {
      distances.add(Amounts.count(furthest.term() - other.term(), "raft term"));
    } else if (other.index() != 0 && furthest.index() > other.index()) {
      long entries = furthest.index() - other.index();
      distances.add(entries + (entries == 1 ? " entry" : " entries") + " of the log");
    }
    return distances.isEmpty()
        ? "behind the furthest"
        : String.join(" and ", distances) + " behind the furthest";
  }

  /** Lists the warnings for approvers about the choice of {@link #source()}. */
  public List<String> warnings() {
    return Stream.concat(
            Stream.concat(foreign().stream(), givenUp().stream()),
            further().stream()
                .map(
                    other ->
                        other.saved().file()
                            + " at revision "
                            + other.revision()
                            + " is further than this source, which was chosen by whoever asked."))
        .toList();
  }

  /**
   * Returns the warning about a file that somebody else put among the snapshots; empty for any
   * other source(). People are asked after the restore of the file on trial.
   */
  public Optional<String> foreign() {
    return Optional.of(source().saved())
        .filter(SavedSnapshot::isForeign)
        .map(
            saved ->
                saved.trailer() == Salvage.Trailer.MISSING
                    ? saved.file()
                        + " is a copy of a database without a checksum of etcd's: nothing shows"
                        + " that it is whole, of which cluster it is, or up to what revision it"
                        + " reaches, but its own pages. Every page was read, and it is restored on"
                        + " trial with --skip-hash-check before you are asked. Values in it cannot"
                        + " be checked."
                    : saved.file()
                        + " is a snapshot that somebody else saved: nothing shows of which cluster"
                        + " it is, or up to what revision it reaches, but its own pages. Its"
                        + " SHA-256 is right, and it is restored on trial before you are asked.")
        .map(warning -> warning + own());
  }

  /**
   * Returns the sentence about the furthest source of this cluster's own, which the person did not
   * choose.
   */
  private String own() {
    return RaftOrder.furthest(view().sources().stream().filter(view()::isOwn))
        .map(
            one ->
                " Without --snapshot the furthest of this cluster's own is taken, %s at revision %s."
                    // While quorum holds, each new backup would change the question.
                    .formatted(one.saved().file(), one.revision()))
        .filter(own -> view().margin() < 0)
        .orElse("");
  }

  /** The warning of a source that people gave up once. */
  private Optional<String> givenUp() {
    return view()
        .past()
        .parted(source().saved().clusterId())
        .filter(since -> view().past().isGivenUp(source().saved()))
        .map(
            since ->
                source().saved().file()
                    + " is of a future that was given up at "
                    + Amounts.moment(since)
                    + ", when another one with the same cluster id was accepted: nothing that was"
                    + " written since is in it.");
  }

  /** The furthest usable source of this cluster that is beyond this one in raft's order. */
  private Optional<RestoreSource> further() {
    return RaftOrder.furthest(
            view().sources().stream().filter(other -> view().past().areComparable(other, source())))
        .filter(furthest -> !source().reachesAsFarAs(furthest));
  }
}
