package io.quorate.hosts;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import java.util.function.BiFunction;

/**
 * This machine, with other answers for its directories.
 *
 * @param directories the answer for a path; the second argument is the directory of this machine
 */
record HostWithDirectories(
    Host real, BiFunction<String, ReadOnlyDirectory, ReadOnlyDirectory> directories)
    implements Host {
  HostWithDirectories(BiFunction<String, ReadOnlyDirectory, ReadOnlyDirectory> directories) {
    this(new LocalHost(new LocalShell()), directories);
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public Shell shell() {
    return real.shell();
  }

  @Override
  public ReadOnlyDirectory directory(String path) {
    return directories.apply(path, real.directory(path));
  }
}
