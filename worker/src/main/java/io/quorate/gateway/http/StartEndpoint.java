package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.approval.Asker;
import io.quorate.client.Deadlines;
import io.quorate.client.OperationDirectory;
import io.quorate.client.OperationExecution;
import io.quorate.client.Operations;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.client.TemporalCalls;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.Configuration;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.gateway.People;
import io.quorate.operation.DatedMemory;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.runbook.GivenOptions;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import io.quorate.wire.PlanJson;
import io.quorate.wire.StartJson;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * {@code POST /api/clusters/{key}/operations}. The cluster is observed first: an operation that the
 * runbook refuses, or for which it has nothing to do, is not started; one that needs time is
 * started and waits.
 */
final class StartEndpoint {
  private final Supplier<Configuration> current;
  private final OperationDirectory directory;
  private final Operations operations;
  private final TemporalCalls calls;
  private final People people;
  private final Assessor assessor;
  private final GatewayMetrics counts;

  StartEndpoint(
      Supplier<Configuration> current,
      QuorateClient client,
      People people,
      Assessor assessor,
      GatewayMetrics counts) {
    this.current = current;
    this.directory = client.directory();
    this.operations = client.operations();
    this.calls = client.calls();
    this.people = people;
    this.assessor = assessor;
    this.counts = counts;
  }

  void start(Context http) {
    ClusterKey cluster = Answers.need(directory.cluster(http.pathParam("cluster")));
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    Caller caller = Caller.of(http, body, "requestedBy");
    Runbook<?> runbook = Runbooks.typed(Bodies.requiredText(body, "runbook", 100));
    Options options =
        new GivenOptions(runbook, cluster, members(cluster)).checked(Bodies.lists(body, "options"));
    String title = title(cluster, runbook, options);
    Outcome<OperationExecution> last = directory.current(cluster);
    Optional<OperationExecution> running = running(last);
    if (running.filter(one -> !makesWay(one, runbook)).isPresent()) {
      busy(http, runbook, running.get());
      return;
    }
    if (last instanceof Outcome.Missed<OperationExecution> missed
        && missed.reason() == Outcome.Reason.UNREACHABLE) {
      Answers.missed(http, missed);
      return;
    }
    String requester = people.named(caller.name());
    Prescription prescription =
        Runbooks.asked(
            look(cluster, runbook, options),
            current.get().approval().policy().askedBy(new Asker(requester, false)));
    if (starts(prescription)) {
      // The plan names the members even where the options left the choice to the runbook.
      String exact =
          prescription instanceof Plan plan
              ? title(cluster, runbook, new Options(plan.request()))
              : title;
      OperationRequest request =
          new OperationRequest(
              cluster,
              runbook.name(),
              options.values(),
              requester,
              exact,
              DatedMemory.NONE,
              caller.kind(),
              Optional.empty(),
              Optional.empty());
      running.ifPresent(one -> operations.makeWay(one, request));
      start(http, runbook, request);
    } else {
      counts.start(runbook.name(), prescription.name());
      Bodies.write(http, 200, PlanJson.of(cluster, runbook.name(), prescription));
    }
  }

  private static Optional<OperationExecution> running(Outcome<OperationExecution> last) {
    return last.answer().filter(OperationExecution::running);
  }

  /**
   * Returns whether the running operation makes way for the wanted runbook. A drill that follows a
   * restore makes way for every runbook except the drill itself. An operation that is over and
   * writes its report makes way for every runbook.
   */
  private boolean makesWay(OperationExecution running, Runbook<?> wanted) {
    return operations.makesWay(running, Deadlines.PART)
        && (!running.runbook().equals(wanted.name())
            || operations.isClosing(running, Deadlines.PART));
  }

  private static boolean starts(Prescription prescription) {
    return switch (prescription) {
      case Plan plan -> true;
      case Prescription.NotYet notYet -> true;
      case Prescription.NothingToDo nothing -> false;
      case Prescription.Refusal refusal -> false;
    };
  }

  private void start(Context http, Runbook<?> runbook, OperationRequest request) {
    switch (started(runbook, request)) {
      case Outcome.Done<Operations.Start> done -> {
        switch (done.value()) {
          case Operations.Start.New fresh -> {
            counts.start(runbook.name(), "started");
            Bodies.write(http, 201, new StartJson.Started(fresh.operation()));
          }
          case Operations.Start.Busy busy ->
              busy(http, runbook, Answers.need(directory.current(request.cluster())));
        }
      }
      case Outcome.Missed<Operations.Start> missed -> Answers.missed(http, missed);
    }
  }

  /**
   * Starts the operation. Tries again where a drill that makes way has begun since the check for a
   * running operation. The look at the cluster takes some seconds, and a drill begins some seconds
   * after its restore.
   */
  private Outcome<Operations.Start> started(Runbook<?> runbook, OperationRequest request) {
    Outcome<Operations.Start> first = operations.start(request);
    if (!(first instanceof Outcome.Done<Operations.Start> done
        && done.value() instanceof Operations.Start.Busy)) {
      return first;
    }
    Optional<OperationExecution> since =
        running(directory.current(request.cluster())).filter(one -> makesWay(one, runbook));
    if (since.isEmpty()) {
      return first;
    }
    operations.makeWay(since.get(), request);
    return operations.start(request);
  }

  private void busy(Context http, Runbook<?> wanted, OperationExecution running) {
    counts.start(wanted.name(), "busy");
    Bodies.write(http, 409, new StartJson.Running(running.operation(), who(running)));
  }

  /**
   * Names the operation that holds the cluster and its start; where a worker answers, also its
   * phase and its requester.
   */
  private String who(OperationExecution running) {
    String what = running.operation() + " (" + running.runbook() + ")";
    String since = " since " + Amounts.moment(running.startedAt());
    return switch (operations.show(running, Deadlines.PART)) {
      case Outcome.Done<OperationState>(OperationState state) ->
          state.requester().named(state.requestedBy())
              + " runs "
              + what
              + since
              + "; it is "
              + state.phase().words()
              + ". One operation at a time touches a cluster.";
      case Outcome.Missed<OperationState> missed ->
          what + " runs" + since + ". One operation at a time touches a cluster.";
    };
  }

  private Prescription look(ClusterKey cluster, Runbook<?> runbook, Options options) {
    Outcome<Prescription> outcome =
        calls.asking(
            "The cluster " + cluster,
            Deadlines.LONG_ANSWER,
            () -> assessor.prescribe(cluster, runbook.name(), options));
    return switch (outcome) {
      case Outcome.Done<Prescription> done -> done.value();
      case Outcome.Missed<Prescription> missed ->
          throw new HttpProblem(
              503, "Looking at " + cluster + " failed, nothing was started. " + missed.sentence());
    };
  }

  private Set<MemberName> members(ClusterKey cluster) {
    return current.get().cluster(cluster).map(one -> one.listed()).orElse(Set.of());
  }

  private static String title(ClusterKey cluster, Runbook<?> runbook, Options options) {
    return cluster + ": " + Runbooks.title(runbook.name(), options);
  }
}
