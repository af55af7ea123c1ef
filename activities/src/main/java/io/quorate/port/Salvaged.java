package io.quorate.port;

import io.quorate.cluster.EtcdVersion;
import io.quorate.snapshot.Salvage;

/**
 * A snapshot that was made of a stopped member's data.
 *
 * @param version of the etcd that the member is started from
 * @param stream its bytes, while whoever made it waits
 */
public record Salvaged(
    Salvage origin, EtcdVersion version, Recovered content, SnapshotStore.Bytes stream) {}
