package io.quorate.client;

import io.quorate.client.RunningRuns.Run;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.CauseNames;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.PlaceNames;
import io.quorate.reminder.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch that looks at the running operations and incidents of all clusters every 15 s, for
 * metrics and health: their phases since when, and the runs that fail. One list says what runs and
 * what ended; a run without a change of phase is looked at once a minute, then the rarer the longer
 * its phase lasts, and asked only where its history has grown; one run a minute is asked all the
 * same, because a worker that is gone leaves no event. While Temporal or the worker does not
 * answer, the last finding stays, because nothing says that it is over.
 */
public final class OperationsWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OperationsWatch.class);
  private static final Duration EVERY = Duration.ofSeconds(15);

  /** Time after which a run is looked at again although its phase has not changed. */
  private static final Duration AGAIN = Duration.ofSeconds(55);

  /** The same, of a phase that has lasted for an hour or more: a look is a call for each. */
  private static final Duration AT_LAST = Duration.ofMinutes(5);

  /** Share of the time without a change of phase that passes until the next look. */
  private static final int SHARE = 12;

  /** Time for which a run that ended before the watch began may have a notifier that fails. */
  private static final Duration ENDED_BEFORE = Duration.ofDays(1);

  /** Time by which Temporal's list may lag behind. */
  private static final Duration LAG = Duration.ofMinutes(2);

  /** Time after which a notifier without a trouble has told the end of its subject. */
  private static final Duration TOLD_WITHIN = Duration.ofMinutes(10);

  private final QuorateClient client;
  private final RunTroubles troubles;
  private final StuckIncidents stuck;
  private final AtomicLong replaced = new AtomicLong();
  private final FleetReports fleet;
  private final WorkerPulse pulse = new WorkerPulse(System::nanoTime);
  private final InstantSource clock;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(3, Thread.ofVirtual().name("watch").factory());
  private final Map<String, String> told = new ConcurrentHashMap<>();
  private final Map<String, Asked> asked = new HashMap<>();
  private Optional<Instant> listedAt = Optional.empty();
  private volatile Runnable afterLook = () -> {};
  private volatile Seen seen = new Seen(Map.of(), Map.of(), List.of());

  /**
   * Look at a workflow.
   *
   * @param mark of the workflow in Temporal's list
   * @param since first look at which the mark was this
   */
  private record Asked(Instant at, String mark, Instant since) {
    static Asked of(String mark, Instant now, @Nullable Asked before) {
      return before != null && before.mark().equals(mark)
          ? new Asked(now, mark, before.since())
          : new Asked(now, mark, now);
    }

    boolean isEnough(String now, Instant at) {
      Duration pause = Duration.between(since, at()).dividedBy(SHARE);
      Duration most = pause.compareTo(AT_LAST) < 0 ? pause : AT_LAST;
      return mark.equals(now) && at.isBefore(at().plus(most.compareTo(AGAIN) < 0 ? AGAIN : most));
    }
  }

  /** Phase of a running operation, and the time at which that phase began. */
  private record Running(Phase phase, Instant since) {}

  /**
   * Wait of an operation or incident for people.
   *
   * @param waiting what waits for them
   * @param untoldSince since when they cannot be told of it
   * @param incident the state of the open incident; empty for an operation
   */
  private record Awaited(
      Optional<Waiting> waiting, Optional<Instant> untoldSince, Optional<IncidentState> incident) {
    static final Awaited NOTHING =
        new Awaited(Optional.empty(), Optional.empty(), Optional.empty());

    static Awaited of(Optional<Waiting> waiting, Optional<Instant> untoldSince) {
      return new Awaited(waiting, untoldSince, Optional.empty());
    }
  }

  /**
   * Finding of one look at a cluster.
   *
   * @param running its running operation
   * @param trouble why the run does not answer
   * @param missed whether nobody answered; what runs and waits is then that of an earlier look
   * @param version text that differs after each event of the run; empty where nobody was asked
   */
  private record Look(
      Optional<Running> running,
      Optional<String> trouble,
      boolean missed,
      Awaited awaited,
      String version) {
    static final Look NOTHING = of(Optional.empty(), Awaited.NOTHING, "");

    static Look of(Optional<Running> running, Awaited awaited, String version) {
      return new Look(running, Optional.empty(), false, awaited, version);
    }

    /** Whether nothing has happened in the run since this look. */
    boolean isStill(String now) {
      return !missed && trouble.isEmpty() && version.equals(now);
    }

    /** Returns this look, marked as the last known one before a missed look. */
    Look stale() {
      return new Look(running, trouble, true, awaited, version);
    }

    /** Returns this look with how people are told now. */
    Look told(Optional<Instant> untoldSince) {
      return new Look(
          running,
          trouble,
          missed,
          new Awaited(awaited.waiting(), untoldSince, awaited.incident()),
          version);
    }

    /** Returns this look with what Temporal says while no worker answers. */
    Look missed(Optional<String> why, Optional<Instant> untoldSince) {
      return new Look(running, why, true, told(untoldSince).awaited(), version);
    }
  }

  /**
   * Operations and incidents as the last look found them.
   *
   * @param ofFleet what is wrong with the workflows of the whole fleet, in sentences
   */
  private record Seen(
      Map<ClusterKey, Look> operations, Map<ClusterKey, Look> incidents, List<String> ofFleet) {
    Stream<Running> running() {
      return operations.values().stream().flatMap(look -> look.running().stream());
    }

    Stream<Awaited> awaited(ClusterKey cluster) {
      return Stream.of(operations, incidents)
          .flatMap(looks -> Optional.ofNullable(looks.get(cluster)).stream())
          .map(Look::awaited);
    }

    List<String> troubles() {
      return Stream.concat(
              ofFleet.stream(),
              Stream.of(operations, incidents)
                  .flatMap(looks -> looks.values().stream())
                  .flatMap(look -> look.trouble().stream()))
          .toList();
    }
  }

  OperationsWatch(
      QuorateClient client, RunTroubles troubles, StuckIncidents stuck, InstantSource clock) {
    this.client = client;
    this.troubles = troubles;
    this.stuck = stuck;
    this.clock = clock;
    this.fleet =
        new FleetReports(client.watched(), client.causes(), () -> client.directory().clusters());
  }

  /** Looks now, and every 15 s until the watch is closed. */
  public OperationsWatch start() {
    for (Runnable each :
        List.<Runnable>of(this::look, () -> fleet.read(), () -> client.operations().askWanted())) {
      ScheduledFuture<?> unused =
          timer.scheduleWithFixedDelay(
              () -> safely(each), 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
    return this;
  }

  private static void safely(Runnable each) {
    try {
      each.run();
    } catch (RuntimeException | Error failed) {
      LOG.error("A look at operations and reports failed; the next one comes in 15 s", failed);
    }
  }

  /** Returns how the fleet stands, by the last reports of the watch. */
  public FleetReports fleet() {
    return fleet;
  }

  /** Looks once at all clusters in which something runs, or has ended lately. */
  public void look() {
    Instant now = clock.instant();
    Optional<Map<String, Run>> runs =
        client.runs().since(now.minus(listedAt.map(any -> LAG).orElse(ENDED_BEFORE)));
    Seen before = seen;
    Map<ClusterKey, Look> operations =
        looked(before.operations(), runs, OperationRequest::workflowId, this::operation);
    Map<ClusterKey, Look> incidents =
        looked(before.incidents(), runs, IncidentNames::workflowId, this::incident);
    runs.ifPresent(any -> listedAt = Optional.of(now));
    Seen after = new Seen(operations, incidents, ofFleet(before.ofFleet()));
    after.troubles().stream()
        .filter(Predicate.not(before.troubles()::contains))
        .forEach(trouble -> LOG.error("{}", trouble));
    seen = after;
    afterLook.run();
  }

  /** Looks at the workflows on which the operations and incidents of all clusters depend. */
  private List<String> ofFleet(List<String> before) {
    return client
        .calls()
        .within(
            Deadlines.ANSWER,
            () ->
                Stream.of(PlaceNames.WORKFLOW_ID, CauseNames.WORKFLOW_ID)
                    .flatMap(id -> troubles.of(id).stream())
                    .toList())
        .answer()
        .orElse(before);
  }

  /** Runs this after each look. */
  public void afterEachLook(Runnable then) {
    afterLook = then;
  }

  /** Returns the clusters in which something runs, or has ended and was not told yet. */
  public Set<ClusterKey> busyClusters() {
    Seen now = seen;
    return Stream.of(now.operations(), now.incidents())
        .flatMap(looks -> looks.keySet().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private Map<ClusterKey, Look> looked(
      Map<ClusterKey, Look> before,
      Optional<Map<String, Run>> runs,
      Function<ClusterKey, String> workflowId,
      BiFunction<ClusterKey, Look, Look> look) {
    List<ClusterKey> wanted =
        client.directory().clusters().stream()
            .filter(
                cluster ->
                    runs.isEmpty()
                        || isWanted(
                            workflowId.apply(cluster),
                            before.getOrDefault(cluster, Look.NOTHING),
                            runs.get()))
            .toList();
    List<Outcome<Look>> found =
        client
            .calls()
            .all(
                Deadlines.LONG_ANSWER,
                wanted.stream()
                    .<Callable<Look>>map(
                        cluster ->
                            () -> look.apply(cluster, before.getOrDefault(cluster, Look.NOTHING)))
                    .toList());
    Map<ClusterKey, Look> known = new HashMap<>(before);
    known.keySet().retainAll(client.directory().clusters());
    known.putAll(known(wanted, found, before));
    known.values().removeIf(Look.NOTHING::equals);
    return Map.copyOf(known);
  }

  /** Whether a workflow has to be asked: it changed, was asked long ago, or did not answer. */
  private boolean isWanted(String workflowId, Look last, Map<String, Run> runs) {
    Run run = runs.get(workflowId);
    if (run == null) {
      asked.remove(workflowId);
      return !last.equals(Look.NOTHING);
    }
    Instant now = clock.instant();
    Asked before = asked.get(workflowId);
    boolean answered = run.running() && !last.missed() && last.trouble().isEmpty();
    if (answered && before != null && before.isEnough(run.mark(), now)) {
      return false;
    }
    asked.put(workflowId, Asked.of(run.mark(), now, before));
    return true;
  }

  /** Returns the number of running operations in a phase. */
  public long count(Phase phase) {
    return seen.running().filter(one -> one.phase() == phase).count();
  }

  /**
   * Returns the time since the oldest running operation in a phase entered that phase; zero if none
   * is in it.
   */
  public Duration oldest(Phase phase) {
    return seen.running()
        .filter(one -> one.phase() == phase)
        .map(one -> Duration.between(one.since(), clock.instant()))
        .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  /** Returns the clusters that are watched. */
  public List<ClusterKey> clusters() {
    return client.directory().clusters();
  }

  /**
   * Returns for how long something of a cluster has waited for people; zero where it does not.
   *
   * @param taken whether somebody is on it
   */
  public Duration waits(ClusterKey cluster, Waiting.What what, boolean taken) {
    Instant now = clock.instant();
    return longest(
        waiting(cluster)
            .filter(one -> one.what() == what && one.held(now).isPresent() == taken)
            .map(Waiting::since));
  }

  /** Returns what of a cluster waits for people, in a sentence. */
  public Optional<String> waits(ClusterKey cluster) {
    return waiting(cluster).min(Waiting.WORST_FIRST).map(one -> one.what().sentence());
  }

  /** Returns for how long a cluster that waits for people has taken no writes; else zero. */
  public Duration writesFail(ClusterKey cluster) {
    return longest(waiting(cluster).flatMap(one -> one.writesFailSince().stream()));
  }

  /** Returns for how long people cannot be told of something of a cluster; else zero. */
  public Duration untold(ClusterKey cluster) {
    return longest(seen.awaited(cluster).flatMap(one -> one.untoldSince().stream()));
  }

  private Stream<Waiting> waiting(ClusterKey cluster) {
    Seen now = seen;
    Optional<IncidentState> incident =
        now.awaited(cluster).flatMap(one -> one.incident().stream()).findFirst();
    return now.awaited(cluster)
        .flatMap(one -> one.waiting().stream())
        .map(one -> incident.map(one::seenBy).orElse(one));
  }

  /**
   * Returns the time since the earliest of these, at least 1 s, because 0 means that nothing waits.
   */
  private Duration longest(Stream<Instant> since) {
    Instant latest = clock.instant().minus(Duration.ofSeconds(1));
    return since
        .min(Instant::compareTo)
        .map(at -> Duration.between(at.isBefore(latest) ? at : latest, clock.instant()))
        .orElse(Duration.ZERO);
  }

  /**
   * Returns the number of clusters for whose operation or incident nobody answered at the last
   * look.
   */
  public long missed() {
    Seen now = seen;
    return Stream.of(now.operations(), now.incidents())
        .flatMap(looks -> looks.entrySet().stream())
        .filter(look -> look.getValue().missed())
        .map(Map.Entry::getKey)
        .distinct()
        .count();
  }

  /** Returns the number of incidents that this watch replaced since it began. */
  public long replacedIncidents() {
    return replaced.get();
  }

  /** Returns a sentence for each run whose workflow task fails. */
  public List<String> troubles() {
    return seen.troubles();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private Look incident(ClusterKey cluster, Look last) {
    return client
        .incidents()
        .newest(cluster)
        .map(newest -> incident(newest, last))
        .orElse(Look.NOTHING);
  }

  private Look incident(Incidents.Newest newest, Look last) {
    Optional<String> trouble = troubles.of(newest.run());
    // A task that only timed out is no trouble with a cause, and cannot complete all the same.
    if (stuck.replace(newest)) {
      replaced.incrementAndGet();
    }
    if (!newest.isOpen()) {
      client.incidents().ended(newest.cluster());
      return ended(newest.subject(), IncidentNames.workflowId(newest.cluster()), newest.endedAt());
    }
    Optional<Instant> untold = untold(newest.subject(), false);
    if (trouble.isPresent()) {
      return last.missed(trouble, untold);
    }
    if (last.isStill(newest.version()) && pulse.isNotTaken()) {
      client.incidents().confirm(newest.cluster());
      return last.told(untold);
    }
    return switch (client.incidents().open(newest.cluster(), Deadlines.PART)) {
      case Outcome.Done<Optional<IncidentState>> state ->
          Look.of(
              Optional.empty(),
              new Awaited(state.value().flatMap(Waiting::of), untold, state.value()),
              pulse.answered(newest.version()));
      case Outcome.Missed<Optional<IncidentState>> missed -> {
        pulse.missed();
        yield last.missed(trouble, untold);
      }
    };
  }

  private Look operation(ClusterKey cluster, Look last) {
    return switch (client.directory().current(cluster)) {
      case Outcome.Done<OperationExecution> found ->
          found.value().running()
              ? running(found.value(), last)
              : ended(
                  found.value().operation(), found.value().workflowId(), found.value().endedAt());
      case Outcome.Missed<OperationExecution> missed ->
          missed.reason() == Outcome.Reason.UNKNOWN ? Look.NOTHING : last.stale();
    };
  }

  private Look running(OperationExecution operation, Look last) {
    // A description of the notifier tells of failed messages even while no worker answers.
    Optional<Instant> untold = untold(operation.operation(), false);
    String version = operation.runId() + " " + operation.events();
    boolean waits = last.awaited().waiting().isPresent();
    if (waits && last.isStill(version) && pulse.isNotTaken()) {
      client.operations().known().confirm(operation);
      return last.told(untold);
    }
    return switch (client.operations().show(operation, Deadlines.PART)) {
      case Outcome.Done<OperationState> state ->
          Look.of(
              Optional.of(new Running(state.value().phase(), state.value().since())),
              Awaited.of(Waiting.of(state.value()), untold),
              pulse.answered(version));
      case Outcome.Missed<OperationState> missed -> {
        pulse.missed();
        yield last.missed(troubles.of(operation), untold);
      }
    };
  }

  /**
   * Looks at what has ended: people may not know of the end yet. Once they do, nobody is asked
   * again until something else runs there.
   */
  private Look ended(String subject, String workflowId, Optional<Instant> endedAt) {
    if (subject.equals(told.get(workflowId))) {
      return Look.NOTHING;
    }
    Optional<Instant> untold = untold(subject, true);
    Instant lately = clock.instant().minus(TOLD_WITHIN);
    if (untold.isEmpty() && endedAt.filter(at -> at.isBefore(lately)).isPresent()) {
      told.put(workflowId, subject);
    }
    return Look.of(Optional.empty(), Awaited.of(Optional.empty(), untold), "");
  }

  private Optional<Instant> untold(String subject, boolean ended) {
    return client.operations().untoldSince(subject, ended, clock.instant());
  }

  /**
   * Returns the looks by cluster; a look that was not answered is replaced by the one before it.
   */
  private static Map<ClusterKey, Look> known(
      List<ClusterKey> clusters, List<Outcome<Look>> found, Map<ClusterKey, Look> before) {
    Map<ClusterKey, Look> known = new HashMap<>();
    for (int index = 0; index < clusters.size(); index++) {
      ClusterKey cluster = clusters.get(index);
      known.put(
          cluster,
          found.get(index) instanceof Outcome.Done<Look> done
              ? done.value()
              : before.getOrDefault(cluster, Look.NOTHING).stale());
    }
    return Map.copyOf(known);
  }
}
