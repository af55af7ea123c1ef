package io.quorate.execution;

import io.quorate.cluster.Amounts;
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
 * What restores of a snapshot on trial show, held against what the catalogue says of it. The hash
 * of the keys at a revision is one number before the save and after a plain restore, also one minor
 * up; of a restore with raised revisions it is another (docs/etcd.md#snapshots). A learner joins
 * the last restore, as the other members do in a recovery.
 *
 * @param said the snapshot as it was read and as its source told of it
 * @param plain the restore as it is
 * @param raised the restore with raised revisions; empty where the release cannot
 * @param bump by how much they were raised
 */
record DrillFindings(SnapshotContent said, Trial plain, Optional<Trial> raised, long bump) {

  /** Why the snapshot must not be relied on, in a clause; empty where all is as recorded. */
  Optional<String> mismatch() {
    return revision(plain, 0)
        .or(this::keys)
        .or(() -> raised.flatMap(trial -> revision(trial, bump)))
        .or(this::oldWatch)
        .or(this::learnersKeys);
  }

  /**
   * Why the keys are not those of the source, in a clause, where both were told over the same
   * revisions. What etcd did by itself after its start, as with leases that ran out, proves nothing
   * against a snapshot.
   */
  Optional<String> otherKeys() {
    Optional<KeysOfSource> found = plain.content().keys();
    boolean same =
        plain.content().revision().equals(said.revision())
            && said.keys().isPresent()
            && found.isPresent()
            && comparable(said.keys().get(), found.get());
    return same ? keys() : Optional.empty();
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
    long expected = said.revision().value() + more;
    long found = trial.content().revision().value();
    return found == expected
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "restored%s it has revision %,d, and has to have %,d",
                more == 0 ? "" : " with raised revisions",
                found,
                expected));
  }

  private Optional<String> keys() {
    Optional<KeysOfSource> found = plain.content().keys();
    if (said.keys().isEmpty() || found.isEmpty()) {
      return Optional.empty();
    }
    KeysOfSource source = said.keys().get();
    if (source.count() != found.get().count()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "restored it has %,d keys, and its source had %,d",
              found.get().count(),
              source.count()));
    }
    return comparable(source, found.get()) && source.hash().hash() != found.get().hash().hash()
        ? Optional.of("restored its keys have another hash than those of its source")
        : Optional.empty();
  }

  /** Whether both hashes are over the same revisions: a compaction in between makes them differ. */
  private static boolean comparable(KeysOfSource one, KeysOfSource other) {
    return one.hash().at().equals(other.hash().at())
        && one.hash().compactedAt().equals(other.hash().compactedAt());
  }

  private Optional<String> oldWatch() {
    return raised
        .flatMap(Trial::oldWatch)
        .filter(watch -> watch != Trial.OldWatch.COMPACTED)
        .map(watch -> "a watch from before the raised revisions is not told that it is compacted");
  }

  /** What was compared, in words, for a snapshot that is as recorded. */
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
                    "with revisions raised by %,d a watch from before is told to list anew",
                    bump)));
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
