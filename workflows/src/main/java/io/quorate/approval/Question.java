package io.quorate.approval;

import java.time.Instant;

/**
 * A plan put to people.
 *
 * @param id stable within the operation: {@code <operation>.<round>}
 * @param digest the digest of the plan in full
 * @param requestedBy who asked for the operation; never one of those who decide
 */
public record Question(
    String id,
    String digest,
    Requirement needed,
    String requestedBy,
    Instant askedAt,
    Instant expiresAt) {}
