package io.quorate.view;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Silence;
import io.quorate.data.DataDirectory;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Installation;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
 * @param later the metrics some seconds later; empty when they were read once
 */
public record Observation(
    ClusterKey cluster,
    Instant at,
    Map<MemberName, ConfiguredMember> configured,
    Map<MemberName, MemberStatus> statuses,
    Map<MemberName, Silence> silences,
    Optional<MembershipList> membership,
    List<Alarm> alarms,
    Map<MemberName, MemberMetrics> metrics,
    Map<MemberName, Workload> workloads,
    Map<MemberName, DataDirectory> data,
    Map<MemberName, Installation> installations,
    Map<MemberName, PeerUrlAnswer> peerUrls,
    Optional<SavedSnapshot> lastSnapshot,
    Duration lookAgain,
    Map<MemberName, MemberMetrics> later) {
  /** The facts with the metrics read a second time. */
  public Observation readAgain(Map<MemberName, MemberMetrics> metricsLater) {
    return with(statuses, silences, membership, metricsLater);
  }

  /**
   * The facts with what the same members answered afterwards. A list counts as confirmed only while
   * the member that gave it answers: what the others say may be older.
   */
  public Observation answeredAgain(Map<MemberName, MemberStatus> statusesLater) {
    Map<MemberName, MemberStatus> answers = new HashMap<>(statuses);
    answers.putAll(statusesLater);
    Optional<MembershipList> list =
        membership.map(
            given ->
                given.through().filter(statusesLater::containsKey).isPresent()
                    ? given
                    : given.unconfirmed());
    return with(answers, silences, list, later);
  }

  /** The facts without the answers of these members, which are silent for this reason. */
  Observation without(Set<MemberName> answers, Silence because) {
    Map<MemberName, MemberStatus> left = new HashMap<>(statuses);
    left.keySet().removeAll(answers);
    Map<MemberName, Silence> silent = new HashMap<>(silences);
    answers.forEach(name -> silent.put(name, because));
    return with(left, silent, membership, later);
  }

  private Observation with(
      Map<MemberName, MemberStatus> answers,
      Map<MemberName, Silence> silent,
      Optional<MembershipList> list,
      Map<MemberName, MemberMetrics> metricsLater) {
    return new Observation(
        cluster,
        at,
        configured,
        answers,
        silent,
        list,
        alarms,
        metrics,
        workloads,
        data,
        installations,
        peerUrls,
        lastSnapshot,
        lookAgain,
        metricsLater);
  }
}
