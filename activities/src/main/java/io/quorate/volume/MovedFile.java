package io.quorate.volume;

import java.util.List;
import java.util.Optional;

/**
 * File of a member that is copied to another machine.
 *
 * @param kind data or log, which may have a directory of its own on either side
 * @param size in bytes
 * @param time of its last change, in seconds; the copy gets it once it is whole
 * @param path below the directory of its kind
 */
record MovedFile(String kind, long size, String time, MovedPath path) {
  static final String DATA = "data";
  static final String LOG = "log";

  boolean isLog() {
    return kind.equals(LOG);
  }

  /** Finds the file among those that an earlier attempt brought. */
  Optional<MovedFile> in(List<MovedFile> arrived) {
    return arrived.stream()
        .filter(there -> there.kind.equals(kind) && there.path.equals(path))
        .findFirst();
  }
}
