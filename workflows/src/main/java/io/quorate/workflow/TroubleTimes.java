package io.quorate.workflow;

import io.quorate.operation.FailedWrites;
import io.quorate.operation.IncidentMemory;
import java.time.Instant;
import java.util.Optional;

/** Times since when an incident's cluster is whole, is not mended, and takes no writes. */
final class TroubleTimes {
  private Optional<Instant> whole = Optional.empty();
  private Optional<Instant> unmended;
  private Optional<Instant> writesFail;

  /** Goes on from what the run before has kept. */
  TroubleTimes(IncidentMemory memory) {
    this.unmended = memory.unmendedSince();
    this.writesFail = memory.writesFailSince();
  }

  /** Returns since when the cluster was seen whole; empty while it is in trouble. */
  Optional<Instant> whole() {
    return whole;
  }

  /** Returns since when nobody and no operation mends the trouble. */
  Optional<Instant> unmended() {
    return unmended;
  }

  /** Returns since when writes fail; no look has seen since that clients can write. */
  Optional<Instant> writesFail() {
    return writesFail;
  }

  /**
   * Notes the last look. A look that failed, or saw too little, says nothing about writes: what was
   * known of them stays.
   *
   * @param over whether the last look saw a whole cluster, and no finding stands
   */
  void note(IncidentLooks looking, boolean over) {
    whole = over ? Optional.of(whole.orElseGet(Timers::now)) : Optional.empty();
    if (over) {
      unmended = Optional.empty();
    }
    writesFail =
        looking
            .last()
            .map(seen -> FailedWrites.since(writesFail, seen.name(), seen.writesFailSince()))
            .orElse(writesFail);
  }

  /**
   * Notes trouble that no operation mends. An operation that is refused, stops or expires leaves
   * the trouble as old as it was: the pager's count continues across proposals.
   */
  void noteUnmended(Instant now) {
    unmended = Optional.of(unmended.orElse(now));
  }

  /** Notes that people have answered, or that an operation has mended the trouble. */
  void noteAnswered() {
    unmended = Optional.empty();
  }
}
