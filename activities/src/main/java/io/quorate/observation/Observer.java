package io.quorate.observation;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.LookScope;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.Silence;
import io.quorate.data.DataComparison;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.record.LastComparison;
import io.quorate.record.LastLook;
import io.quorate.record.ObservationMemory;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.Protection;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.MembershipList;
import io.quorate.view.Observation;
import io.quorate.view.OtherHistory;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Hang;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Observes one cluster from all sides at once: status of its members, the membership through a
 * member that has a leader, the alarms, what peers see, processes and files. An observer judges
 * nothing.
 */
public final class Observer {
  /**
   * The time between two readings of what the leader receives from each member. It sends heartbeats
   * ten times in a second, or as often as --heartbeat-interval says.
   */
  private static final Duration PROGRESS = Duration.ofSeconds(3);

  private final ClusterPorts ports;
  private final Clock clock;
  private final Remembering remembering;
  private final Optional<String> operation;

  /** An observer that reads the record of the cluster and never writes it. */
  public Observer(ClusterPorts ports, Clock clock) {
    this(ports, clock, Remembering.reading(ports.cluster(), ports.records()), Optional.empty());
  }

  private Observer(
      ClusterPorts ports, Clock clock, Remembering remembering, Optional<String> operation) {
    this.ports = ports;
    this.clock = clock;
    this.remembering = remembering;
    this.operation = operation;
  }

  /** An observer that also writes what it sees into the record of the cluster. */
  public static Observer recording(ClusterPorts ports, Clock clock) {
    return new Observer(
        ports, clock, Remembering.writing(ports.cluster(), ports.records()), Optional.empty());
  }

  /**
   * Observes everything at the usual depth. Takes some 100 ms where all members answer, up to about
   * 40 s where members hang.
   *
   * @param before what earlier looks remember
   */
  public ClusterView look(ObservationMemory before) {
    return look(before, (member, answers) -> Attention.LOOK);
  }

  /** Observes at the given depth. */
  public ClusterView look(ObservationMemory before, ObservationDepth depth) {
    return look(before, LookScope.of(depth));
  }

  /** Observes what is in the scope. */
  public ClusterView look(ObservationMemory before, LookScope scope) {
    return look(before, scope, () -> false);
  }

  /**
   * Observes what is in the scope.
   *
   * @param calledOff whether nobody waits for the view any more; a comparison of data then ends
   */
  public ClusterView look(ObservationMemory before, LookScope scope, BooleanSupplier calledOff) {
    ClusterView view = seeing(scope).by(scope.operation()).lookAt(before, scope, calledOff);
    return view.arriving(scope.journey().flatMap(ports.platform()::arrival));
  }

  private Observer by(Optional<String> looking) {
    return new Observer(ports, clock, remembering, looking);
  }

  /** The observer that sees the places of as many members as the scope asks for. */
  private Observer seeing(LookScope scope) {
    if (scope.members() <= ports.places().size()) {
      return this;
    }
    Map<MemberName, ConfiguredMember> first = new HashMap<>();
    ports.platform().places().inOrder().entrySet().stream()
        .limit(scope.members())
        .forEach(place -> first.put(place.getKey(), place.getValue()));
    return seeing(first);
  }

  /** The observer that sees these places too, if the platform can make them. */
  private Observer seeing(Set<MemberName> touched) {
    if (ports.places().keySet().containsAll(touched)) {
      return this;
    }
    Map<MemberName, ConfiguredMember> places = new HashMap<>(ports.platform().places().inOrder());
    places.keySet().retainAll(touched);
    return seeing(places);
  }

  private Observer seeing(Map<MemberName, ConfiguredMember> places) {
    return new Observer(ports.withPlaces(places), clock, remembering, operation);
  }

  private ClusterView lookAt(ObservationMemory before, LookScope scope, BooleanSupplier calledOff) {
    return switch (scope.depth()) {
      case ANSWERS ->
          look(
              before,
              (member, answers) ->
                  answers && !sharesItsUrl(member) ? Attention.NONE : Attention.LOOK);
      case USUAL -> look(before);
      case SOURCES -> sources(readWhole(before), scope, readingAll());
      case KNOWN_SOURCES -> sources(look(before), scope, readingLittle());
      case AFTERMATH -> readingAll().of(look(before));
      case KNOWN_AFTERMATH -> readingLittle().of(look(before));
      case COMPARING_DATA -> comparing(look(before), calledOff);
    };
  }

  private UndoObservation readingAll() {
    return new UndoObservation(ports, member -> ports.data().examineKept(member));
  }

  private UndoObservation readingLittle() {
    return new UndoObservation(ports, member -> ports.data().kept(member));
  }

  private ClusterView sources(ClusterView view, LookScope scope, UndoObservation aside) {
    return new CarriedSources(ports, scope.snapshot()).in(aside.ofEmptyPlaces(withLogs(view)));
  }

  /**
   * The view after a full reading of all data that may be started or given up without quorum. A
   * full reading takes minutes and is remembered, so a new look follows it. Where nothing remembers
   * the reading, the view of the look that read is returned.
   */
  private ClusterView readWhole(ObservationMemory before) {
    ClusterView view = look(before);
    Set<MemberName> unread = Unproven.in(view);
    if (unread.isEmpty()) {
      return view;
    }
    ClusterView read =
        look(
            before,
            (member, answers) -> unread.contains(member) ? Attention.EXAMINATION : Attention.LOOK);
    ClusterView now = look(before);
    return Unproven.in(now).isEmpty() ? now : read;
  }

  private ClusterView withLogs(ClusterView view) {
    return new RunningLogs(ports).in(view);
  }

  /**
   * Compares the data of the voters of a view that was just taken, and keeps what the comparison
   * found.
   *
   * @param calledOff whether nobody waits for the view any more; the comparison then ends
   */
  public ClusterView comparing(ClusterView view, BooleanSupplier calledOff) {
    return kept(view, Comparing.once(ports.storage(), calledOff).twice(view));
  }

  /**
   * Compares the data of the voters of a view that was just taken where nobody suspects a
   * difference: each voter hashes once unless there is one. Keeps what the comparison found.
   *
   * @param calledOff whether the comparison has to end, because a member applies no write meanwhile
   */
  public ClusterView comparingSparingly(ClusterView view, BooleanSupplier calledOff) {
    return kept(view, Comparing.once(ports.storage(), calledOff).sparingly(view));
  }

  private ClusterView kept(ClusterView view, List<DataComparison> comparisons) {
    ClusterView compared = view.withComparisons(comparisons);
    DataDivergence.result(compared)
        .ifPresent(result -> ports.comparisons().keep(ports.cluster(), result));
    return compared;
  }

  /**
   * Observes the cluster around a step: hosts of members that answer are skipped, because an answer
   * on a member's own channel says more than its pid file.
   *
   * @param touched members whose hosts are observed even while they answer, because the step
   *     touches them
   */
  public ClusterView glance(Set<MemberName> touched) {
    return seeing(touched).glanceAt(touched);
  }

  private ClusterView glanceAt(Set<MemberName> touched) {
    return withLogs(
        look(
            ObservationMemory.NONE,
            (member, answers) ->
                !answers || touched.contains(member) || sharesItsUrl(member)
                    ? Attention.LOOK
                    : Attention.NONE));
  }

  /** A glance with all of this member's data read, as before it is started on it. */
  public ClusterView examination(MemberName member) {
    return withLogs(
        look(
            ObservationMemory.NONE,
            (other, answers) ->
                other.equals(member)
                    ? Attention.EXAMINATION
                    : answers && !sharesItsUrl(other) ? Attention.NONE : Attention.LOOK));
  }

  /**
   * Whether another place shares this member's peer URL; files on the hosts then tell which place
   * is the member's.
   */
  private boolean sharesItsUrl(MemberName member) {
    Optional<ConfiguredMember> own = Optional.ofNullable(ports.places().get(member));
    return ports.places().entrySet().stream()
        .filter(other -> !other.getKey().equals(member))
        .map(other -> other.getValue().peerUrl())
        .anyMatch(url -> own.filter(place -> place.isAmong(List.of(url))).isPresent());
  }

  /** How closely the host of a member is observed. */
  private enum Attention {
    NONE,
    LOOK,
    EXAMINATION
  }

  /** Chooses how closely the hosts of members are observed. */
  private interface Hosts {
    Attention to(MemberName member, boolean answers);
  }

  private ClusterView look(ObservationMemory before, Hosts hosts) {
    // Before the first question: facts are as old as the oldest of them. The record is read before
    // too, because what another writer sees meanwhile is newer than these answers.
    Instant at = clock.instant();
    Remembering.Found found = remembering.read();
    ClusterView view = look(at, LastLook.memory(before, found.lastLook(), at), hosts, found);
    remembering.keep(found, view);
    return view;
  }

  private ClusterView look(
      Instant at, ObservationMemory before, Hosts hosts, Remembering.Found found) {
    RecordedPast past = found.past();
    Map<MemberName, MemberStatus> answers = new ConcurrentHashMap<>();
    Map<MemberName, Silence> silences = new ConcurrentHashMap<>();
    Map<MemberName, HostLook> looks = new ConcurrentHashMap<>();
    Map<MemberName, MemberMetrics> peers = new ConcurrentHashMap<>();
    try (ParallelCalls together = new ParallelCalls()) {
      for (MemberName member : ports.places().keySet()) {
        together.start(() -> ask(member, answers, silences));
      }
    }
    Optional<MembershipList> membership;
    try (ParallelCalls together = new ParallelCalls()) {
      for (MemberName member : ports.places().keySet()) {
        Attention attention = hosts.to(member, answers.containsKey(member));
        if (attention != Attention.NONE) {
          together.start(() -> looks.put(member, look(member, attention)));
        }
      }
      answers.keySet().forEach(seenBy -> together.start(() -> peers(seenBy, peers)));
      membership = membership(answers);
    }
    Map<MemberName, DataDirectory> data =
        looks.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    look -> past.judged(found.remembered(look.getKey(), look.getValue().data()))));
    Optional<MembershipList> known =
        membership.or(() -> MembershipList.known(past, data)).or(() -> ofALearner(answers));
    Instant read = clock.instant();
    List<Alarm> alarms =
        membership
            .filter(list -> list.source() == MembershipSource.LINEARIZABLE)
            .flatMap(MembershipList::through)
            .flatMap(through -> attempt(() -> ports.maintenance().alarms(through)))
            .orElse(List.of());
    Map<MemberName, ConfiguredMember> places =
        ResolvedPlaces.byThisMachine().in(ports.places(), known);
    Map<MemberName, PeerUrlAnswer> peerUrls =
        known
            .map(
                list ->
                    new PeerUrlQuestions(ports, places).ask(list, without(looks, answers.keySet())))
            .orElse(Map.of());
    KeptBackups kept =
        KeptBackups.in(
            ports.snapshots(), ports.cluster(), ports.backups(), found.lastSnapshot(), past, at);
    Observation seen =
        new Observation(
            ports.cluster(),
            at,
            places,
            answers,
            silences,
            known,
            alarms,
            peers,
            parts(looks, HostLook::workload),
            data,
            parts(looks, HostLook::installation),
            peerUrls,
            kept.last(),
            ports.lookAgain(),
            Map.of());
    boolean mayHang = ClusterView.of(seen, before).members().stream().anyMatch(Observer::mayHang);
    Observation certain = mayHang ? seen.readAgain(readAgain(peers.keySet(), read)) : seen;
    ClusterView view =
        ClusterView.of(certain, before)
            .comparedLast(lastComparison())
            .protectedBy(kept.protection())
            .after(past);
    return new StoppedHistories(ports)
        .in(sure(view, certain, before))
        .controlledBy(ports.takeover().look(operation));
  }

  /**
   * The view, with newer answers where it contradicts the record or the members that serve. The
   * newer answers were given after quorum confirmed the member list, and after files were read. The
   * member that gave the list had applied every committed entry by then
   * (docs/etcd.md#which-member-list), so only a later answer of that member can show that a number
   * went back. Earlier answers may come from members that are behind.
   */
  private ClusterView sure(ClusterView view, Observation seen, ObservationMemory before) {
    boolean contradicts =
        view.conflict().isPresent()
            || view.members().stream()
                .anyMatch(member -> OtherHistory.of(view, member).isPresent());
    if (!contradicts) {
      return view;
    }
    Map<MemberName, MemberStatus> later = new ConcurrentHashMap<>();
    try (ParallelCalls together = new ParallelCalls()) {
      seen.statuses()
          .keySet()
          .forEach(member -> together.start(() -> ask(member, later, new ConcurrentHashMap<>())));
    }
    return ClusterView.of(seen.answeredAgain(later), before)
        .comparedLast(view.lastComparison())
        .protectedBy(view.protection().orElse(Protection.NONE))
        .after(view.past());
  }

  /** Whether progress, in place of standing connections, has to show that the member lives. */
  private static boolean mayHang(Member member) {
    return member.status().isPresent()
        ? member.workload().hang().filter(sign -> sign.kind() == Hang.Kind.DISK).isPresent()
        : member.workload().runs() && member.peerActivity() == PeerActivity.ACTIVE;
  }

  /** The metrics of these members, some time after they were read first. */
  private Map<MemberName, MemberMetrics> readAgain(Set<MemberName> seenBy, Instant first) {
    Duration left = Duration.between(clock.instant(), first.plus(PROGRESS));
    if (left.isPositive()) {
      Polling.sleep(left);
    }
    Map<MemberName, MemberMetrics> later = new ConcurrentHashMap<>();
    try (ParallelCalls together = new ParallelCalls()) {
      seenBy.forEach(member -> together.start(() -> peers(member, later)));
    }
    return later;
  }

  private HostLook look(MemberName member, Attention attention) {
    return attention == Attention.EXAMINATION
        ? ports.platform().examine(member)
        : ports.platform().look(member);
  }

  private static <T> Map<MemberName, T> parts(
      Map<MemberName, HostLook> looks, Function<HostLook, T> part) {
    return looks.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, look -> part.apply(look.getValue())));
  }

  private void ask(
      MemberName member, Map<MemberName, MemberStatus> answers, Map<MemberName, Silence> silences) {
    try {
      answers.put(member, ports.maintenance().status(member));
    } catch (Failure silent) {
      silences.put(member, silent.silence());
    }
  }

  private static Map<MemberName, HostLook> without(
      Map<MemberName, HostLook> looks, Set<MemberName> answering) {
    return looks.entrySet().stream()
        .filter(look -> !answering.contains(look.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
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
      Optional<MembershipList> confirmed =
          attempt(() -> ConfirmedLists.through(through, answer.version(), ports));
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

  /**
   * The member list that a learner tells its peers, where no other member is left to ask: no client
   * call of a learner returns the list. Empty unless the learner is in the list.
   */
  private Optional<MembershipList> ofALearner(Map<MemberName, MemberStatus> answers) {
    return answers.entrySet().stream()
        .filter(answer -> answer.getValue().learner())
        .sorted(Map.Entry.comparingByKey())
        .flatMap(answer -> ofALearner(answer.getKey(), answer.getValue()).stream())
        .findFirst();
  }

  private Optional<MembershipList> ofALearner(MemberName learner, MemberStatus answer) {
    return Optional.ofNullable(ports.places().get(learner))
        .flatMap(place -> attempt(() -> ports.membership().listForPeers(learner, place.peerUrl())))
        .filter(
            list ->
                list.stream().anyMatch(one -> one.learner() && one.id().equals(answer.memberId())))
        .map(list -> new MembershipList(MembershipSource.LOCAL, learner, list));
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

  private Optional<LastComparison> lastComparison() {
    return attempt(() -> ports.comparisons().last(ports.cluster())).flatMap(Function.identity());
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
