package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import java.time.Instant;

/**
 * Finding of a cluster of which nobody is told for a time, because a person said so.
 *
 * @param kind the name of a diagnosis, or of a kind of findings
 * @param by who said so
 * @param reason why, on one line of at most 200 characters
 * @param until when people are told again
 */
public record SilencedFinding(
    ClusterKey cluster, String kind, String by, String reason, Instant until) {
  private static final int LONGEST = 200;

  public SilencedFinding {
    by = CleanText.line(by, LONGEST);
    reason = CleanText.line(reason, LONGEST);
  }

  boolean isAbout(ClusterKey other, String name) {
    return cluster.equals(other) && kind.equals(name);
  }
}
