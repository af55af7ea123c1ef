package io.quorate.operation;

import java.time.Instant;
import java.util.Optional;

/**
 * Result of a look in brief, for the first line of what people read about it.
 *
 * @param wrong what is wrong, with the member, without the cluster's name and without a full stop:
 *     {@code etcd-1 is lost}
 * @param since since when, as far as Quorate saw it; empty where that is not known
 * @param meaning what that means for clients, in a sentence: {@code All writes fail.}; empty text
 *     for nothing
 * @param detail what was seen of it, in a sentence; empty text for nothing
 * @param at when the look ended
 * @param writesFailSince since when the cluster takes no writes; empty while it takes them, or
 *     where that is not known
 */
public record Found(
    String wrong,
    Optional<Instant> since,
    String meaning,
    String detail,
    Instant at,
    Optional<Instant> writesFailSince) {}
