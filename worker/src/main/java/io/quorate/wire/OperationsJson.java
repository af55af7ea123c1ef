package io.quorate.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What {@code quorate operations -o json} prints: the newest first. */
public record OperationsJson(List<OperationJson> operations) {
  /** One operation in a line. */
  public record OperationJson(
      String operation,
      String cluster,
      String runbook,
      String title,
      String state,
      String requestedBy,
      Instant startedAt,
      Optional<Instant> endedAt) {}
}
