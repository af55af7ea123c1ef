package io.quorate.kubernetes;

import io.quorate.datadir.file.ReadOnlyDirectory.Entry;
import io.quorate.datadir.file.ReadOnlyDirectory.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Takes apart what the script {@code look.sh} prints: records that end with a NUL. */
final class PodLook {
  private static final String END = "/";

  private final byte[] bytes;
  private int at;

  PodLook(byte[] bytes) {
    this.bytes = bytes;
  }

  /** All parts of the way to a path below a directory, from the directory down. */
  static List<String> parts(String root, String below) {
    List<String> parts = new ArrayList<>(List.of(root));
    for (String name : below.split("/")) {
      if (!name.isEmpty()) {
        parts.add(parts.getLast() + "/" + name);
      }
    }
    return parts;
  }

  /** Reads the attributes at the end of a way, of which each part has to be one to be followed. */
  FileAttributes way(List<String> parts) throws IOException {
    List<String> records = new ArrayList<>();
    for (String record = next(); !record.equals(END); record = next()) {
      records.add(record);
    }
    if (records.size() != 2 * parts.size()) {
      throw new IOException("the pod did not say what is at " + parts.getLast());
    }
    // The way to the directory itself may have any links.
    FileAttributes seen = FileAttributes.of(parts.getFirst(), records.get(1));
    for (int k = 1; k < parts.size(); k++) {
      seen =
          FileAttributes.of(parts.get(k), records.get(2 * k))
              .followed(parts.get(k), seen, records.get(2 * k + 1));
    }
    return seen;
  }

  /**
   * Reads what is in the folder at the end of a way; empty where there is no such folder. Links are
   * of the kind {@link Kind#OTHER}.
   */
  Optional<Folder> folder(List<String> parts) throws IOException {
    int begin = at;
    String path = parts.getLast();
    boolean listed = skipsTo(parts.size());
    List<Listed> names = new ArrayList<>();
    for (String record = listed ? next() : END; !record.equals(END); record = next()) {
      names.add(Listed.of(path, record));
    }
    int after = at;
    at = begin;
    try {
      FileAttributes folder = way(parts);
      if (!folder.isFolder()) {
        throw new NotDirectoryException(path);
      }
      return Optional.of(new Folder(path, folder, names));
    } catch (NoSuchFileException missing) {
      return Optional.empty();
    } finally {
      at = after;
    }
  }

  /** Skips the records of a way, and says whether its end is a folder, which is listed then. */
  private boolean skipsTo(int parts) throws IOException {
    String end = "";
    for (int k = 0; k < 2 * parts; k++) {
      end = next();
    }
    next();
    try {
      return FileAttributes.of("", end).isFolder();
    } catch (IOException nothing) {
      return false;
    }
  }

  /** A folder as it was listed. */
  record Folder(String path, FileAttributes attributes, List<Listed> names) {}

  /** An entry before a link is followed. */
  record Listed(String name, char type, long bytes) {
    private static Listed of(String path, String record) throws IOException {
      String[] fields = record.split(" ", 3);
      try {
        return new Listed(fields[2], fields[0].charAt(0), Long.parseLong(fields[1]));
      } catch (RuntimeException e) {
        throw new IOException("the pod did not say what is in " + path, e);
      }
    }

    Entry entry() {
      return switch (type) {
        case 'f' -> new Entry(name, Kind.FILE, bytes);
        case 'd' -> new Entry(name, Kind.FOLDER, 0);
        default -> new Entry(name, Kind.OTHER, 0);
      };
    }
  }

  /** The rest, which is content. */
  byte[] rest() {
    return Arrays.copyOfRange(bytes, at, bytes.length);
  }

  /** Reads the next record. */
  String next() throws IOException {
    int end = at;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    if (end == bytes.length) {
      throw new IOException("what the pod said broke off");
    }
    String record = new String(bytes, at, end - at, StandardCharsets.UTF_8);
    at = end + 1;
    return record;
  }
}
