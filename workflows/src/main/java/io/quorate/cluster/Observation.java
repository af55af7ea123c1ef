package io.quorate.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The raw facts of one look, as the adapters brought them; {@link ClusterView#of} joins them.
 *
 * @param configured the members of the configuration
 * @param statuses those that answered, by the name whose client URL was asked
 * @param silences why the others did not
 * @param metrics what each live member says of its raft connections; missing = it could not be read
 * @param lookAgain how long a member must have been silent before it may be called dead without
 *     better proof
 */
public record Observation(
    ClusterKey cluster,
    Instant at,
    Map<MemberName, ConfiguredMember> configured,
    Map<MemberName, MemberStatus> statuses,
    Map<MemberName, String> silences,
    Optional<MembershipList> membership,
    List<Alarm> alarms,
    Map<MemberName, MemberMetrics> metrics,
    Map<MemberName, Workload> workloads,
    Map<MemberName, DataDirectory> data,
    Map<MemberName, Installation> installations,
    Optional<SavedSnapshot> lastSnapshot,
    Duration lookAgain) {}
