package io.quorate.kubernetes;

import io.quorate.kubernetes.Right.Use;
import io.quorate.port.Failure;
import io.quorate.workload.MissingRights;
import io.quorate.workload.MissingRights.Need;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * The rights to change something, as looks know them. The API server is asked once in a while, and
 * at each look while a right is missing, so that one that was granted counts at once.
 */
final class KnownRights {
  private static final Duration FRESH = Duration.ofMinutes(5);

  /** A use without a place here is only for looks, which say themselves what they cannot read. */
  private static final List<Use> CHANGES = List.of(Use.HOLD, Use.DATA, Use.ADOPT, Use.LOCK);

  /** All rights that were there, for these pods, at a time of the clock. */
  private record Complete(List<String> pods, long at) {}

  private final BiFunction<List<String>, List<Right>, List<Right>> review;
  private final String namespace;
  private final LongSupplier nanoTime;
  private final ReentrantLock asking = new ReentrantLock();
  private Optional<Complete> complete = Optional.empty();

  /**
   * Knows nothing yet.
   *
   * @param review asks which of these rights are missing, of members with these pods
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  KnownRights(
      BiFunction<List<String>, List<Right>, List<Right>> review,
      String namespace,
      LongSupplier nanoTime) {
    this.review = review;
    this.namespace = namespace;
    this.nanoTime = nanoTime;
  }

  /** The missing rights, as far as the API server tells. */
  List<MissingRights> missing(SetLook look) {
    asking.lock();
    try {
      return unlessKnown(look);
    } finally {
      asking.unlock();
    }
  }

  private List<MissingRights> unlessKnown(SetLook look) {
    List<String> pods = look.memberPods();
    boolean known =
        complete
            .filter(all -> all.pods().equals(pods))
            .filter(all -> nanoTime.getAsLong() - all.at() < FRESH.toNanos())
            .isPresent();
    if (known || look.unread(SetLook.Part.SETS).isPresent()) {
      return List.of();
    }
    try {
      return asked(pods);
    } catch (Failure unasked) {
      return List.of();
    }
  }

  private List<MissingRights> asked(List<String> pods) {
    long now = nanoTime.getAsLong();
    List<Right> wanted =
        Rights.all().stream().filter(right -> CHANGES.contains(right.use())).toList();
    List<Right> missing = review.apply(pods, wanted);
    complete = missing.isEmpty() ? Optional.of(new Complete(pods, now)) : Optional.empty();
    return RightsGap.of(namespace, missing).stream().map(KnownRights::words).toList();
  }

  private static MissingRights words(RightsGap gap) {
    boolean always = gap.use() != Use.DATA;
    return new MissingRights(
        gap.use().runbooks(),
        always ? Need.ALWAYS : Need.PERHAPS,
        "Quorate has no right to %s, which is needed %s. %s"
            .formatted(
                gap.words(),
                gap.use().words(),
                always
                    ? "This runbook does not begin without it."
                    : "A step may stop in the middle and wait for a person."),
        List.of("To go on, %s.".formatted(gap.grant()), "Then: quorate check"));
  }
}
