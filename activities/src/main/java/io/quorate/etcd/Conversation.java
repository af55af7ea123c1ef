package io.quorate.etcd;

import io.quorate.port.Canary;
import io.quorate.port.Downgrade;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Storage;

/**
 * The ports of one etcd cluster, sharing what they believe about who is who: {@link
 * Maintenance#status} pins the member id and cluster id of an endpoint, all other calls insist on
 * them.
 */
public record Conversation(
    Membership membership,
    Maintenance maintenance,
    Storage storage,
    Downgrade downgrade,
    Canary canary) {}
