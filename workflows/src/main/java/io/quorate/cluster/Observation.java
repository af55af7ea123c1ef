package io.quorate.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Raw facts of one look, as the adapters returned them; {@link ClusterView#of} joins them.
 *
 * @param configured the members of the configuration
 * @param statuses answers by the name whose client URL was asked
 * @param silences why the other members did not answer
 * @param metrics raft connections of each live member; missing when they could not be read
 * @param peerUrls what answers at configured peer URLs that the membership does not list
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
    Map<MemberName, PeerUrlAnswer> peerUrls,
    Optional<SavedSnapshot> lastSnapshot,
    Duration lookAgain) {}
