package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.approval.Decision;
import io.quorate.approval.DecisionAnswer;
import io.quorate.client.Deadlines;
import io.quorate.client.Histories;
import io.quorate.client.ListedOperations;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationExecution;
import io.quorate.client.OperationUpdates;
import io.quorate.client.Operations;
import io.quorate.client.OperationsWatch;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request;
import io.quorate.wire.OperationsJson;
import io.quorate.wire.OperationsJson.OperationJson;
import io.quorate.wire.RequestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** {@code /api/operations}: operations, decisions on them and requests to them. */
final class OperationsEndpoint {
  private static final int LONGEST_DIGEST = 100;

  /** Longest reason that a door takes, in characters. */
  static final int LONGEST_REASON = 2000;

  private static final int LONGEST_ID = 200;
  private static final int LONGEST_NAME = 200;

  /** Earlier operations of a cluster that are asked whether they had an equal plan. */
  private static final int EARLIER = 5;

  /** Clusters up to which each is asked, because the list of Temporal lags behind. */
  private static final int FEW = 2;

  private final OperationDirectory directory;
  private final Operations operations;
  private final OperationUpdates updates;
  private final Histories histories;
  private final OperationRows rows;
  private final ListedOperations listed;
  private final OperationsWatch watch;
  private final People people;
  private final ShownOperations shapes;
  private final Steering steering;

  OperationsEndpoint(
      QuorateClient client,
      OperationsWatch watch,
      People people,
      Steering steering,
      ShownOperations shapes) {
    this.watch = watch;
    this.directory = client.directory();
    this.operations = client.operations();
    this.updates = client.updates();
    this.histories = client.histories();
    this.listed = directory.listed();
    this.rows = new OperationRows(operations, shapes.heads());
    this.people = people;
    this.steering = steering;
    this.shapes = shapes;
  }

  /**
   * Answers the operations of a few clusters, each of which is asked; else a page of those of the
   * fleet, from what Temporal lists and what operations answered last.
   */
  void list(Context http) {
    Optional<String> wanted = Queries.text(http, "cluster");
    List<ClusterKey> clusters =
        wanted
            .map(name -> List.of(Answers.need(directory.cluster(name))))
            .orElseGet(directory::clusters);
    ListedOperations.Choice choice = Queries.operations(http);
    if (clusters.size() <= FEW) {
      Answers.send(http, directory.list(clusters), found -> json(found, choice));
    } else {
      Answers.send(http, listed.page(choice), this::json);
    }
  }

  /** The operations of a few clusters are all on one page. */
  private OperationsJson json(OperationDirectory.Found found, ListedOperations.Choice choice) {
    List<OperationJson> all =
        rows.of(
            found.targets().stream()
                .filter(one -> choice.runbook().stream().allMatch(one.runbook()::equals))
                .toList());
    List<OperationJson> fitting =
        all.stream()
            .filter(row -> choice.phase().map(Phase::words).stream().allMatch(row.state()::equals))
            .toList();
    Optional<String> silent = choice.phase().flatMap(any -> silent(all));
    return new OperationsJson(
        fitting,
        notice(Stream.concat(found.notice().stream(), silent.stream())),
        Optional.of((long) fitting.size()),
        Optional.empty());
  }

  /** Returns how many rows have no known state, in a sentence; empty where all have one. */
  private static Optional<String> silent(List<OperationJson> rows) {
    long silent = rows.stream().filter(row -> row.state().equals(OperationRows.UNKNOWN)).count();
    return silent == 0
        ? Optional.empty()
        : Optional.of(
            Amounts.count(silent, "operation")
                + (silent == 1
                    ? " does not answer; its state is not known."
                    : " do not answer; their states are not known."));
  }

  private OperationsJson json(ListedOperations.Page page) {
    OperationRows.Rows found = rows.listed(page.operations());
    Optional<String> bare =
        found.bare() == 0
            ? Optional.empty()
            : Optional.of(
                "Of %s only the phase is known so far; ask again in 15 s."
                    .formatted(Amounts.count(found.bare(), "operation")));
    return new OperationsJson(
        found.rows(), notice(bare.stream()), Optional.of(page.all()), page.next());
  }

  private Optional<String> notice(Stream<String> missing) {
    List<String> notices = new ArrayList<>(watch.troubles());
    missing.forEach(notices::add);
    return notices.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", notices));
  }

  void show(Context http) {
    OperationExecution target = target(http);
    Answers.send(http, operations.show(target), state -> shapes.show(target, state));
  }

  void approve(Context http) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    String digest = Bodies.requiredText(body, "digest", LONGEST_DIGEST);
    OperationExecution target = target(http);
    boolean byCluster = http.pathParam("operation").equals(target.cluster().value());
    if (byCluster
        && people.isApprover(Caller.of(http, body, "by").name())
        && mayHaveBeenReadElsewhere(target, digest)) {
      Bodies.write(http, 200, new RequestJson.Answer(false, namesNoOperation(target)));
      return;
    }
    decide(http, body, Decision.Kind.APPROVE, target, digest);
  }

  /**
   * Returns whether an earlier operation of the cluster is known to have asked about a plan of this
   * digest: whoever names the cluster only may have read that question and not this one. If
   * Temporal does not answer in time, the approval counts.
   */
  private boolean mayHaveBeenReadElsewhere(OperationExecution target, String digest) {
    if (!(directory.list(List.of(target.cluster()))
        instanceof Outcome.Done<OperationDirectory.Found> found)) {
      return false;
    }
    List<Callable<Boolean>> questions =
        found.value().targets().stream()
            .filter(other -> !other.operation().equals(target.operation()))
            .limit(EARLIER)
            .<Callable<Boolean>>map(other -> () -> asked(operations.query(other), digest))
            .toList();
    return operations.all(Deadlines.PART, questions).stream()
        .anyMatch(answer -> answer instanceof Outcome.Done<Boolean> done && done.value());
  }

  private static boolean asked(OperationState state, String digest) {
    return state.approvals().stream().anyMatch(approval -> approval.question().isAbout(digest));
  }

  private static String namesNoOperation(OperationExecution target) {
    return "Not recorded: "
        + target.cluster()
        + " is a cluster, and an earlier operation of it had an equal plan. Read what is asked now"
        + " with quorate show "
        + target.cluster()
        + ", and approve that operation by its id.";
  }

  void reject(Context http) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    Bodies.requiredText(body, "reason", LONGEST_REASON);
    OperationExecution target = target(http);
    String digest = Bodies.text(body, "digest", LONGEST_DIGEST);
    if (!digest.isEmpty()) {
      decide(http, body, Decision.Kind.REJECT, target, digest);
      return;
    }
    Optional<String> open =
        Answers.need(operations.show(target))
            .openApproval()
            .map(approval -> approval.question().digest());
    if (open.isPresent()) {
      decide(http, body, Decision.Kind.REJECT, target, open.get());
    } else {
      Bodies.write(
          http,
          200,
          new RequestJson.Answer(false, "Not recorded: no question of this operation is open."));
    }
  }

  /**
   * Sends the decision about the question that was read. That of a stranger is refused without a
   * look at the operation: nobody waits on a stranger's behalf.
   */
  private void decide(
      Context http, JsonNode body, Decision.Kind kind, OperationExecution target, String digest) {
    Caller caller = Caller.of(http, body, "by");
    boolean approver = people.isApprover(caller.name());
    AskedQuestion.Named question =
        approver
            ? question(body, new AskedQuestion(target, digest, kind))
            : AskedQuestion.Named.refused("");
    if (approver && question.id().isEmpty()) {
      Bodies.write(http, 200, new RequestJson.Answer(false, question.refusal()));
      return;
    }
    String reason =
        Bodies.text(body, kind == Decision.Kind.APPROVE ? "comment" : "reason", LONGEST_REASON);
    Optional<String> typed =
        Optional.of(Bodies.text(body, "confirm", LONGEST_NAME)).filter(name -> !name.isBlank());
    Decision decision =
        people.decision(
            new People.Said(
                kind, digest, caller.door(), reason, typed, question.id(), caller.identity()),
            caller.name());
    Outcome<DecisionAnswer> outcome = updates.decide(target.operation(), id(body), decision);
    people.count(decision, outcome);
    Answers.send(
        http, outcome, answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }

  /**
   * Returns the question that the body names, by its id or its number in the operation, else the
   * one that operation and digest name.
   */
  private AskedQuestion.Named question(JsonNode body, AskedQuestion asked) {
    String named = Bodies.text(body, "question", LONGEST_ID);
    if (!named.isEmpty()) {
      boolean number = named.chars().allMatch(Character::isDigit);
      return AskedQuestion.Named.of(number ? asked.target().operation() + "." + named : named);
    }
    return seen(asked.target()).map(asked::of).orElseGet(() -> asked.of(histories));
  }

  /** Returns the operation's state; empty where the operation does not answer in time. */
  private Optional<OperationState> seen(OperationExecution target) {
    Callable<OperationState> question = () -> operations.query(target);
    return operations.all(Deadlines.CLICK, List.of(question)).getFirst().answer();
  }

  void request(Context http, Request.Verb verb) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    String reason = CleanText.line(Bodies.text(body, "reason", LONGEST_REASON));
    if (verb == Request.Verb.SKIP && reason.isEmpty()) {
      throw HttpProblem.badRequest("A skip needs a reason: 'reason' is missing.");
    }
    Caller caller = Caller.of(http, body, "by");
    String name = people.named(caller.name());
    OperationExecution target = target(http);
    Optional<String> refusal = steering.refusal(verb, name, () -> seen(target));
    if (refusal.isPresent()) {
      Bodies.write(http, 200, new RequestJson.Answer(false, refusal.get()));
      return;
    }
    Request request =
        new Request(
            verb,
            caller.identity().named(name),
            reason,
            Optional.of(caller.door()),
            Optional.of(Bodies.text(body, "place", LONGEST_ID)).filter(at -> !at.isEmpty()));
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
  static String id(JsonNode body) {
    String given = Bodies.text(body, "id", LONGEST_ID);
    return given.isEmpty() ? UUID.randomUUID().toString() : given;
  }
}
