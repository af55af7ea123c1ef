package io.quorate.command;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar. */
final class Version implements IVersionProvider {
  /** The version; {@code (development)} when run from an IDE, where there is no manifest. */
  static String text() {
    return Objects.requireNonNullElse(
        Version.class.getPackage().getImplementationVersion(), "(development)");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"quorate " + text()};
  }
}
