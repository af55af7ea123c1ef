package io.quorate.step;

import io.quorate.cluster.Revision;
import java.time.Duration;
import java.util.Locale;

/**
 * Drops the history before a revision, on all members (docs/etcd.md#nospace). The newest value of
 * every key stays; watchers at an older revision have to list again.
 *
 * @param upTo the first revision that stays
 */
public record Compact(Revision upTo) implements ActivityStep {
  @Override
  public String sentence() {
    return String.format(
        Locale.ROOT, "Compact up to revision %,d: older watchers must list again", upTo.value());
  }

  /**
   * The sentence without the revision, which moves with every write; the title of the plan says how
   * many revisions are kept.
   */
  @Override
  public String material() {
    return "Compact";
  }

  /** Whether the other step compacts too, at whatever revision: revisions move all the time. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof Compact;
  }

  @Override
  public Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  /** Budget with 10 min for the physical part. */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(15), 6);
  }
}
