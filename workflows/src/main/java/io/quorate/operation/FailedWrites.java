package io.quorate.operation;

import io.quorate.diagnosis.Writes;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Time since which a cluster takes no writes, from look to look. */
public final class FailedWrites {
  private FailedWrites() {}

  /**
   * Returns since when writes fail after a look; empty once a look has seen that clients can write.
   * A look that saw too little says nothing about writes, so what was known stays.
   *
   * @param known since when, by the looks before
   * @param diagnosis the name of what the look found
   * @param told since when, by the look itself
   */
  public static Optional<Instant> since(
      Optional<Instant> known, String diagnosis, Optional<Instant> told) {
    return switch (writes(diagnosis, told)) {
      case POSSIBLE -> Optional.empty();
      case UNKNOWN -> known;
      case IMPOSSIBLE -> Stream.of(known, told).flatMap(Optional::stream).min(Instant::compareTo);
    };
  }

  /**
   * Returns whether clients can write, as far as the last look tells; empty before the first look.
   */
  public static Optional<Writes> seen(Optional<String> diagnosis, Optional<Instant> told) {
    return diagnosis.map(name -> writes(name, told));
  }

  private static Writes writes(String diagnosis, Optional<Instant> told) {
    return told.isPresent() ? Writes.IMPOSSIBLE : Writes.of(diagnosis);
  }
}
