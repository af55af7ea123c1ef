package io.quorate.snapshots;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.datadir.bbolt.DamagedDatabaseException;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotContent.MemberIn;
import io.quorate.port.SnapshotStore;
import io.quorate.port.SnapshotStore.LocalSnapshot;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads files that somebody else put among the snapshots, as sources that a person named. The pages
 * of a file tell all that is known of the file. Where the store did not return a file to its end,
 * the file is unknown, and does not count as damaged.
 */
final class ForeignSources {
  /** Names of files that are safe to show in a question and in a command. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");

  private static final Pattern UNPRINTABLE = Pattern.compile("[^A-Za-z0-9._-]");
  private static final int LONGEST_MEMBER = 64;
  private static final int MOST_MEMBERS = 9;
  private static final ClusterId UNKNOWN = new ClusterId(0);
  private static final EtcdVersion NO_VERSION = new EtcdVersion(0, 0, 0);

  private final ForeignReadings readings = new ForeignReadings();

  /**
   * Returns the file as a source. The source of a file that cannot be restored says why. Throws
   * {@link Failure.Transient} where the file cannot be read at the moment.
   *
   * @param listed the size that a listing had, in bytes; it counts only where the file is not read,
   *     because the file can change before its turn to be read
   */
  RestoreSource read(ClusterKey cluster, ClusterSnapshotStore on, String file, long listed) {
    Named named = new Named(cluster, on, file, listed);
    try {
      return readings.of(
          cluster,
          on,
          file,
          state -> source(new Named(cluster, on, file, state.sizeBytes()), state));
    } catch (AccessDeniedException denied) {
      return named.unusable("Quorate may not read it; make it readable (" + denied + ")");
    } catch (S3Exchange failed) {
      return named.unusableUnlessLater(failed.failure());
    } catch (IOException unread) {
      throw new Failure.Transient(file + " could not be read: " + unread, unread);
    } catch (Failure failed) {
      return named.unusableUnlessLater(failed);
    }
  }

  private static RestoreSource source(Named named, ObjectStore.State state) throws IOException {
    Optional<String> objection = named.objection();
    if (objection.isPresent()) {
      return named.unusable(objection.get());
    }
    ForeignFile what;
    try (InputStream in = named.on().files().open(named.file())) {
      what = ForeignFile.in(in, named.size());
    }
    Optional<Trailer> trailer = what.trailer();
    if (trailer.isEmpty()) {
      return named.unusable(what.words());
    }
    try (LocalSnapshot local = named.on().local(named.as(trailer.get()))) {
      requireAll(named, local.file());
      return pages(named, state, trailer.get(), local.file());
    }
  }

  /**
   * Requires that as many bytes arrived as the store says. A shorter copy says nothing about the
   * file in the store.
   */
  private static void requireAll(Named named, Path local) throws IOException {
    long came = Files.size(local);
    if (came != named.size()) {
      throw new IOException(came + " of " + named.size() + " bytes came");
    }
  }

  private static RestoreSource pages(
      Named named, ObjectStore.State state, Trailer trailer, Path local) throws IOException {
    TrailerDigest.Checked checked;
    try (InputStream in = Files.newInputStream(local)) {
      checked = ShelfCatalogue.digest(in).finish(trailer);
    }
    return switch (checked) {
      case TrailerDigest.Broken broken -> named.unusable(broken.why());
      case TrailerDigest.Whole whole -> whole(named, state, trailer, whole.sha256(), local);
    };
  }

  private static RestoreSource whole(
      Named named, ObjectStore.State state, Trailer trailer, String sha256, Path local)
      throws IOException {
    try {
      var pages = ContentReader.pages(local);
      return pages
          .version()
          .map(version -> named.source(state, trailer, sha256, pages, version))
          .orElseGet(() -> named.unusable("its pages do not tell of which version of etcd it is"));
    } catch (DamagedDatabaseException | EOFException damaged) {
      return named.unusable("it is damaged inside: " + damaged.getMessage());
    }
  }

  /** A file of the store, with its size in bytes. */
  private record Named(ClusterKey cluster, ClusterSnapshotStore on, String file, long size) {
    Optional<String> objection() {
      return NAME.matcher(file).matches()
          ? on.foreignObjection()
          : Optional.of(
              "give it a name of letters, digits, '.', '_' and '-' right in " + on.files().place());
    }

    RestoreSource unusable(String why) {
      return SnapshotStore.source(as(Trailer.MISSING), Optional.empty())
          .unusableBecause(SnapshotFlaw.unusable(why));
    }

    /**
     * Returns the file as an unusable source after a final refusal. Throws the failure where a
     * later attempt may read the file.
     */
    RestoreSource unusableUnlessLater(Failure failed) {
      if (failed instanceof Failure.Refused) {
        return unusable("it could not be read (" + failed.getMessage() + ")");
      }
      throw failed;
    }

    /** Returns the file as a snapshot whose content is not known yet. */
    SavedSnapshot as(Trailer trailer) {
      return new SavedSnapshot(
          cluster,
          file,
          "",
          size,
          new Revision(0),
          0,
          UNKNOWN,
          NO_VERSION,
          new MemberName("unknown"),
          Instant.EPOCH,
          Optional.of(Salvage.foreign(0, 0, trailer)));
    }

    RestoreSource source(
        ObjectStore.State state,
        Trailer trailer,
        String sha256,
        ContentReader.Pages pages,
        EtcdVersion version) {
      var content = pages.content();
      long term = content.raftTerm().filter(any -> version.tellsTerm()).orElse(0L);
      return SnapshotStore.source(
          new SavedSnapshot(
              cluster,
              file,
              sha256,
              size,
              content.revision(),
              term,
              UNKNOWN,
              version,
              new MemberName(inWords(content.members())),
              state.changedAt(),
              Optional.of(Salvage.foreign(term, content.raftIndex(), trailer))),
          Optional.of(content));
    }

    private static String inWords(List<MemberIn> members) {
      String names =
          MemberName.inWords(
              members.stream()
                  .limit(MOST_MEMBERS)
                  .map(MemberIn::name)
                  .map(name -> UNPRINTABLE.matcher(name).replaceAll("?"))
                  .map(name -> name.substring(0, Math.min(LONGEST_MEMBER, name.length())))
                  .map(name -> new MemberName(name.isEmpty() ? "(no name)" : name))
                  .toList());
      return members.isEmpty() ? "none" : names;
    }
  }
}
