package io.quorate.cluster;

import java.util.Optional;

/**
 * Scope of a look.
 *
 * @param snapshot the file of a snapshot that a person named: it is included however many others
 *     are further
 * @param members how many members there are to be, where that is known: places that the platform
 *     could make for them are seen too
 * @param journey the member that is to go to a node or zone: the platform is asked whether it can
 * @param operation the operation that looks: what a person has stated for it counts; empty where
 *     none does
 */
public record LookScope(
    ObservationDepth depth,
    Optional<String> snapshot,
    int members,
    Optional<Journey> journey,
    Optional<String> operation) {
  /** A scope of a look that no operation makes. */
  public LookScope(
      ObservationDepth depth, Optional<String> snapshot, int members, Optional<Journey> journey) {
    this(depth, snapshot, members, journey, Optional.empty());
  }

  /** A scope in which nobody wants more members, or a member elsewhere. */
  public LookScope(ObservationDepth depth, Optional<String> snapshot) {
    this(depth, snapshot, 0, Optional.empty());
  }

  /** A scope of this depth in which nobody named a snapshot. */
  public static LookScope of(ObservationDepth depth) {
    return new LookScope(depth, Optional.empty());
  }

  /** The scope without what can take minutes. */
  public LookScope quick() {
    return new LookScope(depth.quick(), snapshot, members, journey, operation);
  }

  /** The scope of a look that this operation makes. */
  public LookScope by(Optional<String> looking) {
    return new LookScope(depth, snapshot, members, journey, looking);
  }
}
