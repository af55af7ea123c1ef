package io.quorate.worker.activity;

import java.util.Objects;

/** The release of Quorate that this process runs, from the manifest of the jar. */
final class Release {
  private Release() {}

  /** The release as {@code 0.1}; {@code (development)} when run from an IDE, without a manifest. */
  static String name() {
    return Objects.requireNonNullElse(
        Release.class.getPackage().getImplementationVersion(), "(development)");
  }
}
