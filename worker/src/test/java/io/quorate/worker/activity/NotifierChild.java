package io.quorate.worker.activity;

import io.quorate.client.RunningRuns;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.reminder.Reminders;
import io.quorate.slack.Mentions;
import io.quorate.slack.SlackChannel;
import io.quorate.slack.SlackClient;
import io.quorate.view.ClusterView;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A process of its own that carries out the activity of notifiers, to be killed with SIGKILL. */
final class NotifierChild implements AutoCloseable {
  private final Process process;

  private NotifierChild(Process process) {
    this.process = process;
  }

  /**
   * Where it works.
   *
   * @param temporal host and port
   * @param pace distance of writes to Slack
   */
  record Environment(
      String temporal,
      String queue,
      String slackApi,
      String token,
      String channel,
      Duration pace) {}

  static NotifierChild start(Environment at, Path log) throws IOException {
    return new NotifierChild(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                NotifierChild.class.getName(),
                at.temporal(),
                at.queue(),
                at.slackApi(),
                at.token(),
                at.channel(),
                at.pace().toString())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Works until it is killed. */
  public static void main(String[] args) throws InterruptedException {
    WorkflowClient client =
        WorkflowClient.newInstance(
            WorkflowServiceStubs.newServiceStubs(
                WorkflowServiceStubsOptions.newBuilder().setTarget(args[0]).build()),
            WorkflowClientOptions.newBuilder()
                .setDataConverter(HistoryMapper.dataConverter())
                .build());
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker = factory.newWorker(args[1]);
    worker.registerActivitiesImplementations(
        new Notifications(
            client,
            new RunningRuns(client, System::nanoTime),
            Optional.of(
                new SlackChannel(
                    SlackClient.of(args[2]),
                    args[3],
                    new SlackChannel.Destination(
                        args[4],
                        new Mentions(List.of(new Mentions.Person("dana", "U1", Set.of("oncall"))))),
                    Duration.parse(args[5]))),
            Reminders.OFF,
            NotifierChild::unseen,
            Clock.systemUTC()));
    factory.start();
    factory.awaitTermination(1, TimeUnit.DAYS);
  }

  /** A cluster that cannot be looked at. */
  static ClusterView unseen(ClusterKey cluster) {
    throw new IllegalStateException(cluster + " is not there");
  }

  /** Kills it with SIGKILL and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
