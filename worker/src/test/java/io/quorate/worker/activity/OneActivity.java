package io.quorate.worker.activity;

import io.grpc.ClientInterceptor;
import io.quorate.history.HistoryMapper;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.DynamicActivity;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.common.converter.EncodedValues;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.workflow.DynamicWorkflow;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One activity in one workflow on Temporal's test server, with the worker's interceptor. */
final class OneActivity implements AutoCloseable {
  static final String TYPE = "RemoveMember";

  private final TestWorkflowEnvironment temporal;

  OneActivity(DynamicActivity activity, ClientInterceptor... line) {
    this(CallsIt.class, (Object) activity, line);
  }

  /** The activities of a worker; {@link #history(String, Object)} says which of them. */
  static OneActivity of(Object activities, ClientInterceptor... line) {
    return new OneActivity(CallsIt.class, activities, line);
  }

  OneActivity(
      Class<? extends DynamicWorkflow> workflow,
      DynamicActivity activity,
      ClientInterceptor... line) {
    this(workflow, (Object) activity, line);
  }

  private OneActivity(
      Class<? extends DynamicWorkflow> workflow, Object activities, ClientInterceptor... line) {
    temporal =
        TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder()
                .setWorkflowServiceStubsOptions(
                    WorkflowServiceStubsOptions.newBuilder()
                        .setGrpcClientInterceptors(List.of(line))
                        .build())
                .setWorkflowClientOptions(
                    WorkflowClientOptions.newBuilder()
                        .setDataConverter(HistoryMapper.dataConverter())
                        .build())
                .setWorkerFactoryOptions(
                    WorkerFactoryOptions.newBuilder()
                        .setWorkerInterceptors(new PlainFailures())
                        .build())
                .build());
    Worker worker = temporal.newWorker("test");
    worker.registerWorkflowImplementationTypes(workflow);
    worker.registerActivitiesImplementations(activities);
    temporal.start();
  }

  /** Sets the server's clock forward. */
  void pass(Duration time) {
    temporal.sleep(time);
  }

  /** The time by the server's clock. */
  Instant now() {
    return Instant.ofEpochMilli(temporal.currentTimeMillis());
  }

  /** The events of the history as Temporal stores them. */
  String history(Object argument) {
    return history(TYPE, argument);
  }

  /** The events of a workflow that calls an activity of this type; its type is the same. */
  String history(String type, Object argument) {
    WorkflowStub stub =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                type, WorkflowOptions.newBuilder().setTaskQueue("test").build());
    stub.start(argument);
    try {
      stub.getResult(String.class);
    } catch (WorkflowFailedException failed) {
      // What is stored of it is the question.
    }
    StringBuilder events = new StringBuilder();
    for (HistoryEvent event :
        temporal
            .getWorkflowClient()
            .fetchHistory(stub.getExecution().getWorkflowId())
            .getEvents()) {
      if (event.hasActivityTaskFailedEventAttributes()
          || event.hasActivityTaskCompletedEventAttributes()) {
        events.append(event);
      }
    }
    return events.toString();
  }

  @Override
  public void close() {
    temporal.close();
  }

  private static ActivityOptions options(int seconds, int heartbeatSeconds, int attempts) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(Duration.ofSeconds(seconds))
        .setHeartbeatTimeout(Duration.ofSeconds(heartbeatSeconds))
        .setRetryOptions(RetryOptions.newBuilder().setMaximumAttempts(attempts).build())
        .build();
  }

  /** A workflow of one activity, which is tried twice for 4 s. */
  public static final class CallsItTwice implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      return Workflow.newUntypedActivityStub(options(4, 3, 2))
          .execute(TYPE, String.class, arguments.get(0, Object.class));
    }
  }

  /** A workflow of one activity, which is tried again once, after heartbeats for up to 30 s. */
  public static final class CallsItAgain implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      return Workflow.newUntypedActivityStub(options(30, 3, 2))
          .execute(TYPE, String.class, arguments.get(0, Object.class));
    }
  }

  /** A workflow of one activity, which is tried once. */
  public static final class CallsIt implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      return Workflow.newUntypedActivityStub(options(60, 30, 1))
          .execute(
              Workflow.getInfo().getWorkflowType(), String.class, arguments.get(0, Object.class));
    }
  }
}
