package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measures how much is written, and says which way of migrating a member is better, with the
 * numbers it rests on (docs/etcd.md#planned-replacement, #moving-the-data). Approvers see the
 * result; no step depends on it.
 */
public record CompareWays(MemberName member) implements ActivityStep {
  /** Time between the two looks of the measurement. */
  public static final Duration MEASURED = Duration.ofSeconds(3);

  /**
   * Number of entries a leader keeps for a member that is behind; a member further behind is sent a
   * snapshot.
   */
  private static final long KEPT = 5_000;

  /** Size below which a raft snapshot is sent in about 3 minutes, and margin is worth more. */
  private static final long LARGE = 2L << 30;

  /** Rate of a copy: copied once and read twice for the checksums, in bytes per second. */
  private static final long COPIED_PER_SECOND = 50 << 20;

  private static final long SENT_PER_SECOND = 10 << 20;
  private static final long STOP_AND_START_SECONDS = 10;

  /** The least time over which a rate means anything. */
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

  @Override
  public String sentence() {
    return "Measure how much is written, and compare both ways to move " + member;
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofSeconds(60), 6);
  }

  /** Seconds for which the member is out while its data is copied. */
  static long secondsOut(long bytes) {
    return STOP_AND_START_SECONDS + bytes / COPIED_PER_SECOND;
  }

  /** Size of the leader's database in bytes. */
  static long size(ClusterView view) {
    return view.leader().flatMap(Member::status).map(MemberStatus::dbSizeBytes).orElse(0L);
  }

  /**
   * The better way for this member, with the reason.
   *
   * @param perSecond entries of the raft log; empty where the rate is not known
   */
  public String weighed(ClusterView view, OptionalDouble perSecond) {
    long bytes = size(view);
    long out = secondsOut(bytes);
    double missed = perSecond.orElse(0) * out;
    boolean copying = perSecond.isPresent() && missed < KEPT && bytes >= LARGE;
    String written =
        perSecond.isPresent()
            ? String.format(
                Locale.ROOT,
                "missing %,.0f of the %,d entries a leader keeps (%.1f/s)",
                missed,
                KEPT,
                perSecond.getAsDouble())
            : "what is written meanwhile is not known";
    return String.format(
        Locale.ROOT,
        "%s is better: replace sends %,d MiB in %d s; data-move is out for %d s, %s",
        copying ? "data-move" : "replace",
        Math.ceilDiv(bytes, 1 << 20),
        Math.ceilDiv(bytes, SENT_PER_SECOND),
        out,
        written);
  }

  /** The estimate of one look, from the revisions since the last snapshot. */
  @Override
  public Optional<String> estimate(ClusterView view) {
    return Optional.of(weighed(view, sinceSnapshot(view)));
  }

  private static OptionalDouble sinceSnapshot(ClusterView view) {
    Optional<SavedSnapshot> last =
        view.lastSnapshot()
            .filter(saved -> view.clusterId().equals(Optional.of(saved.clusterId())));
    Optional<MemberStatus> leader = view.leader().flatMap(Member::status);
    if (last.isEmpty() || leader.isEmpty()) {
      return OptionalDouble.empty();
    }
    Duration since = Duration.between(last.get().savedAt(), view.at());
    long written = leader.get().revision().value() - last.get().atLeast().value();
    return since.compareTo(LONG_ENOUGH) < 0 || written < 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) written / since.toSeconds());
  }
}
