package io.quorate.snapshots;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterRecord;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder with the record of one cluster: a file for each generation, which gets its name by a hard
 * link. A link never replaces a file, so of two writers one finds the number taken, reads what the
 * other wrote and adds to it.
 */
final class RecordFolder implements RecordGenerations {
  private static final Logger LOG = LoggerFactory.getLogger(RecordFolder.class);
  private static final Pattern GENERATION = Pattern.compile("record-(\\d{12})\\.json(\\.damaged)?");
  private static final String DAMAGED = ".damaged";
  private static final int KEPT = 16;
  private static final long LIMIT_BYTES = 4 << 20;

  private final ClusterKey cluster;
  private final StoreDirectory store;
  private final Path path;

  RecordFolder(ClusterKey cluster, StoreDirectory store) {
    this.cluster = cluster;
    this.store = store;
    this.path = store.folder(cluster).resolve("record");
  }

  @Override
  public String place() {
    return path.toString();
  }

  @Override
  public Found newest() {
    store.present(cluster);
    List<String> damaged = new ArrayList<>();
    long last;
    try {
      List<Path> files = files();
      last = files.stream().mapToLong(RecordFolder::number).max().orElse(0);
      files.stream()
          .filter(RecordFolder::isSetAside)
          .forEach(file -> damaged.add(file + " was damaged and is set aside"));
      for (Path file : files.stream().filter(one -> !isSetAside(one)).toList()) {
        try {
          var kept = new ClusterRecords.Kept(Optional.of(parsed(file)), number(file), damaged);
          return new Found(kept, last);
        } catch (RecordText.Damaged why) {
          damaged.add(file + " is damaged: " + why.getMessage());
        } catch (NoSuchFileException removed) {
          return newest();
        }
      }
    } catch (IOException e) {
      throw failure("cannot be read", e);
    }
    return new Found(new ClusterRecords.Kept(Optional.empty(), 0, damaged), last);
  }

  private ClusterRecord parsed(Path file) throws IOException, RecordText.Damaged {
    if (Files.size(file) > LIMIT_BYTES) {
      throw new RecordText.Damaged("it is larger than any record");
    }
    ClusterRecord record =
        RecordText.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    if (!record.cluster().equals(cluster)) {
      throw new RecordText.Damaged("it is the record of " + record.cluster());
    }
    return record;
  }

  @Override
  public boolean write(ClusterRecord record, long last, Instant now) {
    store.present(cluster);
    try {
      OwnerOnly.createDirectories(path);
      store.present(cluster);
      new SnapshotFolder(path).removeLeftBehind(now);
      setDamagedAside();
      long next = last + 1;
      try (var part = PartFile.in(path)) {
        requireReadableForOwner(part);
        byte[] text = RecordText.of(record, next).getBytes(StandardCharsets.UTF_8);
        part.take(text, 0);
        part.becomes(path.resolve(name(next)));
      } catch (FileAlreadyExistsException taken) {
        return false;
      }
      // The number may have been free because a faster writer is far ahead and removed it.
      boolean newest = highest().orElse(next) == next;
      if (newest) {
        removeOld(next);
      }
      return newest;
    } catch (IOException e) {
      throw failure("cannot be written", e);
    }
  }

  /** A generation that the owner of the folder could not read would blind their worker. */
  private void requireReadableForOwner(PartFile part) {
    if (!part.isOfFolder()) {
      String owner = OwnerOnly.owner(path);
      throw new Failure.Refused(
          "nothing is written to the record of "
              + cluster
              + ": "
              + path
              + " belongs to "
              + owner
              + ", who could not read what "
              + self()
              + " writes; run this as "
              + owner
              + " or as root");
    }
  }

  private static String self() {
    return System.getProperty("user.name", "?");
  }

  private void setDamagedAside() throws IOException {
    for (Path file : files()) {
      try {
        if (!isSetAside(file)) {
          parsed(file);
          return;
        }
      } catch (RecordText.Damaged why) {
        Path aside = file.resolveSibling(file.getFileName() + DAMAGED);
        LOG.warn("{} is damaged ({}) and set aside as {}", file, why.getMessage(), aside);
        rename(file, aside);
      } catch (NoSuchFileException removed) {
        return;
      }
    }
  }

  private static void rename(Path file, Path aside) throws IOException {
    try {
      Files.move(file, aside);
    } catch (NoSuchFileException | FileAlreadyExistsException done) {
      LOG.debug("another writer set {} aside", file);
    }
  }

  private void removeOld(long newest) throws IOException {
    for (Path file : files()) {
      if (!isSetAside(file) && number(file) <= newest - KEPT) {
        Files.deleteIfExists(file);
      }
    }
  }

  private OptionalLong highest() throws IOException {
    return files().stream().mapToLong(RecordFolder::number).max();
  }

  /** All generations, also those set aside, the newest first. */
  private List<Path> files() throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files
          .filter(file -> GENERATION.matcher(file.getFileName().toString()).matches())
          .sorted(Comparator.comparingLong(RecordFolder::number).reversed())
          .toList();
    }
  }

  private static String name(long generation) {
    return String.format(Locale.ROOT, "record-%012d.json", generation);
  }

  private static long number(Path file) {
    Matcher name = GENERATION.matcher(file.getFileName().toString());
    return name.matches() ? Long.parseLong(name.group(1)) : 0;
  }

  private static boolean isSetAside(Path file) {
    return file.getFileName().toString().endsWith(DAMAGED);
  }

  Failure failure(String what, IOException e) {
    return new Failure.Refused(
        "the record of " + cluster + " in " + path + " " + what + " (" + e + "); " + remedy(e), e);
  }

  /** What to do about it; a file that is somebody else's is told with its owner. */
  private static String remedy(IOException e) {
    if (e instanceof AccessDeniedException denied && denied.getFile() != null) {
      Path file = Path.of(denied.getFile());
      return file
          + " belongs to "
          + OwnerOnly.owner(file)
          + ", and Quorate runs here as "
          + self()
          + ": run it as the user of the worker, and where the file is not that user's, give it to"
          + " them: chown USER "
          + file;
    }
    return "look at the directory that snapshots.directory names";
  }
}
