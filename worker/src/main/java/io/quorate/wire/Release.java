package io.quorate.wire;

import java.util.Objects;

/** The release of Quorate that this process runs, from the manifest of the jar. */
public final class Release {
  private Release() {}

  /** The release as {@code 0.1}; {@code (development)} when run from an IDE, without a manifest. */
  public static String name() {
    return Objects.requireNonNullElse(
        Release.class.getPackage().getImplementationVersion(), "(development)");
  }
}
