package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.approval.Door;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationExecution;
import io.quorate.client.OperationUpdates;
import io.quorate.client.Operations;
import io.quorate.client.OperationsWatch;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.People;
import io.quorate.operation.Request;
import io.quorate.wire.OperationsJson;
import io.quorate.wire.RequestJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /api/operations}: operations, decisions on them and requests to them. */
final class OperationsEndpoint {
  static final int LARGEST_BODY = 64 << 10;
  static final int LONGEST_NAME = 100;
  private static final int LONGEST_REASON = 2000;
  private static final int LONGEST_ID = 200;

  private final OperationDirectory directory;
  private final Operations operations;
  private final OperationUpdates updates;
  private final OperationRows rows;
  private final OperationsWatch watch;
  private final People people;
  private final ShownOperations shapes;

  OperationsEndpoint(
      QuorateClient client, OperationsWatch watch, People people, ShownOperations shapes) {
    this.watch = watch;
    this.directory = client.directory();
    this.operations = client.operations();
    this.updates = client.updates();
    this.rows = new OperationRows(operations);
    this.people = people;
    this.shapes = shapes;
  }

  void list(Context http) {
    String wanted = cluster(http);
    List<ClusterKey> clusters =
        wanted == null ? directory.clusters() : List.of(Answers.need(directory.cluster(wanted)));
    Answers.send(
        http,
        directory.list(clusters),
        found -> new OperationsJson(rows.of(found.targets()), notice(found)));
  }

  private Optional<String> notice(OperationDirectory.Found found) {
    List<String> notices = new ArrayList<>(watch.troubles());
    found.notice().ifPresent(notices::add);
    return notices.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", notices));
  }

  /**
   * Reads the cluster parameter; refuses one that cannot be decoded. Javalin drops such a
   * parameter, and the answer would be the operations of all clusters.
   */
  private static @Nullable String cluster(Context http) {
    String query = http.queryString();
    try {
      if (query != null) {
        URLDecoder.decode(query, StandardCharsets.UTF_8);
      }
      return http.queryParam("cluster");
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badRequest("The query is not well formed.");
    }
  }

  void show(Context http) {
    OperationExecution target = target(http);
    Answers.send(http, operations.show(target), state -> shapes.show(target, state));
  }

  void approve(Context http) {
    JsonNode body = Bodies.object(http, LARGEST_BODY);
    String digest = Bodies.requiredText(body, "digest", LONGEST_NAME);
    decide(http, target(http), body, new Said(Decision.Kind.APPROVE, digest, "comment"));
  }

  void reject(Context http) {
    JsonNode body = Bodies.object(http, LARGEST_BODY);
    Bodies.requiredText(body, "reason", LONGEST_REASON);
    OperationExecution target = target(http);
    String digest = Bodies.text(body, "digest", LONGEST_NAME);
    if (!digest.isEmpty()) {
      decide(http, target, body, new Said(Decision.Kind.REJECT, digest, "reason"));
      return;
    }
    Optional<String> open =
        Answers.need(operations.show(target))
            .openApproval()
            .map(approval -> approval.question().digest());
    if (open.isPresent()) {
      decide(http, target, body, new Said(Decision.Kind.REJECT, open.get(), "reason"));
    } else {
      Bodies.write(
          http,
          200,
          new RequestJson.Answer(false, "Not recorded: no question of this operation is open."));
    }
  }

  /**
   * Decision of a request: approve or reject, the digest of its plan, and the field of the body
   * that holds the reason.
   */
  private record Said(Decision.Kind kind, String digest, String reasonField) {}

  private void decide(Context http, OperationExecution target, JsonNode body, Said said) {
    String reason = Bodies.text(body, said.reasonField(), LONGEST_REASON);
    Decision decision =
        people.decision(
            new People.Said(said.kind(), said.digest(), door(body), reason),
            Bodies.requiredText(body, "by", LONGEST_NAME));
    Outcome<DecisionAnswer> outcome = updates.decide(target.operation(), id(body), decision);
    people.count(decision, outcome);
    Answers.send(
        http, outcome, answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }

  void request(Context http, Request.Verb verb) {
    JsonNode body = Bodies.object(http, LARGEST_BODY);
    String reason = Bodies.text(body, "reason", LONGEST_REASON);
    if (verb == Request.Verb.SKIP && reason.isEmpty()) {
      throw HttpProblem.badRequest("A skip needs a reason: 'reason' is missing.");
    }
    Request request = new Request(verb, Bodies.requiredText(body, "by", LONGEST_NAME), reason);
    OperationExecution target = target(http);
    Outcome<Request.Answer> outcome = updates.request(target.operation(), id(body), request);
    Answers.send(
        http, outcome, answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }

  private OperationExecution target(Context http) {
    return Answers.need(directory.find(http.pathParam("operation")));
  }

  /**
   * Returns the id of the request; a caller that sends its own id can repeat the request, which
   * counts once.
   */
  private static String id(JsonNode body) {
    String given = Bodies.text(body, "id", LONGEST_ID);
    return given.isEmpty() ? UUID.randomUUID().toString() : given;
  }

  private static Door door(JsonNode body) {
    String door = Bodies.text(body, "door", LONGEST_NAME);
    return switch (door) {
      case "", "command-line" -> Door.COMMAND_LINE;
      case "page" -> Door.PAGE;
      default -> throw HttpProblem.badRequest("'door' is either page or command-line.");
    };
  }
}
