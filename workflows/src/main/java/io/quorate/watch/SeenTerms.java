package io.quorate.watch;

import io.quorate.cluster.MemberStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Terms of a cluster over the last 10 minutes, as its pulses saw them. Each election begins a term,
 * and an election that nobody wins begins another one, so several terms between two pulses count
 * once.
 *
 * @param changes each pulse that saw a higher term than the pulses before; the first one is the
 *     term at the beginning
 */
public record SeenTerms(List<Seen> changes) {
  /** Time over which changes are counted. */
  static final Duration WINDOW = Duration.ofMinutes(10);

  /** Nothing seen yet. */
  static final SeenTerms NONE = new SeenTerms(List.of());

  public SeenTerms {
    changes = List.copyOf(changes);
  }

  /** Term, and when a pulse saw it first. */
  public record Seen(Instant at, long term) {}

  /**
   * Takes a pulse. A pulse without a leader is skipped: its election is still under way, and a
   * later pulse shows the term that won.
   */
  SeenTerms with(Pulse pulse) {
    Optional<Long> term =
        pulse.answers().values().stream()
            .filter(answer -> answer.leader().isPresent())
            .map(MemberStatus::raftTerm)
            .max(Long::compareTo);
    List<Seen> kept = new ArrayList<>(changes);
    if (term.isPresent() && (kept.isEmpty() || kept.getLast().term() < term.get())) {
      kept.add(new Seen(pulse.at(), term.get()));
    }
    // The last one before the window is the term that the window began with.
    while (kept.size() > 1 && !kept.get(1).at().isAfter(pulse.at().minus(WINDOW))) {
      kept.removeFirst();
    }
    return new SeenTerms(kept);
  }

  /** Returns the terms without the changes up to now. */
  SeenTerms excusedAt(Instant at) {
    return changes.isEmpty()
        ? this
        : new SeenTerms(List.of(new Seen(at, changes.getLast().term())));
  }

  /** Returns whether the pulses of the last 10 minutes are not all known. */
  boolean isShort(Instant now) {
    return changes.isEmpty() || changes.getFirst().at().isAfter(now.minus(WINDOW));
  }

  /**
   * Returns the changes in the 10 minutes before a moment, without the first term, of which nobody
   * knows when it began.
   */
  List<Seen> changesBefore(Instant now) {
    return changes.stream().skip(1).filter(seen -> seen.at().isAfter(now.minus(WINDOW))).toList();
  }
}
