package io.quorate.wire;

import java.util.Optional;

/**
 * Request of a person to an operation.
 *
 * @param id id of this request, which counts once if it is sent twice
 * @param digest digest of the plan that is approved; absent for everything else
 * @param comment comment of an approval
 * @param confirm name of the cluster as the person typed it, where the question wants that
 * @param reason reason of a rejection, a pause, a retry ...
 * @param login whether the operating system names the person; without it the name counts as typed
 * @param question id of the question that is approved or rejected, or its number in the operation;
 *     absent: the operation's question about a plan of this digest, for an approval the only one
 */
public record RequestJson(
    String id,
    Optional<String> digest,
    String by,
    Optional<String> comment,
    Optional<String> confirm,
    Optional<String> reason,
    Optional<String> question,
    Optional<Boolean> login) {
  /** Answer to the person. */
  public record Answer(boolean counted, String sentence) {}
}
