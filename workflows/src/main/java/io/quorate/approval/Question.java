package io.quorate.approval;

import java.time.Instant;
import java.util.Objects;

/**
 * Question put to people: whether to carry out a plan.
 *
 * @param id stable within the operation: {@code <operation>.<round>}
 * @param digest the digest of the plan in full
 * @param requestedBy who asked for the operation; never a person who decides
 */
public record Question(
    String id,
    String digest,
    Requirement needed,
    String requestedBy,
    Instant askedAt,
    Instant expiresAt) {
  /** Fewest characters of a digest that name a plan. */
  public static final int SHORTEST_DIGEST = 8;

  public Question {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(digest, "digest");
    Objects.requireNonNull(needed, "needed");
    Objects.requireNonNull(requestedBy, "requestedBy");
    Objects.requireNonNull(askedAt, "askedAt");
    Objects.requireNonNull(expiresAt, "expiresAt");
  }

  /** Returns the beginning of a plan's digest, as people read and type it. */
  public static String shortDigest(String digest) {
    return digest.substring(0, Math.min(SHORTEST_DIGEST, digest.length()));
  }
}
