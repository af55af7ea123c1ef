package io.quorate.playground;

import io.quorate.command.Output;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What somebody wants to see in the playground.
 *
 * @param scenario empty: start everything and wait
 * @param killWorkerAt such as {@code remove-member:before}; once at each
 * @param directory where everything is put; empty: a temporary one
 */
public record PlayRequest(
    Kind kind,
    Optional<String> scenario,
    Approve approve,
    Optional<String> etcd,
    List<String> killWorkerAt,
    Afterwards afterwards,
    Optional<Path> directory,
    Output output) {
  /** What to do at all. */
  public enum Kind {
    PLAY,
    /** Only name the scenarios. */
    LIST
  }

  /** Who says yes. */
  public enum Approve {
    AUTO,
    ASK
  }

  /** What becomes of the servers. */
  public enum Afterwards {
    CLEAN_UP,
    KEEP
  }
}
