package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Drops the history before a revision, on all members (docs/etcd.md#nospace). The newest value of
 * every key stays; watchers at an older revision have to list again.
 *
 * @param upTo the first revision that stays
 * @param unless the member whose database, once it has room below its quota, makes this unneeded;
 *     empty where it is needed in any case, and in values stored before this was asked
 */
public record Compact(Revision upTo, Optional<MemberName> unless) implements ActivityStep {
  public Compact {
    unless = Objects.requireNonNullElse(unless, Optional.empty());
  }

  public Compact(Revision upTo) {
    this(upTo, Optional.empty());
  }

  @Override
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "Compact up to revision %,d%s: older watchers must list again",
        upTo.value(),
        condition());
  }

  private String condition() {
    return unless.map(member -> " if " + member + " still has too little room").orElse("");
  }

  /**
   * The sentence without the revision, which moves with every write; the title of the plan says how
   * many revisions are kept.
   */
  @Override
  public String material() {
    return "Compact" + condition();
  }

  /** Whether the other step compacts too, at whatever revision: revisions move all the time. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof Compact compact && compact.unless.equals(unless);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return unless
        .flatMap(view::member)
        .filter(DisarmAlarm::hasRoom)
        .map(member -> member.name() + " has room again: " + DisarmAlarm.size(member));
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
