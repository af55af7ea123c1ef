package io.quorate.volume;

import io.quorate.cluster.EtcdVersion;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.Depth;
import io.quorate.datadir.OwnerReader;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.shell.Host;
import java.io.IOException;
import java.util.Optional;

/**
 * Data that was set aside, read where it lies.
 *
 * @param data as a data directory, whatever its name is now
 * @param log the directory of its log where that is one of its own
 */
record KeptFiles(ReadOnlyDirectory data, Optional<ReadOnlyDirectory> log) {
  private static final int HEAD = 512;

  /**
   * The data under this name.
   *
   * @param place the data directory of the member
   * @param path what was set aside: all of the place, or {@code member/} in a mount point
   * @param log where its log was set aside, where that had a directory of its own
   */
  static KeptFiles at(Host host, String place, String path, Optional<String> log) {
    ReadOnlyDirectory data =
        path.startsWith(place + "/")
            ? new RenamedMember(host.directory(place), path.substring(path.lastIndexOf('/') + 1))
            : host.directory(path);
    return new KeptFiles(data, log.map(host::directory));
  }

  /**
   * Owner of the data, by the head of the newest segment of its log; empty where that is unread.
   */
  Optional<DataOwner> owner() {
    try {
      ReadOnlyDirectory segments = log.orElse(data);
      String folder = log.isPresent() ? "" : "member/wal";
      Optional<String> newest =
          segments.list(folder).stream()
              .filter(entry -> entry.isFile() && entry.name().endsWith(".wal"))
              .map(ReadOnlyDirectory.Entry::name)
              .reduce((before, after) -> after);
      return newest.isEmpty()
          ? Optional.empty()
          : owner(segments, folder.isEmpty() ? newest.get() : folder + "/" + newest.get());
    } catch (IOException unread) {
      return Optional.empty();
    }
  }

  private static Optional<DataOwner> owner(ReadOnlyDirectory segments, String segment)
      throws IOException {
    try (ReadOnlyFile file = segments.open(segment)) {
      byte[] head = file.bytes(0, (int) Math.min(HEAD, file.size()));
      return OwnerReader.read(head)
          .map(identity -> new DataOwner(identity.member(), identity.cluster()));
    }
  }

  /** Reads the kept data and finds damage that keeps etcd from starting on it. */
  DataReading.Found read(Optional<EtcdVersion> binary, Depth depth) {
    return new DataReading(data, log).read(binary, depth);
  }

  /** Why it is not proven whole; empty where it is. */
  static Optional<DataFinding> damage(DataReading.Found found) {
    return found
        .damage()
        .or(
            () ->
                found.position().isPresent()
                    ? Optional.empty()
                    : found
                        .unfit()
                        .or(
                            () ->
                                Optional.of(
                                    new DataFinding(
                                        DataVerdict.UNREADABLE, "how far it is cannot be read"))));
  }
}
