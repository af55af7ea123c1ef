package io.quorate.client;

import io.quorate.client.RunLook.Awaited;
import io.quorate.client.RunLook.Running;
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
import java.util.Comparator;
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

  /** Time for which a run that ended before the watch began may have a notifier that fails. */
  private static final Duration ENDED_BEFORE = Duration.ofDays(1);

  /** Time by which Temporal's list may lag behind. */
  private static final Duration LAG = Duration.ofMinutes(2);

  /** Time after which a notifier without a trouble has told the end of its subject. */
  private static final Duration TOLD_WITHIN = Duration.ofMinutes(10);

  /** Largest fleet whose clusters are all asked while Temporal lists nothing. */
  private static final int FEW = 100;

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
  private final Map<String, LastAsked> asked = new HashMap<>();
  private Optional<Instant> listedAt = Optional.empty();
  private volatile Runnable afterLook = () -> {};
  private Map<String, Run> lastList = Map.of();
  private volatile SeenRuns seen = new SeenRuns(Map.of(), Map.of(), List.of(), true);

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

  /**
   * Looks once at all clusters in which something runs, or has ended lately. Without a list a small
   * fleet is asked as a whole. Of a larger one only what the last list had is asked, as often as
   * before: the calls for all clusters would be the next load of a Temporal that is overloaded.
   */
  public void look() {
    Instant now = clock.instant();
    Optional<Map<String, Run>> listed =
        client.runs().since(listedAt.map(at -> at.minus(LAG)).orElse(now.minus(ENDED_BEFORE)));
    boolean few = client.directory().clusters().size() <= FEW;
    Optional<Map<String, Run>> runs = few ? listed : Optional.of(listed.orElse(lastList));
    SeenRuns before = seen;
    Map<ClusterKey, RunLook> operations =
        looked(before.operations(), runs, OperationRequest::workflowId, this::operation);
    Map<ClusterKey, RunLook> incidents =
        looked(before.incidents(), runs, IncidentNames::workflowId, this::incident);
    listed.ifPresent(
        newest -> {
          listedAt = Optional.of(now);
          lastList = newest;
        });
    SeenRuns after =
        new SeenRuns(operations, incidents, ofFleet(before.ofFleet()), few || listed.isPresent());
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

  /**
   * Returns the clusters in which something runs, or has ended and was not told yet.
   *
   * @param most clusters that are returned: those in which something has waited longest
   */
  public Set<ClusterKey> busyClusters(int most) {
    SeenRuns now = seen;
    return Stream.of(now.operations(), now.incidents())
        .flatMap(looks -> looks.keySet().stream())
        .distinct()
        .sorted(Comparator.comparing(now::waitsSince))
        .limit(most)
        .collect(Collectors.toUnmodifiableSet());
  }

  private Map<ClusterKey, RunLook> looked(
      Map<ClusterKey, RunLook> before,
      Optional<Map<String, Run>> runs,
      Function<ClusterKey, String> workflowId,
      BiFunction<ClusterKey, RunLook, RunLook> look) {
    List<ClusterKey> wanted =
        client.directory().clusters().stream()
            .filter(
                cluster ->
                    runs.isEmpty()
                        || isWanted(
                            workflowId.apply(cluster),
                            before.getOrDefault(cluster, RunLook.NOTHING),
                            runs.get()))
            .toList();
    List<Outcome<RunLook>> found =
        client
            .calls()
            .all(
                Deadlines.LONG_ANSWER,
                wanted.stream()
                    .<Callable<RunLook>>map(
                        cluster ->
                            () ->
                                look.apply(cluster, before.getOrDefault(cluster, RunLook.NOTHING)))
                    .toList());
    Map<ClusterKey, RunLook> known = new HashMap<>(before);
    known.keySet().retainAll(client.directory().clusters());
    known.putAll(known(wanted, found, before));
    known.values().removeIf(RunLook.NOTHING::equals);
    return Map.copyOf(known);
  }

  /** Whether a workflow has to be asked: it changed, was asked long ago, or did not answer. */
  private boolean isWanted(String workflowId, RunLook last, Map<String, Run> runs) {
    Run run = runs.get(workflowId);
    if (run == null) {
      asked.remove(workflowId);
      return !last.equals(RunLook.NOTHING);
    }
    Instant now = clock.instant();
    LastAsked before = asked.get(workflowId);
    boolean answered = run.running() && !last.missed() && last.trouble().isEmpty();
    if (answered && before != null && before.isEnough(run, waits(last), now) && !pulse.wantsOne()) {
      return false;
    }
    asked.put(workflowId, LastAsked.of(run.mark(), now, before));
    return true;
  }

  /** Whether an operation waits for people, or an incident for anything: both mark each change. */
  private static boolean waits(RunLook last) {
    return last.awaited().waiting().isPresent() || last.awaited().incident().isPresent();
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
    SeenRuns now = seen;
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
   * look, and one more where Temporal did not list what runs in a fleet that is too large to ask.
   */
  public long missed() {
    return seen.missed();
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

  private RunLook incident(ClusterKey cluster, RunLook last) {
    return client
        .incidents()
        .newest(cluster)
        .map(newest -> incident(newest, last))
        .orElse(RunLook.NOTHING);
  }

  private RunLook incident(Incidents.Newest newest, RunLook last) {
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
          RunLook.of(
              Optional.empty(),
              new Awaited(state.value().flatMap(Waiting::of), untold, state.value()),
              pulse.answered(newest.version()));
      case Outcome.Missed<Optional<IncidentState>> missed -> {
        pulse.missed();
        yield last.missed(trouble, untold);
      }
    };
  }

  private RunLook operation(ClusterKey cluster, RunLook last) {
    return switch (client.directory().current(cluster)) {
      case Outcome.Done<OperationExecution> found ->
          found.value().running()
              ? running(found.value(), last)
              : ended(
                  found.value().operation(), found.value().workflowId(), found.value().endedAt());
      case Outcome.Missed<OperationExecution> missed ->
          missed.reason() == Outcome.Reason.UNKNOWN ? RunLook.NOTHING : last.stale();
    };
  }

  private RunLook running(OperationExecution operation, RunLook last) {
    // A description of the notifier tells of failed messages even while no worker answers.
    Optional<Instant> untold = untold(operation.operation(), false);
    String version = operation.runId() + " " + operation.events();
    if (waits(last) && last.isStill(version) && pulse.isNotTaken()) {
      client.operations().known().confirm(operation);
      return last.told(untold);
    }
    return switch (client.operations().show(operation, Deadlines.PART)) {
      case Outcome.Done<OperationState> state ->
          RunLook.of(
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
  private RunLook ended(String subject, String workflowId, Optional<Instant> endedAt) {
    if (subject.equals(told.get(workflowId))) {
      return RunLook.NOTHING;
    }
    Optional<Instant> untold = untold(subject, true);
    Instant lately = clock.instant().minus(TOLD_WITHIN);
    if (untold.isEmpty() && endedAt.filter(at -> at.isBefore(lately)).isPresent()) {
      told.put(workflowId, subject);
    }
    return RunLook.of(Optional.empty(), Awaited.of(Optional.empty(), untold), "");
  }

  private Optional<Instant> untold(String subject, boolean ended) {
    return client.operations().untoldSince(subject, ended, clock.instant());
  }

  /**
   * Returns the looks by cluster; a look that was not answered is replaced by the one before it.
   */
  private static Map<ClusterKey, RunLook> known(
      List<ClusterKey> clusters, List<Outcome<RunLook>> found, Map<ClusterKey, RunLook> before) {
    Map<ClusterKey, RunLook> known = new HashMap<>();
    for (int index = 0; index < clusters.size(); index++) {
      ClusterKey cluster = clusters.get(index);
      known.put(
          cluster,
          found.get(index) instanceof Outcome.Done<RunLook> done
              ? done.value()
              : before.getOrDefault(cluster, RunLook.NOTHING).stale());
    }
    return Map.copyOf(known);
  }
}
