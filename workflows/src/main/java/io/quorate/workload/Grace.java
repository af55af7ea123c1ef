package io.quorate.workload;

import java.time.Duration;

/**
 * Time that a member gets to end by itself once it was asked to, before it is killed.
 *
 * @param by who kills it
 */
public record Grace(Duration time, By by) {
  /** The time that etcd gets to end by SIGTERM, before SIGKILL (docs/etcd.md#restarting). */
  public static final Duration TERM = Duration.ofSeconds(30);

  /** The grace where Quorate ends the process: SIGTERM, and SIGKILL after it. */
  public static final Grace STANDARD = new Grace(TERM, By.QUORATE);

  /** Killer of a member that has not ended in time. */
  public enum By {
    QUORATE,
    /** The kubelet, by {@code terminationGracePeriodSeconds} of the manifest. */
    KUBELET
  }

  /**
   * Says what comes after the time, as a clause: {@code SIGKILL if it has not ended after 30 s}.
   */
  public String words() {
    String after = " if it has not ended after " + time.toSeconds() + " s";
    return switch (by) {
      case QUORATE -> "SIGKILL" + after;
      case KUBELET -> "the kubelet kills it" + after + " (terminationGracePeriodSeconds)";
    };
  }
}
