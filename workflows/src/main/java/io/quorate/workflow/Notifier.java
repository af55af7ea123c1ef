package io.quorate.workflow;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.NotifierSubject.Kind;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationRequest;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.Workflow;

/**
 * Notifier of one operation or incident. One long activity reads the subject's state again and
 * again, so that messages to people are no commands of the subject: the history of an operation has
 * the start of its notifier and nothing else of it, whatever is said and however long Slack is away
 * (docs/adr/0023).
 */
public final class Notifier implements NotifierWorkflow {
  private final NotifierActivities activities =
      Workflow.newActivityStub(NotifierActivities.class, Timeouts.follow());

  @Override
  public void run(Opaque subject) {
    activities.follow(subject);
  }

  /** Starts the notifier of the operation whose code calls this, unless it runs already. */
  static void ofOperation(ClusterKey cluster, String operation) {
    accompany(Kind.OPERATION, cluster, operation, OperationRequest.workflowId(cluster));
  }

  /** Starts the notifier of the incident whose code calls this, unless it runs already. */
  static void ofIncident(ClusterKey cluster) {
    String id = IncidentNames.subject(cluster, firstRun());
    accompany(Kind.INCIDENT, cluster, id, IncidentNames.workflowId(cluster));
  }

  /**
   * Starts the notifier as a child, and returns once Temporal has started it: a child whose start
   * was only requested is dropped when its parent closes.
   */
  private static void accompany(Kind kind, ClusterKey cluster, String id, String workflowId) {
    NotifierSubject subject = new NotifierSubject(kind, cluster, id, workflowId, firstRun());
    NotifierWorkflow child =
        Workflow.newChildWorkflowStub(NotifierWorkflow.class, options(subject));
    try {
      Async.procedure(child::run, OpaqueValues.of(subject));
      Workflow.getWorkflowExecution(child).get();
    } catch (ChildWorkflowFailure running) {
      Workflow.getLogger(Notifier.class).debug("{} has a notifier already", subject.id());
    }
  }

  private static String firstRun() {
    return Workflow.getInfo().getFirstExecutionRunId();
  }

  private static ChildWorkflowOptions options(NotifierSubject subject) {
    return ChildWorkflowOptions.newBuilder()
        .setWorkflowId(NotifierNames.workflowId(subject.id()))
        .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
        .setStaticSummary("Tells people about " + subject.id())
        .build();
  }
}
