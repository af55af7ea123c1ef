package io.quorate.observation;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Installation;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipList;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Observation;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.ObservationMemory;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.cluster.Workload;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Observes one cluster from all sides at once: status of its members, the membership through a
 * member that has a leader, the alarms, what peers see, processes and files. An observer judges
 * nothing.
 */
public final class Observer {
  /** The first version that honours a linearizable member list; earlier ones ignore the request. */
  private static final EtcdVersion LINEARIZABLE_LISTS = new EtcdVersion(3, 5, 0);

  private final ClusterPorts ports;
  private final Clock clock;

  public Observer(ClusterPorts ports, Clock clock) {
    this.ports = ports;
    this.clock = clock;
  }

  /**
   * Observes everything at the usual depth. Takes some 100 ms where all members answer, up to about
   * 15 s where members hang.
   *
   * @param before what earlier looks remember
   */
  public ClusterView look(ObservationMemory before) {
    return look(before, (member, answers) -> true);
  }

  /** Observes at the given depth. */
  public ClusterView look(ObservationMemory before, ObservationDepth depth) {
    return look(before, depth, () -> false);
  }

  /**
   * Observes at the given depth.
   *
   * @param calledOff whether nobody waits for the view any more; a comparison of data then ends
   */
  public ClusterView look(
      ObservationMemory before, ObservationDepth depth, BooleanSupplier calledOff) {
    ClusterView view = look(before);
    return switch (depth) {
      case USUAL -> view;
      case COMPARING_DATA ->
          view.withComparisons(Comparing.once(ports.storage(), calledOff).twice(view));
    };
  }

  /**
   * Observes the cluster around a step: hosts of members that answer are skipped, because an answer
   * on a member's own channel says more than its pid file.
   *
   * @param host a member whose host is observed even while the member answers, because the step
   *     touches it
   */
  public ClusterView glance(Optional<MemberName> host) {
    return look(
        ObservationMemory.NONE,
        (member, answers) ->
            !answers || host.filter(member::equals).isPresent() || sharesItsUrl(member));
  }

  /**
   * Whether another place shares this member's peer URL; files on the hosts then tell which place
   * is the member's.
   */
  private boolean sharesItsUrl(MemberName member) {
    return ports.places().entrySet().stream()
        .filter(other -> !other.getKey().equals(member))
        .anyMatch(
            other ->
                Optional.ofNullable(ports.places().get(member))
                    .filter(own -> own.peerUrl().equals(other.getValue().peerUrl()))
                    .isPresent());
  }

  /** Chooses the members whose hosts are observed. */
  private interface Hosts {
    boolean include(MemberName member, boolean answers);
  }

  private ClusterView look(ObservationMemory before, Hosts hosts) {
    Map<MemberName, MemberStatus> answers = new ConcurrentHashMap<>();
    Map<MemberName, String> silences = new ConcurrentHashMap<>();
    Map<MemberName, Workload> workloads = new ConcurrentHashMap<>();
    Map<MemberName, DataDirectory> data = new ConcurrentHashMap<>();
    Map<MemberName, Installation> installations = new ConcurrentHashMap<>();
    Map<MemberName, MemberMetrics> peers = new ConcurrentHashMap<>();
    try (Together together = new Together()) {
      for (MemberName member : ports.places().keySet()) {
        together.start(() -> ask(member, answers, silences));
      }
    }
    Optional<MembershipList> membership;
    try (Together together = new Together()) {
      ports.places().keySet().stream()
          .filter(member -> hosts.include(member, answers.containsKey(member)))
          .forEach(
              member -> {
                together.start(() -> workloads.put(member, ports.workloads().look(member)));
                together.start(() -> data.put(member, ports.data().look(member)));
                together.start(() -> installations.put(member, ports.installations().look(member)));
              });
      answers.keySet().forEach(seenBy -> together.start(() -> peers(seenBy, peers)));
      membership = membership(answers);
    }
    List<Alarm> alarms =
        membership
            .filter(list -> list.source() == MembershipSource.LINEARIZABLE)
            .flatMap(list -> attempt(() -> ports.maintenance().alarms(list.through())))
            .orElse(List.of());
    Map<MemberName, PeerUrlAnswer> peerUrls = new ConcurrentHashMap<>();
    List<MembershipEntry> listed = membership.map(MembershipList::entries).orElse(List.of());
    try (Together together = new Together()) {
      ports
          .places()
          .forEach((name, place) -> together.start(() -> askAt(name, place, listed, peerUrls)));
    }
    Observation seen =
        new Observation(
            ports.cluster(),
            clock.instant(),
            new TreeMap<>(ports.places()),
            answers,
            silences,
            membership,
            alarms,
            peers,
            workloads,
            data,
            installations,
            peerUrls,
            lastSnapshot(),
            ports.lookAgain());
    return ClusterView.of(seen, before);
  }

  private void ask(
      MemberName member, Map<MemberName, MemberStatus> answers, Map<MemberName, String> silences) {
    try {
      answers.put(member, ports.maintenance().status(member));
    } catch (Failure silent) {
      silences.put(member, String.valueOf(silent.getMessage()));
    }
  }

  /** Asks at the configured peer URL of a member that is listed elsewhere. */
  private void askAt(
      MemberName name,
      ConfiguredMember place,
      List<MembershipEntry> listed,
      Map<MemberName, PeerUrlAnswer> answers) {
    boolean known = listed.stream().anyMatch(entry -> entry.peerUrls().contains(place.peerUrl()));
    boolean named = listed.stream().anyMatch(entry -> entry.name().equals(name.value()));
    if (known || !named || place.nextOf().isPresent()) {
      return;
    }
    List<String> others =
        listed.stream()
            .filter(entry -> !entry.name().equals(name.value()))
            .flatMap(entry -> entry.peerUrls().stream())
            .toList();
    answers.put(name, ports.membership().askAt(name, place.peerUrl(), others));
  }

  private void peers(MemberName seenBy, Map<MemberName, MemberMetrics> peers) {
    attempt(() -> ports.maintenance().peers(seenBy)).ifPresent(report -> peers.put(seenBy, report));
  }

  /**
   * The member list that quorum confirms, through any member that can give it; otherwise the local
   * list of the member with the highest term and index (docs/etcd.md#which-member-list).
   */
  private Optional<MembershipList> membership(Map<MemberName, MemberStatus> answers) {
    List<MemberName> askable = askable(answers);
    for (MemberName through : askable) {
      MemberStatus answer = answers.get(through);
      if (answer == null || answer.leader().isEmpty()) {
        continue;
      }
      Optional<MembershipList> confirmed = attempt(() -> confirmed(through, answer));
      if (confirmed.isPresent()) {
        return confirmed;
      }
    }
    return askable.stream()
        .flatMap(
            through ->
                attempt(() -> ports.membership().localList(through)).stream()
                    .map(list -> new MembershipList(MembershipSource.LOCAL, through, list)))
        .findFirst();
  }

  private static List<MemberName> askable(Map<MemberName, MemberStatus> answers) {
    return answers.entrySet().stream()
        .filter(entry -> !entry.getValue().learner())
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<MemberName, MemberStatus> entry) -> entry.getValue().raftTerm())
                .thenComparingLong(entry -> entry.getValue().raftAppliedIndex())
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The member list through this member. On 3.4 a list counts as confirmed when it is unchanged
   * between two linearizable reads.
   */
  private MembershipList confirmed(MemberName through, MemberStatus answer) {
    if (!answer.version().isBefore(LINEARIZABLE_LISTS)) {
      return new MembershipList(
          MembershipSource.LINEARIZABLE, through, ports.membership().linearizableList(through));
    }
    ports.maintenance().linearizableRead(through);
    List<MembershipEntry> first = ports.membership().localList(through);
    ports.maintenance().linearizableRead(through);
    List<MembershipEntry> second = ports.membership().localList(through);
    MembershipSource source =
        first.equals(second) ? MembershipSource.LINEARIZABLE : MembershipSource.LOCAL;
    return new MembershipList(source, through, second);
  }

  private Optional<SavedSnapshot> lastSnapshot() {
    return attempt(() -> ports.snapshots().list(ports.cluster()))
        .flatMap(list -> list.stream().findFirst());
  }

  /** The answer of a call; empty for a failure, which the view shows as unobserved. */
  private static <T> Optional<T> attempt(Supplier<T> call) {
    try {
      return Optional.of(call.get());
    } catch (Failure unobserved) {
      return Optional.empty();
    }
  }
}
