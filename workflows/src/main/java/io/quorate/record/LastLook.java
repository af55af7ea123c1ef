package io.quorate.record;

import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last look that was recorded, with since when conditions have held then.
 *
 * @param remembered what the next look has to remember of it
 */
public record LastLook(Instant at, ObservationMemory remembered) {
  /**
   * Age up to which a silence counts. Looks that follow each other are a minute apart at most; the
   * limit leaves room for one that is late. Between an old look and the next a member that is
   * silent in both may have answered.
   */
  public static final Duration FRESH = Duration.ofMinutes(2);

  /** Least time between two writings of figures; a change of members is written at once. */
  public static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

  /** This look after an earlier one, from which it knows since when conditions have held. */
  public LastLook after(LastLook before) {
    ObservationMemory known = before.at(at);
    boolean sameShape = known.shape().equals(remembered.shape());
    return new LastLook(
        at,
        new ObservationMemory(
            remembered.shape(),
            sameShape
                ? Known.either(remembered.settledSince(), known.settledSince(), LastLook::earlier)
                : remembered.settledSince(),
            earlier(remembered.silentSince(), known.silentSince()),
            earlier(remembered.lostSince(), known.lostSince())));
  }

  /**
   * The memory of the look before; where that look handed on no memory, the memory of the last look
   * that was recorded. A memory that was handed on is never older than the recorded memory.
   */
  public static ObservationMemory memory(
      ObservationMemory handedOn, Optional<LastLook> recorded, Instant now) {
    return handedOn.equals(ObservationMemory.NONE)
        ? recorded.map(look -> look.at(now)).orElse(ObservationMemory.NONE)
        : handedOn;
  }

  private static Map<MemberName, Instant> earlier(
      Map<MemberName, Instant> now, Map<MemberName, Instant> known) {
    Map<MemberName, Instant> since = new HashMap<>(now);
    since.replaceAll((name, at) -> earlier(at, known.getOrDefault(name, at)));
    return since;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /**
   * The part of the memory that counts for a look at this time. Membership, leader and term count
   * however old they are, because a term has one leader and never comes again
   * (docs/etcd.md#definitions); silences only while they are fresh, and nothing that was seen in
   * the future, when a clock was ahead.
   */
  public ObservationMemory at(Instant now) {
    boolean fresh = !at.isAfter(now) && Duration.between(at, now).compareTo(FRESH) <= 0;
    return fresh
        ? remembered
        : new ObservationMemory(
            remembered.shape(),
            remembered.settledSince().filter(since -> !since.isAfter(now)),
            Map.of(),
            Map.of());
  }

  /** The later of both; of two at one time always the same one. */
  LastLook or(LastLook other) {
    return Comparator.comparing((LastLook look) -> look.at())
                .thenComparing(look -> look.remembered().inOrder())
                .compare(this, other)
            >= 0
        ? this
        : other;
  }
}
