package io.quorate.port;

import io.quorate.cluster.MemberId;
import java.time.Instant;
import java.util.Optional;

/**
 * A directory that was set aside at a member's place.
 *
 * @param operation the operation that set it aside
 * @param was the member id under which the data was used; empty where it was in no list
 * @param bytes what it occupies
 * @param since when it was renamed, as far as its file system tells
 */
public record Aside(
    String path, String operation, Optional<MemberId> was, long bytes, Instant since) {}
