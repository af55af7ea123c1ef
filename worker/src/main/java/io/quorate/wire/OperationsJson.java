package io.quorate.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate operations -o json}: operations, the newest first; of a fleet a page,
 * and the running ones first.
 *
 * @param notice why operations may be missing, or why runs do not go on
 * @param all how many operations fit, on this page or not; null from an earlier release
 * @param next names the page after this one; null on the last one
 */
public record OperationsJson(
    List<OperationJson> operations,
    Optional<String> notice,
    Optional<Long> all,
    Optional<String> next) {
  /**
   * One operation in a line.
   *
   * @param requestedBy who asked; empty while no worker answers
   * @param requester {@code alert}, {@code person} whom the operating system named, or {@code
   *     unverified} for a name that was typed; empty while no worker answers
   * @param since when it entered this state; null while no worker answers
   * @param head the first lines that people read; null while no worker answers
   * @param whole whether its end proved that every voter votes and nothing is wrong
   * @param trouble what its last look found wrong and no step of it mended; null for nothing
   * @param writesFailSince since when no write succeeds; null where it waits for nobody, and while
   *     writes succeed
   */
  public record OperationJson(
      String operation,
      String cluster,
      String runbook,
      String title,
      String state,
      String requestedBy,
      Instant startedAt,
      Optional<Instant> endedAt,
      String requester,
      Optional<Instant> since,
      Optional<HeadJson> head,
      boolean whole,
      Optional<String> trouble,
      Optional<Instant> writesFailSince) {
    /** The operation in another state, of which its worker has not told yet. */
    public OperationJson in(String phase) {
      return new OperationJson(
          operation,
          cluster,
          runbook,
          title,
          phase,
          requestedBy,
          startedAt,
          endedAt,
          requester,
          since,
          head,
          whole,
          trouble,
          writesFailSince);
    }
  }
}
