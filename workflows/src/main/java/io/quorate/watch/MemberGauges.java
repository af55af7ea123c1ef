package io.quorate.watch;

import java.time.Instant;
import java.util.Optional;

/**
 * Figures of a member that only mean something beside earlier ones, or beside those of others.
 *
 * @param at when its metrics arrived, by Quorate's clock
 * @param clock its own clock at that time, by the {@code Date} of the answer: up to 1 s behind,
 *     because the header has no fractions; empty where it sent none
 * @param fsync how long it waited for its log to be on disk ({@code
 *     etcd_disk_wal_fsync_duration_seconds}) since it started
 */
public record MemberGauges(Instant at, Optional<Instant> clock, Latencies fsync) {}
