package io.quorate.worker;

import io.quorate.command.Quorate;
import io.quorate.command.Terminal;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.slack.ButtonValue;
import io.quorate.token.Token;
import io.quorate.token.Tokens;
import io.quorate.token.TokensFile;
import io.quorate.wire.Json;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Quorate as it is served, in this process: real Temporal, real etcd for each cluster, and the
 * emulator of Slack. People have tokens: the two of the emulator, and {@link #ALEX}, who has no
 * Slack.
 */
final class ServedQuorate implements AutoCloseable {
  /** A third approver, without an account in Slack. */
  static final String ALEX = "alex";

  private static final String ETCD = "3.6";

  static final Duration LIMIT = Duration.ofSeconds(90);

  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Map<String, EtcdCluster> etcd = new LinkedHashMap<>();
  private final Map<String, Token> tokens = new HashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final ReservedPort port;
  final SlackEmulator slack;

  private ServedQuorate(Path folder) throws IOException {
    this.folder = folder;
    this.port = opened(ReservedPort.take());
    this.slack = opened(SlackEmulator.start(0));
  }

  /**
   * Starts all of it.
   *
   * @param clusters keys of the clusters
   * @param size members of each
   * @param approval lines of the section of this name, behind the approvers
   */
  static ServedQuorate start(Path folder, List<String> clusters, int size, String approval)
      throws Exception {
    var served = new ServedQuorate(folder);
    try {
      served.begin(clusters, size, approval);
      return served;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      served.close();
      throw failed;
    }
  }

  private <T extends AutoCloseable> T opened(T part) {
    open.push(part);
    return part;
  }

  private void begin(List<String> clusters, int size, String approval) throws Exception {
    var temporal =
        opened(TemporalServer.layOut(ToolsForTests.temporal(), folder.resolve("temporal")));
    temporal.start(LIMIT);
    for (String cluster : clusters) {
      EtcdCluster members =
          opened(
              EtcdCluster.layOut(
                  ToolsForTests.etcd(ETCD), folder.resolve(cluster), size, EtcdSettings.plain()));
      members.start(LIMIT);
      etcd.put(cluster, members);
    }
    Path file = folder.resolve("quorate.yml");
    Files.writeString(file, configuration(temporal, approval));
    Configuration configuration = ConfigurationFile.load(Optional.of(file), Environment.here());
    Serving serving = opened(new Serving(configuration, UnaryOperator.identity()));
    serving.work();
    serving.gateway(Optional.of(temporal.page() + "/namespaces/default/workflows"));
    slack.awaitConnections(LIMIT, 2);
  }

  private String configuration(TemporalServer temporal, String approval) throws Exception {
    ToolFolder release = ToolsForTests.etcd(ETCD);
    TokensFile file = new TokensFile(folder.resolve("tokens"));
    for (String name : List.of(Person.DANA.name(), Person.ROBIN.name(), ALEX)) {
      Token token = Token.create();
      file.add(new Tokens.Entry(token.hash(), name));
      tokens.put(name, token);
    }
    return """
    temporal: {target: "%s", namespace: default, taskQueue: quorate, page: "%s"}
    gateway: {listen: "127.0.0.1:%d", publicUrl: "%s", tokensFile: %s, alertTokenFile: %s}
    snapshots: {directory: %s}
    slack: {botTokenFile: %s, appTokenFile: %s, channel: "%s", apiUrl: "%s"}
    approval:
      approvers:
        oncall: [{name: dana, slack: T1/U1}, {name: robin, slack: T1/U2}, {name: alex}]
    %s
    etcd:
      releases: [{version: %s, directory: %s}]
    clusters:
    %s\
    """
        .formatted(
            temporal.target(),
            temporal.page(),
            port.number(),
            page(),
            file.path(),
            secret("alert-token", "alertmanager-s"),
            folder.resolve("snapshots"),
            secret("bot", slack.tokens().bot()),
            secret("app", slack.tokens().app()),
            slack.channel(),
            slack.apiUrl(),
            approval.indent(2).stripTrailing(),
            release.tool().version(),
            release.folder(),
            etcd.entrySet().stream()
                .map(each -> cluster(each.getKey(), each.getValue()))
                .collect(Collectors.joining()));
  }

  private Path secret(String name, String value) throws IOException {
    return Files.writeString(folder.resolve(name), value + "\n");
  }

  private String cluster(String key, EtcdCluster members) {
    Path member = folder.resolve(key).resolve("{name}");
    return """
      %s:
        platform: hosts
        watch: off
        alerts: {job: %s}
        memberDefaults:
          dataDirectory: %s/data
          environmentFile: %s/etcd.env
          binary: %s/etcd
          service: {process: {pidFile: %s/etcd.pid, logFile: %s/etcd.log}}
          host: local
        members: {%s}
    """
        .formatted(
            key,
            key,
            member,
            member,
            member,
            member,
            member,
            members.members().stream()
                .map(ServedQuorate::member)
                .collect(Collectors.joining(", ")));
  }

  private static String member(EtcdMember one) {
    return "%s: {zone: %s, peerUrl: \"%s\", clientUrl: \"%s\"}"
        .formatted(one.name(), one.name(), one.peerUrl(), one.clientUrl());
  }

  /** Returns the etcd of a cluster. */
  EtcdCluster etcd(String cluster) {
    return Objects.requireNonNull(etcd.get(cluster));
  }

  /** Returns the address of the page. */
  URI page() {
    return URI.create("http://127.0.0.1:" + port.number() + "/");
  }

  /** Returns the token of a person. */
  String token(String name) {
    return Objects.requireNonNull(tokens.get(name)).text();
  }

  /** Sends an alert of this name about a cluster, as Alertmanager does. */
  void alert(String cluster, String name) throws IOException, InterruptedException {
    String body =
        """
        {"version": "4", "status": "firing", "receiver": "quorate", "alerts": [
          {"status": "firing", "labels": {"alertname": "%s", "job": "%s", "severity": "critical"},
           "annotations": {}, "startsAt": "%s", "fingerprint": "%016x"}]}
        """
            .formatted(name, cluster, Instant.now(), (cluster + name).hashCode() & 0xffffffffL);
    var answer =
        http.send(
            request("alerts/alertmanager", "alertmanager-s")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the alert was not taken: " + answer.body());
    }
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(page().resolve(path))
        .timeout(LIMIT)
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  /** Returns the page of metrics. */
  String metrics() throws IOException, InterruptedException {
    return http.send(request("metrics", token(ALEX)).GET().build(), BodyHandlers.ofString()).body();
  }

  /** Ending of a verb. */
  record Said(int exitCode, String text) {}

  /** Runs a verb of the command line as this person. */
  Said says(String person, String... words) {
    StringWriter text = new StringWriter();
    PrintWriter both = new PrintWriter(text);
    Terminal terminal =
        new Terminal(
            both,
            both,
            Set.of(),
            Map.of("QUORATE_TOKEN", token(person), "HOME", folder.toString()),
            Instant::now,
            Thread::sleep,
            Optional::empty);
    String[] all = new String[words.length + 2];
    System.arraycopy(words, 0, all, 0, words.length);
    all[words.length] = "--config";
    all[words.length + 1] = folder.resolve("quorate.yml").toString();
    int code = new Quorate(terminal, new ProcessWiring()).run(all);
    return new Said(code, text.toString());
  }

  /** Returns the newest operation of a cluster, once it is so. */
  ShowJson await(String cluster, Duration limit, Predicate<ShowJson> so)
      throws InterruptedException {
    Deque<ShowJson> last = new ArrayDeque<>();
    try {
      Await.until(
          "an operation of " + cluster,
          limit,
          Duration.ofMillis(300),
          () -> {
            operation(cluster)
                .ifPresent(
                    one -> {
                      last.clear();
                      last.add(one);
                    });
            return last.stream().anyMatch(so);
          });
    } catch (RuntimeException spent) {
      throw new AssertionError(spent.getMessage() + "; it is " + last, spent);
    }
    return last.getLast();
  }

  /** Waits for the newest operation of a cluster to be in this state. */
  ShowJson await(String cluster, String state) throws InterruptedException {
    return await(cluster, Duration.ofMinutes(3), one -> one.state().equals(state));
  }

  /** Waits for this operation to complete, after which another one may be the newest. */
  void awaitEnd(ShowJson asked) throws InterruptedException {
    await(
        asked.cluster(),
        Duration.ofMinutes(4),
        now -> !now.operation().equals(asked.operation()) || now.state().equals("completed"));
  }

  /** Kills a member for good: without its log it cannot be started again. */
  void lose(String cluster, String member) throws Exception {
    EtcdMember lost = etcd(cluster).member(member);
    lost.kill();
    Folders.delete(lost.dataDirectory().resolve("member").resolve("wal"));
  }

  /** Saves a snapshot of a cluster; returns the name of its file. */
  String saveSnapshot(String cluster) throws Exception {
    Said saved = says(ALEX, "start", "backup", cluster);
    if (saved.exitCode() != 0) {
      throw new IllegalStateException(saved.text());
    }
    await(cluster, "completed");
    try (var files = Files.walk(folder.resolve("snapshots"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".db"))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  /** Returns the message with the open question about a cluster. */
  ChannelMessage question(String cluster) {
    return slack.awaitMessage(
        LIMIT,
        one -> one.buttons().contains(ButtonValue.APPROVE) && one.text().startsWith(cluster + ":"));
  }

  /** Says the first yes in Slack, with the name of the cluster typed. */
  void approveInSlack(String cluster, Person person) throws Exception {
    slack.click(question(cluster), ButtonValue.APPROVE, person).get();
    slack.awaitDialog(LIMIT, person);
    slack.submit(person, Map.of("name", cluster)).get();
    await(cluster, LIMIT, one -> !one.openApproval().orElseThrow().decisions().isEmpty());
  }

  private Optional<ShowJson> operation(String cluster) throws InterruptedException {
    try {
      var answer =
          http.send(
              request("api/operations/" + cluster, token(ALEX)).build(), BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Json.read(answer.body(), ShowJson.class)
          : Optional.empty();
    } catch (IOException away) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    http.close();
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception failed) {
        throw new IOException(failed);
      }
    }
  }
}
