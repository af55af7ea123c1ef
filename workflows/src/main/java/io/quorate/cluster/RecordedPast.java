package io.quorate.cluster;

import java.util.Objects;
import java.util.Optional;

/**
 * What a look read in the record of the cluster before it asked anybody.
 *
 * @param incarnation the history that the cluster has now; empty where none is recorded
 * @param unread why the record could not be read, in words; empty where it could
 */
public record RecordedPast(Optional<Incarnation> incarnation, Optional<String> unread) {
  /** Nothing is remembered. */
  public static final RecordedPast NONE = new RecordedPast(Optional.empty(), Optional.empty());

  public RecordedPast {
    incarnation = Objects.requireNonNullElse(incarnation, Optional.empty());
    unread = Objects.requireNonNullElse(unread, Optional.empty());
  }

  /** The past of a record that was read. */
  public static RecordedPast of(Optional<ClusterRecord> record) {
    return new RecordedPast(record.flatMap(ClusterRecord::current), Optional.empty());
  }

  /** The past that could not be read, for this reason. */
  public static RecordedPast unread(String why) {
    return new RecordedPast(Optional.empty(), Optional.of(why));
  }
}
