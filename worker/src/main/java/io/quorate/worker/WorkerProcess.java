package io.quorate.worker;

import io.quorate.client.KnownClusters;
import io.quorate.client.LastProposals;
import io.quorate.client.QuorateClient;
import io.quorate.client.RecentTroubles;
import io.quorate.client.ReportArchive;
import io.quorate.client.ReportPlaces;
import io.quorate.client.RunningRuns;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.SlackSettings;
import io.quorate.configuration.TemporalSettings;
import io.quorate.configuration.TemporalSettings.WorkerDeployment;
import io.quorate.observation.Observer;
import io.quorate.operation.Assessment;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.ReportOrder;
import io.quorate.plan.Plan;
import io.quorate.port.NotificationChannel;
import io.quorate.record.ObservationMemory;
import io.quorate.recording.PlaceWishes;
import io.quorate.slack.Links;
import io.quorate.slack.Mentions;
import io.quorate.slack.SlackChannel;
import io.quorate.slack.SlackClient;
import io.quorate.worker.activity.Announcements;
import io.quorate.worker.activity.Assessments;
import io.quorate.worker.activity.BackupStarts;
import io.quorate.worker.activity.DeadWorkers;
import io.quorate.worker.activity.DiagnosisActivity;
import io.quorate.worker.activity.FreePlaces;
import io.quorate.worker.activity.Notifications;
import io.quorate.worker.activity.PlaceTaking;
import io.quorate.worker.activity.PlainFailures;
import io.quorate.worker.activity.RecentViews;
import io.quorate.worker.activity.RehearsalStarts;
import io.quorate.worker.activity.ReportWriting;
import io.quorate.worker.activity.Restraints;
import io.quorate.worker.activity.StepActivity;
import io.quorate.worker.background.BackupStart;
import io.quorate.worker.background.RehearsalStart;
import io.quorate.workflow.FleetCauses;
import io.quorate.workflow.FleetPlaces;
import io.quorate.workflow.FollowUp;
import io.quorate.workflow.Incident;
import io.quorate.workflow.Notifier;
import io.quorate.workflow.OperationWorkflow;
import io.quorate.workflow.PlaceActivities;
import io.quorate.workflow.ScheduledBackup;
import io.quorate.workflow.ScheduledRehearsal;
import io.quorate.workflow.SelfTest;
import io.quorate.workflow.SelfTestActivities;
import io.quorate.workflow.ShardActivities;
import io.quorate.workflow.VersionedOperationWorkflow;
import io.quorate.workflow.WatchShard;
import io.quorate.workflow.WorkerLife;
import io.temporal.common.VersioningBehavior;
import io.temporal.common.WorkerDeploymentVersion;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerDeploymentOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The worker: runs operations and incidents, and carries out their steps. A worker may die at any
 * moment.
 */
public final class WorkerProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  /**
   * Time after which a dead worker's workflow tasks go to the next one; Temporal's default is 5 s.
   */
  private static final Duration STICKY = Duration.ofSeconds(1);

  /** The SDK's throttle of heartbeats: activities send one every second. */
  private static final Duration THROTTLE = Duration.ofSeconds(1);

  /** Deadlock limit of workflow code, which may get no processor for seconds on a busy machine. */
  private static final Duration STARVED = Duration.ofSeconds(8);

  /**
   * Most activities at the same time. An open question with Slack holds four activities for hours
   * that only wait, each on a virtual thread. Ten thousand questions leave more than half of the
   * places to steps, which never wait for one.
   */
  private static final int ACTIVITIES = 100_000;

  /** Runs that the SDK by itself keeps in memory. */
  private static final int FEWEST_RUNS = 600;

  /** Most runs in memory: an open question takes four, with incident, notifier and life. */
  private static final int MOST_RUNS = 20_000;

  /** Share of the heap that the runs in memory may take. */
  private static final int SHARE_OF_HEAP = 4;

  /** Heap that a run in memory takes, with room to spare ({@code docs/operations.md}). */
  private static final int BYTES_OF_A_RUN = 128 * 1024;

  private final WorkerFactory factory;
  private final Optional<OwnLife> life;

  private WorkerProcess(WorkerFactory factory, Optional<OwnLife> life) {
    this.factory = factory;
    this.life = life;
  }

  /**
   * Surroundings of the operations and incidents that a worker serves: people, and the rest of the
   * fleet.
   *
   * @param channel to people; empty: nobody is told
   * @param others what else runs in the fleet, for whoever reads a plan
   */
  private record Surroundings(
      Optional<NotificationChannel> channel,
      Restraints restraints,
      PlaceActivities places,
      BiFunction<AssessmentOrder, Plan, Optional<String>> others) {}

  /**
   * Starts to poll. Throws when Temporal does not answer.
   *
   * @param holder holds shards of the fleet for this process
   * @param selfTest goes the whole way of an alert
   */
  static WorkerProcess start(
      Supplier<Configuration> current,
      TemporalConnection temporal,
      Clusters clusters,
      ShardActivities holder,
      SelfTestActivities selfTest,
      Clock clock) {
    Configuration configuration = current.get();
    WorkerFactory factory = factory(temporal);
    Worker worker = worker(factory, configuration.temporal());
    register(worker, current, temporal, clusters, ofTheFleet(current, temporal, clock), clock);
    worker.registerActivitiesImplementations(holder, selfTest);
    OwnLife life =
        new OwnLife(
            temporal.client(),
            configuration.temporal().taskQueue(),
            TemporalConnection.workerIdentity());
    life.pollWith(factory);
    factory.start();
    life.begin();
    LOG.info("The worker polls the task queue {}", configuration.temporal().taskQueue());
    return new WorkerProcess(factory, Optional.of(life));
  }

  /**
   * Starts to poll for clusters that are not of the fleet: nothing holds their proposals back, and
   * no operation waits for a place.
   */
  static WorkerProcess alone(
      Supplier<Configuration> current,
      TemporalConnection temporal,
      Clusters clusters,
      NotificationChannel channel,
      Clock clock) {
    WorkerFactory factory = factory(temporal);
    register(
        worker(factory, current.get().temporal()),
        current,
        temporal,
        clusters,
        new Surroundings(
            Optional.of(channel),
            Restraints.NONE,
            new FreePlaces(),
            (order, plan) -> Optional.empty()),
        clock);
    factory.start();
    return new WorkerProcess(factory, Optional.empty());
  }

  private static WorkerFactory factory(TemporalConnection temporal) {
    return WorkerFactory.newInstance(
        temporal.client(),
        WorkerFactoryOptions.newBuilder()
            .setUsingVirtualWorkflowThreads(true)
            .setWorkflowCacheSize(runsInMemory(Runtime.getRuntime().maxMemory()))
            .setWorkerInterceptors(new PlainFailures())
            .build());
  }

  /**
   * Returns the number of runs that are kept in memory. A run that has to leave is replayed from
   * its whole history at its next event, which Temporal's database pays for.
   *
   * @param heap in bytes
   */
  static int runsInMemory(long heap) {
    return Math.clamp(heap / SHARE_OF_HEAP / BYTES_OF_A_RUN, FEWEST_RUNS, MOST_RUNS);
  }

  private static Worker worker(WorkerFactory factory, TemporalSettings temporal) {
    return factory.newWorker(temporal.taskQueue(), options(temporal.deployment()));
  }

  /**
   * Options of the worker. Versioned runs move to the current build with their next task
   * (AUTO_UPGRADE): an operation may wait for weeks, and no build is kept running as long.
   */
  private static WorkerOptions options(Optional<WorkerDeployment> deployment) {
    WorkerOptions.Builder options = WorkerOptions.newBuilder();
    deployment.ifPresent(
        version ->
            options.setDeploymentOptions(
                WorkerDeploymentOptions.newBuilder()
                    .setUseVersioning(true)
                    .setVersion(new WorkerDeploymentVersion(version.name(), version.buildId()))
                    .setDefaultVersioningBehavior(VersioningBehavior.AUTO_UPGRADE)
                    .build()));
    return options
        .setIdentity(TemporalConnection.workerIdentity())
        .setMaxConcurrentActivityExecutionSize(ACTIVITIES)
        .setStickyQueueScheduleToStartTimeout(STICKY)
        .setMaxHeartbeatThrottleInterval(THROTTLE)
        .setDefaultHeartbeatThrottleInterval(THROTTLE)
        .setUsingVirtualThreads(true)
        .setDefaultDeadlockDetectionTimeout(STARVED.toMillis())
        .build();
  }

  private static void register(
      Worker worker,
      Supplier<Configuration> current,
      TemporalConnection temporal,
      Clusters clusters,
      Surroundings surroundings,
      Clock clock) {
    Configuration configuration = current.get();
    Optional<NotificationChannel> channel = surroundings.channel();
    worker.registerWorkflowImplementationTypes(
        configuration.temporal().deployment().isPresent()
            ? VersionedOperationWorkflow.class
            : OperationWorkflow.class,
        FollowUp.class,
        Incident.class,
        Notifier.class,
        ScheduledBackup.class,
        ScheduledRehearsal.class,
        FleetCauses.class,
        FleetPlaces.class,
        SelfTest.class,
        WatchShard.class,
        WorkerLife.class);
    RunningRuns runs = new RunningRuns(temporal.client(), System::nanoTime);
    RecentViews recent = new RecentViews();
    worker.registerActivitiesImplementations(
        new StepActivity(clusters::ports, clock, temporal.installation(), recent),
        new Assessments(
            clusters::ports,
            clock,
            configuration.approval().policy(),
            channel.isPresent() ? Assessment.Channel.CONFIGURED : Assessment.Channel.NONE,
            recent,
            surroundings.others(),
            runs::mark),
        surroundings.places(),
        new Announcements(channel, clock),
        new DiagnosisActivity(
            clusters::ports, clock, recent, surroundings.restraints(), runs::mark),
        new DeadWorkers(temporal.client()),
        new Notifications(
            temporal.client(),
            runs,
            channel,
            configuration.approval().reminders(),
            cluster -> new Observer(clusters.ports(cluster), clock).look(ObservationMemory.NONE),
            clock),
        new ReportWriting(order -> report(order, current, temporal, clusters, clock)),
        new BackupStarts(
            new BackupStart(
                    current,
                    clusters.place().catalogue(),
                    clusters.place().records(),
                    clusters.place().store(),
                    () -> client(current, temporal, clock))
                ::of),
        new RehearsalStarts(
            new RehearsalStart(current, () -> client(current, temporal, clock))::of));
  }

  private static Surroundings ofTheFleet(
      Supplier<Configuration> current, TemporalConnection temporal, Clock clock) {
    Configuration configuration = current.get();
    PlaceTaking places =
        new PlaceTaking(
            () -> client(current, temporal, clock),
            new PlaceWishes((cluster, member) -> current.get().zone(cluster, member)),
            configuration.fleet());
    RecentTroubles troubles =
        new RecentTroubles(
            () -> {
              try (QuorateClient client = client(current, temporal, clock)) {
                return client.causes().troubles();
              }
            },
            System::nanoTime);
    return new Surroundings(
        configuration
            .slack()
            .map(
                settings ->
                    slack(
                        settings,
                        mentions(configuration.approval()),
                        new Links(
                            configuration.gateway().publicUrl(),
                            configuration.temporal().workflowsPage()))),
        (cluster, runbook, trouble) -> {
          Instant now = clock.instant();
          return troubles
              .restraint(cluster, now)
              .or(
                  () -> {
                    try (QuorateClient client = client(current, temporal, clock)) {
                      return new LastProposals(client).restraint(cluster, runbook, trouble, now);
                    }
                  });
        },
        places,
        places::others);
  }

  private static String report(
      ReportOrder order,
      Supplier<Configuration> current,
      TemporalConnection temporal,
      Clusters clusters,
      Clock clock) {
    ReportPlaces places =
        new ReportPlaces(
            current.get().gateway().publicUrl(), current.get().temporal().workflowsPage());
    try (QuorateClient client = client(current, temporal, clock)) {
      return new ReportArchive(client, clusters.place().reports(), places)
          .write(order, clock.instant());
    }
  }

  static QuorateClient client(
      Supplier<Configuration> current, TemporalConnection temporal, Clock clock) {
    return QuorateClient.of(
        temporal.client(), current.get().temporal().taskQueue(), () -> known(current.get()), clock);
  }

  private static KnownClusters known(Configuration configuration) {
    return new KnownClusters(
        List.copyOf(configuration.clusters().keySet()),
        configuration.clustersLeftOut().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, out -> out.getValue().toString())));
  }

  private static NotificationChannel slack(SlackSettings settings, Mentions mentions, Links links) {
    String api = settings.apiUrl().map(URI::toString).orElse(SlackClient.API);
    return new SlackChannel(
        SlackClient.of(api),
        settings.botToken().read(),
        new SlackChannel.Destination(settings.channel(), mentions, links),
        SlackChannel.DISTANCE);
  }

  private static Mentions mentions(ApprovalSettings approval) {
    return new Mentions(
        approval.approvers().all().stream()
            .flatMap(
                one ->
                    one.slack().stream()
                        .map(user -> new Mentions.Person(one.name(), user.user(), one.groups())))
            .toList(),
        approval.slackGroups(),
        approval.steering());
  }

  /** Whether the worker polls at this moment. */
  public boolean polling() {
    return factory.isStarted() && !factory.isShutdown();
  }

  /** Stops polling; the next worker takes up steps that are under way. */
  @Override
  public void close() {
    life.ifPresent(OwnLife::close);
    factory.shutdownNow();
    factory.awaitTermination(5, TimeUnit.SECONDS);
  }
}
