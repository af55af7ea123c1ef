package io.quorate.shell;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.file.ReadOnlyDirectory;
import java.nio.file.Path;

/** The machine that Quorate runs on. */
public record LocalHost(Shell shell) implements Host {
  public LocalHost() {
    this(new LocalShell());
  }

  @Override
  public String name() {
    return "this machine";
  }

  @Override
  public ReadOnlyDirectory directory(String path) {
    return new LocalDirectory(Path.of(path));
  }

  @Override
  public boolean isThisMachine() {
    return true;
  }
}
