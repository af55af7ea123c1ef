package io.quorate.operation;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.RehearsalText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Loss report of a recovery as a history keeps it: which data the cluster will have, and which
 * acknowledged writes that costs. Recorded once with the plan, because the approvers decide on it.
 * A number that cannot be known is empty, never 0.
 *
 * @param source the data the cluster goes on with: {@code the data of etcd-2}, {@code snapshot ...}
 * @param revision etcd's keyspace revision of that source
 * @param highestSeen highest revision that was ever seen of the cluster
 * @param certainlyLost number of revisions that were seen and the source lacks
 * @param possiblyLost number of revisions that may have been acknowledged and the source lacks,
 *     with the certain ones
 * @param window time within which the lost writes were acknowledged, as far as it is known
 * @param lines the report in sentences, one a line, as people read it
 * @param highestIndex highest raft index that was seen committed
 */
public record LossSummary(
    String source,
    Optional<Long> revision,
    Optional<Long> highestSeen,
    Optional<Long> certainlyLost,
    Optional<Long> possiblyLost,
    Window window,
    List<String> lines,
    Optional<Long> highestIndex) {
  public LossSummary {
    lines = List.copyOf(lines);
  }

  /** Returns the report of a rehearsal: each of its lines says so. */
  public LossSummary rehearsed() {
    return new LossSummary(
        source,
        revision,
        highestSeen,
        certainlyLost,
        possiblyLost,
        window,
        RehearsalText.marked(lines),
        highestIndex);
  }

  /** Returns the worst of the report in one short sentence, for a notification. */
  public String worst() {
    return possiblyLost.filter(most -> most == 0).isPresent()
        ? "No acknowledged change will be lost."
        : worstKnown();
  }

  private String worstKnown() {
    return certainlyLost
        .map(
            lost ->
                lost == 0
                    ? "Nothing that quorum was last seen to have will be lost."
                    : "At least " + Amounts.count(lost, "acknowledged change") + " will be lost.")
        .orElse("How many acknowledged changes will be lost is unknown.");
  }

  /**
   * Time of the writes that are lost.
   *
   * @param from time up to which acknowledged writes are in the source
   * @param to time by which the certainly lost writes had been acknowledged; later ones, which
   *     nobody can count, may be lost as well
   */
  public record Window(Optional<Instant> from, Optional<Instant> to) {
    public static final Window UNKNOWN = new Window(Optional.empty(), Optional.empty());
  }
}
