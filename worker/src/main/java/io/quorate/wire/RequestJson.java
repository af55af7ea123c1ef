package io.quorate.wire;

import java.util.Optional;

/**
 * What a person asks of an operation.
 *
 * @param id of this very request: sent twice, it counts once
 * @param digest of the plan an approval is about; absent for everything else
 * @param comment of an approval
 * @param reason of a rejection, a pause, a retry ...
 */
public record RequestJson(
    String id,
    Optional<String> digest,
    String by,
    Optional<String> comment,
    Optional<String> reason) {
  /** What the person is told. */
  public record Answer(boolean counted, String sentence) {}
}
