package io.quorate.workload;

/**
 * Sign that a process is there and does nothing (docs/etcd.md#hung-members).
 *
 * @param evidence how it is known, in words that follow the member's name: {@code is stopped by a
 *     signal}
 * @param signature stays the same as long as the process has not run in between
 */
public record Hang(Kind kind, String evidence, String signature) {
  /** Nothing comes from the process, and its host does not tell why. */
  public static final Hang MUTE = new Hang(Kind.MUTE, "runs", "");

  /** Reasons for which a process does nothing. */
  public enum Kind {
    /** The process was stopped by a signal or a debugger, and runs on when it is continued. */
    STOPPED,
    /** A thread of the process waits for its disk and cannot be interrupted. */
    DISK,
    /** The process has used up its file handles: it takes no new connection. */
    FILES,
    /** The connections of the peers stand, and nothing comes over them. */
    MUTE
  }
}
