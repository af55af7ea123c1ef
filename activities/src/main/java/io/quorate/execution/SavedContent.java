package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.observation.Comparing;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.SnapshotSink;
import io.quorate.port.Storage;
import io.quorate.port.WhileSaved;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Content of a snapshot that a member gave: read, held against the member, and catalogued. */
final class SavedContent {
  private SavedContent() {}

  /**
   * Reads what was saved and says what is in it. A snapshot that is whole stays, also where its
   * file or its entry is out of reach now; only damage inside is a failure.
   *
   * @param during the cluster before and after the stream; empty where no quorum answered
   */
  static String described(SavedSnapshot saved, Optional<WhileSaved> during, StepContext context) {
    context.attempt().progress("reading what was saved");
    SnapshotContent read;
    try {
      read = context.ports().snapshots().read(saved);
    } catch (Failure.Transient unread) {
      return saved.file()
          + ": revision "
          + saved.atLeast()
          + " or later, "
          + Amounts.mebibytes(saved.sizeBytes())
          + ", SHA-256 verified"
          + during.stream()
              .flatMap(seen -> seen.changes().stream())
              .map("; "::concat)
              .collect(Collectors.joining())
          + "; what is in it is not known: "
          + unread.getMessage();
    }
    return described(saved, read.savedDuring(during), context);
  }

  /**
   * Asks the source, in the same minute, for the keys at the revision of the file: what a restore
   * is held against. Without that answer the snapshot is as good.
   */
  private static String described(SavedSnapshot saved, SnapshotContent read, StepContext context) {
    Optional<KeysOfSource> keys = Optional.empty();
    String untold = "";
    try {
      context.attempt().progress("asking " + saved.source() + " for the hash of its keys");
      keys = Optional.of(keysOf(saved.source(), read.revision(), context));
    } catch (Failure unanswered) {
      untold =
          "; " + saved.source() + " did not tell the hash of its keys: " + unanswered.getMessage();
    }
    SnapshotContent content = read.toldBy(versions(context.view()), keys);
    try {
      context.ports().snapshots().describe(saved, content);
    } catch (Failure unwritten) {
      untold += "; the catalogue does not say so: " + unwritten.getMessage();
    }
    if (read.revision().compareTo(saved.atLeast()) < 0) {
      throw noBackup(
          saved,
          "it holds revision %s only, and %s had %s before it gave it"
              .formatted(read.revision(), saved.source(), saved.atLeast()),
          context);
    }
    return sentence(saved, content) + untold;
  }

  /** Marks a snapshot, so that nobody counts or restores it, and has another one saved. */
  static Failure noBackup(SavedSnapshot saved, String why, StepContext context) {
    context.ports().snapshots().drilled(saved, Drill.noBackup(saved, context.view().at(), why));
    return new Failure.Transient(saved.file() + " is no backup: " + why + "; saving another");
  }

  private static KeysOfSource keysOf(MemberName source, Revision at, StepContext context) {
    Storage storage = context.ports().storage();
    Duration within = Comparing.limit(context.answer(source));
    return new KeysOfSource(
        storage.countOfKeys(source, at), storage.hashOfKeys(source, at, within));
  }

  private static List<String> versions(ClusterView view) {
    return view.members().stream()
        .flatMap(member -> member.status().stream())
        .map(MemberStatus::version)
        .distinct()
        .sorted()
        .map(EtcdVersion::toString)
        .toList();
  }

  private static String sentence(SavedSnapshot saved, SnapshotContent content) {
    return saved.file()
        + ": revision "
        + content.revision()
        + ", "
        + content.keys().map(keys -> Amounts.count(keys.count(), "key") + ", ").orElse("")
        + Amounts.mebibytes(saved.sizeBytes())
        + ", SHA-256 verified"
        + content.remarks().stream().map("; "::concat).collect(Collectors.joining());
  }

  /** The sink, which tells how much is still to come. */
  static SnapshotSink told(SnapshotSink sink, StepContext context) {
    return (bytes, remaining) -> {
      sink.take(bytes, remaining);
      context.attempt().progress(Amounts.mebibytes(remaining) + " of the snapshot to come");
    };
  }
}
