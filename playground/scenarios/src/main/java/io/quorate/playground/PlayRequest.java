package io.quorate.playground;

import io.quorate.command.Output;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A request to the playground.
 *
 * @param scenario the scenario to play; empty: start everything and wait for input
 * @param killWorkerAt points such as {@code remove-member:before}; the worker is killed once at
 *     each
 * @param directory the folder for all files; empty: a temporary one
 */
public record PlayRequest(
    Kind kind,
    Where where,
    Optional<String> scenario,
    Approve approve,
    Optional<String> etcd,
    List<String> killWorkerAt,
    Afterwards afterwards,
    Optional<Path> directory,
    Output output) {
  /** Kinds of request. */
  public enum Kind {
    PLAY,
    /** Only names the scenarios. */
    LIST
  }

  /** Where the members are. */
  public enum Where {
    /** Processes of this machine. */
    HERE,
    /** Booted machines, each with a systemd and a sshd of its own. */
    MACHINES,
    /** Pods of a StatefulSet, on a Kubernetes of two nodes. */
    KUBERNETES
  }

  /** Approver of the play: the playground itself, or a person. */
  public enum Approve {
    AUTO,
    ASK
  }

  /** Treatment of the folder and the servers after the play. */
  public enum Afterwards {
    CLEAN_UP,
    KEEP
  }
}
