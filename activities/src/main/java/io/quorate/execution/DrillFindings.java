package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Revision;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.Trial;
import io.quorate.port.Trial.Joined;
import io.quorate.port.Trial.Learner;
import io.quorate.port.Trial.StayedOutside;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Findings of trial restores of a snapshot, compared with the snapshot's entry in the catalogue.
 * The hash of the keys at a revision is one number before the save and after a plain restore, also
 * one minor up; of a restore with raised revisions it is another (docs/etcd.md#snapshots). A
 * learner joins the last restore, as the other members do in a recovery.
 *
 * @param said the snapshot as it was read and as its source told of it
 * @param plain the restore as it is
 * @param raised the restore with raised revisions; empty where the release cannot
 * @param bump by how much they were raised
 */
record DrillFindings(SnapshotContent said, Trial plain, Optional<Trial> raised, long bump) {

  /** Why the snapshot must not be relied on, in a clause; empty where all is as recorded. */
  Optional<String> mismatch() {
    return otherRevision().or(this::otherKeys).or(this::learnersKeys);
  }

  /**
   * Why the restored keys differ from the keys of the source, in a clause. Keys are compared only
   * at one revision, because etcd removes keys after its start when leases run out. A missing count
   * or hash proves nothing.
   */
  Optional<String> otherKeys() {
    return said.keys()
        .flatMap(source -> plain.content().keys().flatMap(found -> otherKeys(source, found)));
  }

  /**
   * Compares the hashes where both cover the same revisions, and else the numbers of keys. A source
   * that was compacted meanwhile has another hash, and still the same number of keys at a revision.
   */
  private static Optional<String> otherKeys(KeysOfSource source, KeysOfSource found) {
    if (!source.hash().at().equals(found.hash().at())) {
      return Optional.empty();
    }
    if (comparable(source, found)) {
      return source.hash().hash() == found.hash().hash()
          ? Optional.empty()
          : Optional.of(
              "restored its keys at revision %s have the hash %08x, and those of its source %08x"
                  .formatted(found.hash().at(), found.hash().hash(), source.hash().hash()));
    }
    return source.count() == found.count()
        ? Optional.empty()
        : Optional.of(
            "restored it has %s at revision %s, and its source had %s there"
                .formatted(
                    Amounts.count(found.count(), "key"),
                    found.hash().at(),
                    Amounts.count(source.count(), "key")));
  }

  /** Why the restore is not of the revision of the snapshot, in a clause. */
  Optional<String> otherRevision() {
    return revision(plain, 0).or(() -> raised.flatMap(trial -> revision(trial, bump)));
  }

  /** Why a learner that was to join did not, which says nothing of the snapshot, in a clause. */
  Optional<String> learnerOutside() {
    if (learner().isEmpty()) {
      return learnerObstacle(said).isPresent()
          ? Optional.empty()
          : Optional.of("nothing was told of it");
    }
    return switch (learner().get()) {
      case StayedOutside outside -> Optional.of(outside.why());
      case Joined joined -> Optional.empty();
    };
  }

  /** How long a learner took to join; empty where none was to, or did. */
  Optional<Duration> learnerTook() {
    return joined().map(Joined::took);
  }

  /** Why no learner can join what is restored of it, in a clause; empty where one can. */
  static Optional<String> learnerObstacle(SnapshotContent said) {
    if (said.authentication()) {
      return Optional.of("authentication is on in it");
    }
    return said.downgradeTo().map(to -> "a downgrade to " + to + " is enabled in it");
  }

  private Optional<Learner> learner() {
    return raised.orElse(plain).learner();
  }

  private Optional<Joined> joined() {
    return learner().filter(Joined.class::isInstance).map(Joined.class::cast);
  }

  private Optional<String> learnersKeys() {
    return joined()
        .filter(joined -> joined.own().hash() != joined.beside().hash())
        .map(joined -> "the keys of a learner that joined it have another hash than its own");
  }

  private Optional<String> revision(Trial trial, long more) {
    return otherRevision(trial, said.revision(), more);
  }

  /**
   * Why the restore of a snapshot of this revision is not what it has to be, in a clause; empty
   * where it is.
   *
   * @param more by how much revisions were raised
   */
  static Optional<String> otherRevision(Trial trial, Revision source, long more) {
    Revision expected = source.raised(more);
    Revision found = trial.content().revision();
    return found.equals(expected)
        ? Optional.empty()
        : Optional.of(
            "restored%s it has revision %s, and has to have %s"
                .formatted(more == 0 ? "" : " with raised revisions", found, expected));
  }

  /** Whether both hashes are over the same revisions: a compaction in between makes them differ. */
  private static boolean comparable(KeysOfSource one, KeysOfSource other) {
    return one.hash().at().equals(other.hash().at())
        && one.hash().compactedAt().equals(other.hash().compactedAt());
  }

  /**
   * Why clients would go wrong after a restore by this tool, in a clause. That says nothing of the
   * snapshot.
   */
  Optional<String> openWatch() {
    return raised
        .flatMap(Trial::oldWatch)
        .filter(watch -> watch != Trial.OldWatch.COMPACTED)
        .map(watch -> "restored with raised revisions it still answers reads of older ones");
  }

  /** Lists the values that were compared, for a snapshot that is as recorded. */
  String evidence() {
    List<String> words = new ArrayList<>();
    words.add("revision " + plain.content().revision());
    plain
        .content()
        .keys()
        .map(KeysOfSource::count)
        .ifPresent(count -> words.add(Amounts.count(count, "key")));
    words.add(hash());
    raised.ifPresent(
        trial ->
            words.add(
                String.format(
                    Locale.ROOT,
                    "with revisions raised by %,d a watch from before is %s",
                    bump,
                    trial.oldWatch().isPresent()
                        ? "told to list anew"
                        : "not answered in its time")));
    learnerTook()
        .map(took -> "a learner joined in " + Amounts.time(took) + " with the same keys")
        .or(() -> learnerObstacle(said).map("no learner joined: "::concat))
        .ifPresent(words::add);
    said.remarks().forEach(words::add);
    return String.join(", ", words);
  }

  /** Whether the hash of the keys was compared, in words. */
  String hash() {
    Optional<KeysOfSource> found = plain.content().keys();
    if (said.keys().isEmpty()) {
      return "no hash to compare with: its source told none";
    }
    if (found.isEmpty()) {
      return "no hash to compare: authentication is on in it";
    }
    return comparable(said.keys().get(), found.get())
        ? "the hash of its source"
        : "no hash to compare: its source compacted meanwhile";
  }
}
