package io.quorate.client;

import com.google.protobuf.ByteString;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.Phase;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.SearchAttributeKey;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Operations of the whole fleet as Temporal lists them: running ones first, the newest first. The
 * list lags behind by a second or so. A page takes two calls.
 */
public record ListedOperations(WorkflowClient client, TemporalCalls calls) {
  private static final SearchAttributeKey<String> PHASE =
      SearchAttributeKey.forKeyword(OperationNames.PHASE);

  /**
   * Choice of operations.
   *
   * @param phase only those in this phase
   * @param runbook only those of the runbook of this name
   * @param limit operations on a page, 1 to 1,000
   * @param page the {@code next} of the page before
   */
  public record Choice(
      Optional<Phase> phase, Optional<String> runbook, int limit, Optional<String> page) {}

  /**
   * Operation of the list. A run that continued another one has its own id here, because the list
   * does not tell the first run; its state does.
   *
   * @param phase its name; empty before a worker has begun the operation
   */
  public record Listed(OperationExecution execution, Optional<String> phase) {}

  /**
   * Page of the list.
   *
   * @param all operations that fit, on this page or not
   * @param next names the page after this one; empty on the last one
   */
  public record Page(List<Listed> operations, long all, Optional<String> next) {
    public Page {
      operations = List.copyOf(operations);
    }
  }

  /** Returns a page of the operations, or why Temporal does not list them. */
  public Outcome<Page> page(Choice choice) {
    String query = query(choice);
    List<Outcome<Object>> answers =
        calls.all(
            Deadlines.ANSWER,
            List.<Callable<Object>>of(() -> list(query, choice), () -> count(query)));
    return answers
        .getFirst()
        .then(
            listed ->
                answers
                    .getLast()
                    .map(all -> page((ListWorkflowExecutionsResponse) listed, (Long) all)));
  }

  /**
   * A run that continues in another one is no operation of its own; those of the self-test are
   * nobody's matter.
   */
  private static String query(Choice choice) {
    StringBuilder query =
        new StringBuilder("WorkflowId STARTS_WITH \"")
            .append(OperationRequest.WORKFLOW)
            .append("\" AND WorkflowId NOT STARTS_WITH \"")
            .append(OperationRequest.workflowId(ClusterKey.SELF_TEST))
            .append("\" AND ExecutionStatus != \"ContinuedAsNew\"");
    choice
        .phase()
        .ifPresent(phase -> query.append(" AND Phase = \"").append(phase.words()).append('"'));
    choice.runbook().ifPresent(name -> query.append(" AND Runbook = \"").append(name).append('"'));
    return query.toString();
  }

  private ListWorkflowExecutionsResponse list(String query, Choice choice) {
    return client
        .getWorkflowServiceStubs()
        .blockingStub()
        .listWorkflowExecutions(
            ListWorkflowExecutionsRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setQuery(query)
                .setPageSize(choice.limit())
                .setNextPageToken(
                    choice
                        .page()
                        .map(token -> ByteString.copyFrom(Base64.getUrlDecoder().decode(token)))
                        .orElse(ByteString.EMPTY))
                .build());
  }

  private long count(String query) {
    return client
        .getWorkflowServiceStubs()
        .blockingStub()
        .countWorkflowExecutions(
            CountWorkflowExecutionsRequest.newBuilder()
                .setNamespace(client.getOptions().getNamespace())
                .setQuery(query)
                .build())
        .getCount();
  }

  private Page page(ListWorkflowExecutionsResponse listed, long all) {
    ByteString next = listed.getNextPageToken();
    return new Page(
        listed.getExecutionsList().stream().map(this::listed).toList(),
        all,
        next.isEmpty()
            ? Optional.empty()
            : Optional.of(
                Base64.getUrlEncoder().withoutPadding().encodeToString(next.toByteArray())));
  }

  private Listed listed(WorkflowExecutionInfo info) {
    WorkflowExecutionMetadata run =
        new WorkflowExecutionMetadata(info, client.getOptions().getDataConverter());
    ClusterKey cluster =
        new ClusterKey(
            run.getExecution().getWorkflowId().substring(OperationRequest.WORKFLOW.length()));
    return new Listed(
        OperationExecution.of(cluster, run),
        Optional.ofNullable(run.getTypedSearchAttributes().get(PHASE)));
  }
}
