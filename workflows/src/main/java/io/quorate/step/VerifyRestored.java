package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.record.RestoredMember;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Starts the restored member once where no client can reach it, and holds it against its source:
 * ids, revision, number of keys, and their hash where both are over the same revisions
 * (docs/etcd.md#restore). Only then clients may come.
 *
 * @param revision the highest of the source
 * @param bump by how much it was raised
 * @param keys how many there were in the source; empty where nobody told
 * @param file the source in the snapshot store; empty in values stored before it was handed on
 */
public record VerifyRestored(
    RestoredMember first, Revision revision, long bump, Optional<Long> keys, Optional<String> file)
    implements ActivityStep {
  public VerifyRestored {
    file = Objects.requireNonNullElse(file, Optional.empty());
  }

  @Override
  public String sentence() {
    return saying("cluster " + first.owner().cluster() + ", ");
  }

  /** The sentence without the new id, which is random and new with each look. */
  @Override
  public String material() {
    return saying("");
  }

  /** Whether the other step verifies the same, under whatever new id. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof VerifyRestored same
        && first.isAtTheSamePlaceAs(same.first)
        && equals(new VerifyRestored(first, same.revision, same.bump, same.keys, same.file));
  }

  private String saying(String id) {
    return String.format(
        Locale.ROOT,
        "Start %s where no client can reach it, and verify: %srevision %,d%s",
        first.name(),
        id,
        restoredTo().value(),
        keys.map(count -> String.format(Locale.ROOT, ", %,d keys", count)).orElse(""));
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(first.name());
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(30), 4);
  }

  /** The budget with the time that a snapshot of its size takes over a slow network. */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toTry(view, file));
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  /** The revision that it has before it writes anything. */
  public Revision restoredTo() {
    return revision.raised(bump);
  }

  /**
   * What is missing of the source in what was restored; empty where nothing is.
   *
   * @param seenKeys how many keys it has at {@link #restoredTo}; empty where that was not told
   */
  public Optional<String> missing(Revision seen, Optional<Long> seenKeys) {
    if (seen.compareTo(restoredTo()) < 0) {
      return Optional.of("its revision is " + seen + ", and has to be " + restoredTo());
    }
    return keys.filter(count -> seenKeys.filter(now -> !now.equals(count)).isPresent())
        .map(count -> "it has " + seenKeys.orElseThrow() + " keys, and the source had " + count);
  }

  /** A member that serves already was verified before it was started. */
  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(first.name())
        .filter(view::isVoting)
        .map(member -> first.name() + " serves as " + first.owner());
  }
}
