package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.Pager;
import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Mention;
import io.quorate.slack.ButtonValue;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A question that nobody answers: the alert comes from a real Prometheus and Alertmanager, and what
 * people hear of it is heard in Slack and at the pager.
 */
final class Unanswered {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Stage stage;
  private final Monitoring monitoring;
  private final ChannelMessage question;
  private final Set<String> operations;

  private Unanswered(
      Stage stage, Monitoring monitoring, ChannelMessage question, Set<String> operations) {
    this.stage = stage;
    this.monitoring = monitoring;
    this.question = question;
    this.operations = operations;
  }

  /** Breaks the cluster, and returns when the question is there. */
  static Unanswered of(Stage stage, Monitoring monitoring, Scenario scenario)
      throws IOException, InterruptedException {
    stage.worker().awaitPolling(LIMIT);
    scenario.breakIt(stage.etcd(), Inspection.of(stage.etcd(), scenario.size()));
    ChannelMessage question = stage.slack().awaitButton(LIMIT, ButtonValue.APPROVE);
    try (GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      return new Unanswered(stage, monitoring, question, Set.copyOf(gateway.operations()));
    }
  }

  /** Since when the question is in Slack. */
  Instant asked() {
    return at(question);
  }

  /** Waits until this long after the question. */
  void awaitAge(Duration age) throws InterruptedException {
    Await.until(
        "the question to be " + age + " old",
        age.plus(LIMIT),
        PAUSE,
        () -> Duration.between(asked(), Instant.now()).compareTo(age) >= 0);
  }

  /** Waits for this many calls of the pager. */
  void awaitPages(int many, Duration limit) throws InterruptedException {
    Await.until(many + " pages", limit, PAUSE, () -> monitoring.pager().pages().size() >= many);
  }

  /** Returns the reminders, oldest first. */
  List<ChannelMessage> reminders() {
    return stage.slack().messages().stream()
        .filter(message -> message.text().contains(": a question waits for an answer, "))
        .toList();
  }

  /** Returns who was mentioned in this message, by name. */
  List<String> mentioned(ChannelMessage message) {
    return stage.slack().mentions().stream()
        .filter(mention -> mention.message().ts().equals(message.ts()))
        .map(Mention::person)
        .map(person -> person.name())
        .sorted()
        .toList();
  }

  List<Pager.Page> pages() {
    return monitoring.pager().pages();
  }

  /** Returns the operations that began since the question. */
  List<String> begunSince() throws InterruptedException {
    try (GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      List<String> begun = new ArrayList<>(gateway.operations());
      begun.removeAll(operations);
      return begun;
    }
  }

  /** Returns how many alerts the gateway took no notice of because they are of Quorate's rules. */
  double ownAlertsIgnored() throws IOException, InterruptedException {
    String token = Files.readString(stage.folder().secret("alert-token")).strip();
    try (HttpClient http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(stage.gateway().resolve("/metrics"))
              .header("Authorization", "Bearer " + token)
              .build();
      return http.send(request, BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith("quorate_alerts_ignored_total{reason=\"own\"}"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }

  /** Two people say yes, and the cluster is whole. */
  void isAnswered(Duration limit) throws InterruptedException {
    try (var approved = new ApprovedOperations(stage, limit)) {
      approved.until(Set.of(), "complete", operation -> operation.state().equals("completed"));
    }
  }

  /** Writes all that people heard, with seconds since the question. */
  void tell(Report report) {
    report.head("s after the question", "what", "who", "text");
    Stream.concat(
            reminders().stream()
                .map(
                    one ->
                        new Heard(
                            at(one), "reminder", String.join(", ", mentioned(one)), one.text())),
            pages().stream()
                .flatMap(page -> page.alerts().stream().map(alert -> new Heard(page, alert))))
        .sorted(Comparator.comparing(Heard::at))
        .forEach(
            heard ->
                report.row(
                    Report.seconds(Duration.between(asked(), heard.at()).toMillis() / 1000.0),
                    heard.what(),
                    heard.who(),
                    heard.text()));
  }

  private record Heard(Instant at, String what, String who, String text) {
    Heard(Pager.Page page, Pager.Told alert) {
      this(page.at(), "page, " + alert.status(), alert.name(), alert.summary());
    }
  }

  static Instant at(ChannelMessage message) {
    String[] parts = message.ts().split("\\.");
    return Instant.ofEpochSecond(Long.parseLong(parts[0]), Long.parseLong(parts[1]) * 1_000);
  }
}
