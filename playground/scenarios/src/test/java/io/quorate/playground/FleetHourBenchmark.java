package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.temporal.client.WorkflowExecutionMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two workers and 10,000 clusters for an hour, in which a worker and Temporal are killed: whether
 * anything is found that is not there. Then a zone of a thousand clusters goes, and another one
 * while Temporal is away. {@code -Dquorate.clusters=1000} and {@code -Dquorate.minutes=10} play a
 * smaller one.
 */
class FleetHourBenchmark {
  private static final int CLUSTERS = Integer.getInteger("quorate.clusters", 10_000);
  private static final int MINUTES = Integer.getInteger("quorate.minutes", 60);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration OPENED = Duration.ofMinutes(10);
  private static final Duration FOUND = Duration.ofMinutes(4);

  @TempDir private Path folder;

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private HourFleet fleet;
  private TemporalServer temporal;
  private SlackEmulator slack;
  private ReservedPort gateway;
  private List<EtcdCluster> real;
  private HourWorker first;
  private HourWorker second;
  private Instant begun;

  @BeforeEach
  void start() throws Exception {
    fleet = closed(new HourFleet(CLUSTERS));
    temporal = closed(TemporalServer.layOut(ToolsForTests.temporal(), folder.resolve("temporal")));
    temporal.start(LIMIT);
    slack = closed(SlackEmulator.start(0));
    gateway = closed(ReservedPort.take());
    ReservedPort metrics = closed(ReservedPort.take());
    real = List.of(cluster("3.5"), cluster("3.7"));
    fleet.write(folder.resolve("clusters.d/fleet.yml"), real);
    first = closed(worker("serve", gateway, ""));
    second =
        closed(
            worker(
                "worker", metrics, "metrics: {listen: \"127.0.0.1:" + metrics.number() + "\"}\n"));
    begun = Instant.now();
    first.start();
    second.start();
  }

  private EtcdCluster cluster(String minor) throws IOException, InterruptedException {
    EtcdCluster cluster =
        closed(
            EtcdCluster.layOut(
                ToolsForTests.etcd(minor),
                folder.resolve("etcd-" + minor),
                3,
                EtcdSettings.plain()));
    cluster.start(LIMIT);
    return cluster;
  }

  private HourWorker worker(String verb, ReservedPort metrics, String more) throws IOException {
    Path file = folder.resolve(verb + ".yml");
    Files.writeString(file, configuration() + more);
    return new HourWorker(verb, file, metrics.number());
  }

  private String configuration() throws IOException {
    Path bot = Files.writeString(folder.resolve("bot"), slack.tokens().bot() + "\n");
    Path app = Files.writeString(folder.resolve("app"), slack.tokens().app() + "\n");
    Path alerts = Files.writeString(folder.resolve("alerts"), "a-token-of-the-benchmark\n");
    return """
    temporal: {target: "%s", namespace: default, taskQueue: quorate}
    gateway:
      {listen: "127.0.0.1:%s", publicUrl: "http://127.0.0.1:%s", alertTokenFile: %s}
    snapshots: {directory: %s}
    slack: {botTokenFile: %s, appTokenFile: %s, channel: "%s", apiUrl: "%s"}
    approval:
      approvers: {oncall: [{name: dana, slack: "%s"}, {name: robin, slack: "%s"}]}
      required: {reversible: 1, irreversible: 1, destructive: 2}
    """
        .formatted(
            temporal.target(),
            gateway.number(),
            gateway.number(),
            alerts,
            Files.createDirectories(folder.resolve("snapshots")),
            bot,
            app,
            slack.channel(),
            slack.apiUrl(),
            Person.DANA.teamId() + "/" + Person.DANA.userId(),
            Person.ROBIN.teamId() + "/" + Person.ROBIN.userId());
  }

  @Test
  void nothingIsFoundThatIsNotThere() throws Exception {
    say("%s clusters, %s with a member that hangs", CLUSTERS, fleet.troubled().size());
    Await.until(
        "a full pass",
        OPENED,
        Duration.ofSeconds(1),
        () -> first.watched() + second.watched() >= CLUSTERS + real.size() && isYoung());
    say("full pass");
    pass(10);
    killAWorker();
    pass(9);
    temporal.kill();
    say("Temporal is killed");
    pass(1);
    temporal.start(LIMIT);
    pass(4);
    killAMember();
    pass(5);
    fleet.loseZone(0);
    say("zone %s of %s clusters is lost", fleet.zoneName(0), fleet.zone());
    awaitZone(0);
    pass(8);
    temporal.kill();
    fleet.loseZone(1);
    say("Temporal is killed, and zone %s is lost", fleet.zoneName(1));
    pass(10);
    temporal.start(LIMIT);
    say("Temporal is back");
    awaitZone(1);
    pass(12);
    account();
  }

  private void killAWorker() throws IOException, InterruptedException {
    second.kill();
    say("a worker is killed");
    pass(1);
    second.start();
    say("it is started again");
  }

  private void killAMember() throws IOException, InterruptedException {
    say("a member of a real cluster is killed");
    Instant killed = Instant.now();
    real.getFirst().member("etcd-1").kill();
    Await.until("a question", FOUND, () -> !messages("real-0").isEmpty());
    say("people are asked after %s s", Duration.between(killed, Instant.now()).toSeconds());
  }

  private void account() throws IOException, InterruptedException {
    say(
        "live heap: %s KiB and %s KiB; %s KiB in Temporal's file",
        first.liveKibibytes(),
        second.liveKibibytes(),
        Files.size(folder.resolve("temporal/temporal.db")) / 1_024);
    say(
        "asked too often: %s of %s questions; %s pages",
        fleet.tooMany(), fleet.questions(), fleet.pages());
    Set<String> expected = fleet.troubled();
    expected.add("real-0");
    Set<String> found = incidents();
    found.removeIf(fleet::isOfALostZone);
    say("missed %s, not there %s", less(expected, found), less(found, expected));
    assertThat(found).isEqualTo(expected);
  }

  private void awaitZone(int number) throws Exception {
    Instant from = Instant.now();
    String cause = "zone " + fleet.zoneName(number) + " has trouble in ";
    Await.until("a message about the zone", FOUND, () -> !messages(cause).isEmpty());
    say(
        "people are told after %s s: %s",
        Duration.between(from, Instant.now()).toSeconds(), messages(cause));
  }

  private boolean isYoung() {
    return first.oldestLook() <= 45 && second.oldestLook() <= 45;
  }

  private static Set<String> less(Set<String> some, Set<String> others) {
    Set<String> left = new TreeSet<>(some);
    left.removeAll(others);
    return left;
  }

  /** The clusters that ever had an incident. */
  private Set<String> incidents() {
    try (Histories histories = new Histories(temporal.target())) {
      return histories.all().stream()
          .filter(run -> run.getWorkflowType().equals("Incident"))
          .map(FleetHourBenchmark::cluster)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static String cluster(WorkflowExecutionMetadata run) {
    String id = run.getExecution().getWorkflowId();
    return id.substring(id.indexOf('/') + 1);
  }

  private List<String> messages(String words) {
    return slack.messages().stream()
        .map(ChannelMessage::text)
        .filter(text -> text.contains(words))
        .toList();
  }

  /** Lets this part of an hour pass, and says once a minute how the watch does. */
  private void pass(int minutesOfAnHour) throws InterruptedException {
    Instant end = Instant.now().plusSeconds(minutesOfAnHour * 60L * MINUTES / 60);
    while (Instant.now().isBefore(end)) {
      Instant minute = Instant.now().plusSeconds(60);
      double oldest = 0;
      while (Instant.now().isBefore(end) && Instant.now().isBefore(minute)) {
        TimeUnit.SECONDS.sleep(10);
        oldest = Math.max(oldest, Math.max(first.oldestLook(), second.oldestLook()));
      }
      say(
          "oldest look %.0f s; %s; %s; %s messages; lists in %s ms",
          oldest, first, second, slack.messages().size(), lists());
    }
  }

  /** How long the lists of clusters and operations take, the slower one. */
  private String lists() throws InterruptedException {
    try {
      return Long.toString(
          Math.max(
              first.answerMillis("/api/clusters?limit=50"),
              first.answerMillis("/api/operations?limit=50")));
    } catch (IOException noAnswer) {
      return String.valueOf(noAnswer.getMessage());
    }
  }

  private void say(String line, Object... values) {
    System.out.printf(
        "%5d s: " + line + "%n",
        concat(Duration.between(begun, Instant.now()).toSeconds(), values));
  }

  private static Object[] concat(long first, Object[] values) {
    Object[] all = new Object[values.length + 1];
    all[0] = first;
    System.arraycopy(values, 0, all, 1, values.length);
    return all;
  }

  private <T extends AutoCloseable> T closed(T part) {
    open.push(part);
    return part;
  }

  @AfterEach
  void end() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
