package io.quorate.hosts;

import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.shell.Host;
import io.quorate.shell.Shell;

/** A host whose files Quorate reaches only as those of another machine. */
record Elsewhere(String name, Host real) implements Host {
  Elsewhere(Host real) {
    this("10.0.0.1", real);
  }

  @Override
  public Shell shell() {
    return real.shell();
  }

  @Override
  public ReadOnlyDirectory directory(String path) {
    return real.directory(path);
  }
}
