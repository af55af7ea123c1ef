package io.quorate.port;

import io.quorate.cluster.MemberId;
import java.time.Instant;
import java.util.Optional;

/**
 * A data directory, or a log with a directory of its own, that was set aside: renamed and kept.
 *
 * @param path absolute, on the member's host
 * @param operation id of the operation that set it aside; empty for a name that Quorate did not
 *     give
 * @param was member id under which the data was used; empty where no membership listed it then, and
 *     for a name that Quorate did not give
 * @param bytes that it takes on its disk
 * @param since when it was last changed, which is when it was renamed unless somebody touched it
 *     later; empty where its file system does not keep that
 */
public record AsideDirectory(
    String path,
    Optional<String> operation,
    Optional<MemberId> was,
    long bytes,
    Optional<Instant> since) {}
