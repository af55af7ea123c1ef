package io.quorate.command;

import io.quorate.wire.Release;
import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"quorate " + Release.name()};
  }
}
