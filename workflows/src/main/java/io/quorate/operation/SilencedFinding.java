package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Finding of a cluster of which nobody is told for a time, because a person said so.
 *
 * @param kind the name of a diagnosis, or of a kind of findings
 * @param by who said so
 * @param reason why, on one line of at most 200 characters
 * @param until when people are told again
 * @param subject the part of the cluster whose finding it is; empty for findings of every subject
 */
public record SilencedFinding(
    ClusterKey cluster,
    String kind,
    String by,
    String reason,
    Instant until,
    Optional<String> subject) {
  private static final int LONGEST = 200;

  public SilencedFinding {
    by = CleanText.line(by, LONGEST);
    reason = CleanText.line(reason, LONGEST);
    subject = subject.map(part -> CleanText.line(part, LONGEST));
  }

  /** Returns what is silenced, in words: {@code slow-disk of etcd-1 of payments}. */
  public String words() {
    return kind + subject.map(part -> " of " + part).orElse("") + " of " + cluster;
  }

  /** Returns whether this silences all that another one silences. */
  boolean covers(SilencedFinding other) {
    return isAbout(other.cluster, other.kind)
        && (subject.isEmpty() || subject.equals(other.subject));
  }

  /** Returns whether this silences a finding with this subject. */
  boolean isAbout(ClusterKey other, String name, String part) {
    return isAbout(other, name) && subject.filter(own -> !own.equals(part)).isEmpty();
  }

  private boolean isAbout(ClusterKey other, String name) {
    return cluster.equals(other) && kind.equals(name);
  }
}
