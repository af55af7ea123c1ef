package io.quorate.workload;

import java.util.Optional;

/**
 * The directory that a member's write-ahead log has to itself, beside the data directory ({@code
 * ETCD_WAL_DIR}, docs/etcd.md#a-log-of-its-own).
 *
 * @param freeBytes the free space of its file system for etcd, in bytes; empty where unknown
 * @param obstacle why no member can begin an empty log there, as a clause: {@code /wal is a mount
 *     point: ...}; empty where one can
 */
public record WalDirectory(String path, Optional<Long> freeBytes, Optional<String> obstacle) {}
