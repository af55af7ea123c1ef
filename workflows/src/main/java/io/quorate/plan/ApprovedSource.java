package io.quorate.plan;

import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The snapshot that an approved plan restores, held against what is kept when the plan begins:
 * between question and first change it may be lost, and a further one may be found.
 *
 * @param furthest the furthest snapshot of the same history that there was when people were asked
 * @param further whether a further one would void the yes: not where a cluster that works goes back
 *     on purpose, of which a snapshot is saved before the question
 * @param seen the view with which people were asked, by whose record histories are told apart
 */
public record ApprovedSource(
    String file, RestoreSource furthest, boolean further, ClusterView seen) {
  private static final String GONE =
      " is not in the store any more; put it back, and nothing is touched until then";

  private static final String PUT_BACK =
      ": put back what it was, and nothing is touched until then; or abort and start again";

  /** Nothing takes the mark of a failed trial back while this operation is parked. */
  private static final String MARKED =
      ": abort and start again, which chooses another source; nothing is touched until then";

  /** The snapshot that this plan restores; empty where it restores none. */
  public static Optional<ApprovedSource> of(Plan plan) {
    List<RestoreSource> seen = plan.seen().sources();
    List<RestoreSource> named =
        Stream.concat(
                seen.stream(),
                plan.seen().unusableSources().stream().filter(RestoreSource::isMarkedByTrial))
            .toList();
    return plan.steps().stream()
        .filter(RestoreMember.class::isInstance)
        .map(step -> ((RestoreMember) step).file())
        .findFirst()
        .flatMap(
            file ->
                named.stream()
                    .filter(source -> source.saved().file().equals(file))
                    .findFirst()
                    .flatMap(
                        source ->
                            furthest(
                                source,
                                Stream.concat(seen.stream(), Stream.of(source)).toList(),
                                plan.seen()))
                    .map(
                        furthest ->
                            new ApprovedSource(
                                file, furthest, plan.seen().margin() < 0, plan.seen())));
  }

  private static Optional<RestoreSource> furthest(
      RestoreSource same, List<RestoreSource> all, ClusterView by) {
    return RaftOrder.furthest(all.stream().filter(one -> by.past().areComparable(one, same)));
  }

  /** Returns whether the source is a file that somebody else put among the snapshots. */
  public boolean isForeign() {
    return furthest.isForeign();
  }

  /**
   * Why the snapshot cannot be restored any more, in words; empty where it can.
   *
   * @param kept the snapshots that are kept now, also those that must not be restored
   */
  public Optional<String> missing(List<RestoreSource> kept) {
    return kept.stream().anyMatch(this::isTheSame)
        ? Optional.empty()
        : Optional.of(
            "the snapshot "
                + file
                + kept.stream()
                    .filter(source -> source.saved().file().equals(file))
                    .findFirst()
                    .map(source -> changed(source) + (isMarked(source) ? MARKED : PUT_BACK))
                    .orElse(GONE));
  }

  private static boolean isMarked(RestoreSource source) {
    return source.unusable().filter(SnapshotFlaw::isMark).isPresent();
  }

  private static String changed(RestoreSource source) {
    return source
        .unusable()
        .map(why -> " cannot be restored as it is now (%s)".formatted(why.words()))
        .orElse(" was changed since people were asked");
  }

  /**
   * Returns whether this source is the approved file with the approved bytes, and may be restored.
   * A file that Quorate saved never changes unnoticed, so only the bytes of a foreign file are
   * compared.
   */
  private boolean isTheSame(RestoreSource source) {
    return source.saved().file().equals(file)
        && source.unusable().isEmpty()
        && (!isForeign() || source.saved().sha256().equals(furthest.saved().sha256()));
  }

  /**
   * The difference where a snapshot that may be restored reaches further than all did when people
   * were asked.
   *
   * @param kept the snapshots that are kept now, also those that must not be restored
   */
  public Optional<String> surpassed(List<RestoreSource> kept) {
    Stream<RestoreSource> usable = kept.stream().filter(one -> one.unusable().isEmpty());
    return furthest(furthest, Stream.concat(usable, Stream.of(furthest)).toList(), seen)
        .filter(found -> further && !furthest.reachesAsFarAs(found))
        .map(
            found ->
                found.saved().file()
                    + " reaches further than "
                    + furthest.saved().file()
                    + ", which was the furthest when people were asked.");
  }
}
