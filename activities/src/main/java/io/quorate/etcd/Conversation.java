package io.quorate.etcd;

import io.quorate.port.Canary;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;

/**
 * Both ports of a cluster, sharing what they believe about who is who: {@link Maintenance#status}
 * pins the member id and cluster id of an endpoint, all other calls insist on them.
 */
public record Conversation(Membership membership, Maintenance maintenance, Canary canary) {}
