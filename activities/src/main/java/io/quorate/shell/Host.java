package io.quorate.shell;

import io.quorate.datadir.file.ReadOnlyDirectory;

/** A machine on which members run: a shell there, and its files for reading. */
public interface Host {
  /** Name of the machine in sentences. */
  String name();

  /** The shell that scripts run in. */
  Shell shell();

  /**
   * A directory there, whose files are read at a position; it need not be there.
   *
   * @param path an absolute path, with slashes
   */
  ReadOnlyDirectory directory(String path);

  /** Whether it is the machine that Quorate runs on, so that files are the same for both. */
  default boolean isThisMachine() {
    return false;
  }
}
