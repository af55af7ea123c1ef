package io.quorate.etcd;

import io.quorate.port.Canary;
import io.quorate.port.Downgrade;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Storage;

/**
 * The ports of one etcd cluster over one set of pinned identities. {@link Maintenance#status} pins
 * the member id and cluster id of an endpoint; every other call fails when the endpoint answers
 * with different ids.
 */
public record PinnedPorts(
    Membership membership,
    Maintenance maintenance,
    Storage storage,
    Downgrade downgrade,
    Canary canary) {}
