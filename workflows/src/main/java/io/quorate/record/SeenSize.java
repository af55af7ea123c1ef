package io.quorate.record;

import java.time.Instant;

/**
 * Size of the largest database of a cluster at a time.
 *
 * @param bytes in use, without free pages
 */
public record SeenSize(Instant at, long bytes) {}
