package io.quorate.playground;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quorate.lab.slack.Person;
import io.quorate.operation.FollowUpNames;
import io.quorate.wire.Json;
import io.quorate.wire.OperationsJson;
import io.quorate.wire.OperationsJson.OperationJson;
import io.quorate.wire.RequestJson;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client of the gateway's HTTP API, without a token. While the worker is dead, some answers are
 * empty.
 */
final class GatewayApi implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int STARTED = 201;
  private static final int ANOTHER_RUNS = 409;
  private static final String REFUSAL = "refusal";

  private final URI gateway;
  private final String cluster;
  private final HttpClient http = HttpClient.newHttpClient();

  GatewayApi(URI gateway, String cluster) {
    this.gateway = gateway;
    this.cluster = cluster;
  }

  private record Clusters(List<Row> clusters) {}

  /** The fields of a prescription that a play reads. */
  private record Answer(
      @Nullable String prescription,
      @Nullable String because,
      @JsonProperty("do") @Nullable List<String> todo) {
    /** Returns the headline and what to do, a line each. */
    String text() {
      return Stream.concat(
              Stream.ofNullable(because), Stream.ofNullable(todo).flatMap(List::stream))
          .collect(Collectors.joining("\n"));
    }
  }

  private record Row(String cluster, @Nullable IncidentJson incident) {}

  /** The fields of an incident that a play reads. */
  record IncidentJson(boolean open, @Nullable String finding, @Nullable String doing) {
    private boolean isQuiet() {
      return doesWhatBeginsWith("Not proposed yet: ");
    }

    private boolean doesWhatBeginsWith(String words) {
      return open && doing != null && doing.startsWith(words);
    }
  }

  /** Returns one operation; empty when the gateway cannot tell at this moment. */
  Optional<ShowJson> operation(String id) throws InterruptedException {
    return read("/api/operations/" + id, ShowJson.class);
  }

  /** Returns the ids of all operations of the cluster, the newest first. */
  List<String> operations() throws InterruptedException {
    return read("/api/operations?cluster=" + cluster, OperationsJson.class).stream()
        .flatMap(all -> all.operations().stream())
        .map(OperationJson::operation)
        .toList();
  }

  /** Returns the operations that started by themselves after this operation. */
  List<ShowJson> after(String operation) throws InterruptedException {
    List<ShowJson> after = new ArrayList<>();
    for (String one : operations()) {
      operation(one)
          .filter(shown -> shown.requestedBy().equals(FollowUpNames.requester(operation)))
          .ifPresent(after::add);
    }
    return after;
  }

  /**
   * Returns the last incident of the cluster; empty when there was none or the gateway cannot tell.
   */
  Optional<IncidentJson> incident() throws InterruptedException {
    return read("/api/clusters", Clusters.class).stream()
        .flatMap(all -> all.clusters().stream())
        .filter(row -> row.cluster().equals(cluster))
        .flatMap(row -> Optional.ofNullable(row.incident()).stream())
        .findFirst();
  }

  /** Returns the clusters with an open incident whose doing begins with these words. */
  List<String> doing(String beginning) throws InterruptedException {
    return read("/api/clusters", Clusters.class).stream()
        .flatMap(all -> all.clusters().stream())
        .filter(row -> row.incident() != null && row.incident().doesWhatBeginsWith(beginning))
        .map(Row::cluster)
        .toList();
  }

  /**
   * Ends the hour of quiet, as a person does with {@code quorate ask-again}: one play after another
   * breaks the same member.
   */
  void endQuiet() throws InterruptedException {
    if (incident().filter(IncidentJson::isQuiet).isPresent()) {
      try {
        ask(cluster, "ask-again");
      } catch (IOException away) {
        // The next look asks again.
      }
    }
  }

  /**
   * Starts an operation, as {@code quorate start} does.
   *
   * @throws IllegalStateException with the gateway's answer, when the operation was not started
   */
  void start(StartJson wanted) throws IOException, InterruptedException {
    Optional<String> refusal = startOrHear(wanted);
    if (refusal.isPresent()) {
      throw new IllegalStateException(wanted.runbook() + " was refused: " + refusal.get());
    }
  }

  /**
   * Starts an operation, as {@code quorate start} does; returns why that was refused and what to
   * do; empty when it was started.
   *
   * @throws IllegalStateException with any other answer
   */
  Optional<String> startOrHear(StartJson wanted) throws IOException, InterruptedException {
    HttpResponse<String> answer = startedAs(wanted);
    if (answer.statusCode() == STARTED) {
      return Optional.empty();
    }
    return Json.read(answer.body(), Answer.class)
        .filter(told -> REFUSAL.equals(told.prescription()))
        .map(Answer::text)
        .or(
            () -> {
              throw new IllegalStateException(
                  wanted.runbook() + " was not started: " + answer.body());
            });
  }

  /**
   * Starts an operation unless another one runs on the cluster: one that says that it has ended may
   * take a moment to close. Returns whether it was started.
   *
   * @throws IllegalStateException with any other answer
   */
  boolean startUnlessAnotherRuns(StartJson wanted) throws InterruptedException {
    try {
      HttpResponse<String> answer = startedAs(wanted);
      if (answer.statusCode() != STARTED && answer.statusCode() != ANOTHER_RUNS) {
        throw new IllegalStateException(wanted.runbook() + " was not started: " + answer.body());
      }
      return answer.statusCode() == STARTED;
    } catch (IOException failed) {
      throw new IllegalStateException(failed.getMessage(), failed);
    }
  }

  private HttpResponse<String> startedAs(StartJson wanted)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(gateway.resolve("/api/clusters/" + cluster + "/operations"))
            .timeout(LIMIT.multipliedBy(4))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Json.text(wanted)))
            .build(),
        BodyHandlers.ofString());
  }

  /**
   * Asks something of an operation, as an approver with {@code quorate abort}; returns the answer.
   */
  String ask(String operation, String verb) throws IOException, InterruptedException {
    RequestJson request =
        new RequestJson(
            UUID.randomUUID().toString(),
            Optional.empty(),
            Person.ROBIN.name(),
            Optional.empty(),
            Optional.empty(),
            Optional.of("the playground wants it"),
            Optional.empty(),
            Optional.empty());
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(gateway.resolve("/api/operations/" + operation + "/" + verb))
                .timeout(LIMIT.multipliedBy(4))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.text(request)))
                .build(),
            BodyHandlers.ofString());
    return Json.read(answer.body(), RequestJson.Answer.class)
        .map(RequestJson.Answer::sentence)
        .orElseThrow(() -> new IOException(verb + " was not understood: " + answer.body()));
  }

  private <T> Optional<T> read(String path, Class<T> type) throws InterruptedException {
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(gateway.resolve(path)).timeout(LIMIT).build(),
              BodyHandlers.ofString());
      return answer.statusCode() == 200 ? Json.read(answer.body(), type) : Optional.empty();
    } catch (IOException away) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
