package io.quorate.worker.activity;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.OperationRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.util.Map;

/** Tests of the notifier of one operation, in front of a server of Temporal. */
abstract class NotifiedOperations {
  static final String QUEUE = "quorate";
  static final ClusterKey PAYMENTS = new ClusterKey("payments");

  abstract WorkflowClient client();

  WorkflowStub operation() {
    return operation("MinorityReplace");
  }

  WorkflowStub operation(String type) {
    return operation(type, PAYMENTS);
  }

  private WorkflowStub operation(String type, ClusterKey cluster) {
    WorkflowStub operation = stub(type, OperationRequest.workflowId(cluster));
    operation.start(
        new OperationRequest(
            cluster, "minority-replace", Map.of(), "sam", cluster + ": replace etcd-1"));
    return operation;
  }

  /** Starts an operation of this cluster, which asks a question, and its notifier. */
  WorkflowStub asking(ClusterKey cluster) {
    WorkflowStub operation = operation("MinorityReplace", cluster);
    notifier(operation, cluster);
    return operation;
  }

  WorkflowStub notifier(WorkflowStub operation) {
    return notifier(operation, PAYMENTS);
  }

  private WorkflowStub notifier(WorkflowStub operation, ClusterKey cluster) {
    String first = operation.getExecution().getRunId();
    String id = OperationRequest.operationId(cluster, first);
    WorkflowStub notifier = stub(NotifierNames.TYPE, NotifierNames.workflowId(id));
    notifier.start(
        new NotifierSubject(
            NotifierSubject.Kind.OPERATION,
            cluster,
            id,
            OperationRequest.workflowId(cluster),
            first));
    return notifier;
  }

  WorkflowStub stub(String type, String id) {
    return client()
        .newUntypedWorkflowStub(
            type, WorkflowOptions.newBuilder().setTaskQueue(QUEUE).setWorkflowId(id).build());
  }
}
