package io.quorate.reminder;

import io.quorate.cluster.ClusterKey;
import java.time.Instant;
import java.util.Optional;

/**
 * Matter that people have to be told of for the first time.
 *
 * @param subject id of the operation or incident
 * @param wrong what is wrong, as the first line of its head
 * @param came when the matter came into the line of those that have to be told
 * @param named whether a summary has named its cluster
 * @param told when its own message was posted; empty while it stands in line
 */
public record Arrival(
    String subject,
    Waiting waiting,
    String wrong,
    Instant came,
    boolean named,
    Optional<Instant> told) {
  /** Creates a matter that has just come into the line. */
  public Arrival(String subject, Waiting waiting, String wrong, Instant came) {
    this(subject, waiting, wrong, came, false, Optional.empty());
  }

  /** Returns the matter as it was read last, at its place in the line. */
  public Arrival read(Waiting now, String trouble) {
    return new Arrival(subject, now, trouble, came, named, told);
  }

  /** Returns the matter after a summary has named its cluster. */
  public Arrival naming() {
    return new Arrival(subject, waiting, wrong, came, true, told);
  }

  /** Returns the matter after its own message was posted. */
  public Arrival tellingAt(Instant at) {
    return new Arrival(subject, waiting, wrong, came, named, told.or(() -> Optional.of(at)));
  }

  /** Whether the matter was told of so long ago that it belongs to no rush any more. */
  public boolean isOver(Instant now) {
    return told.filter(at -> now.isAfter(at.plus(Rush.LASTS))).isPresent();
  }

  /** Returns the cluster that is in trouble. */
  public ClusterKey cluster() {
    return waiting.cluster();
  }
}
