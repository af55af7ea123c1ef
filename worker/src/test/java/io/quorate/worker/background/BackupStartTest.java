package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.client.QuorateClient;
import io.quorate.client.TestTemporal;
import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.workflow.OperationWorkflow;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowStub;
import io.temporal.common.interceptors.WorkflowClientCallsInterceptor;
import io.temporal.common.interceptors.WorkflowClientCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowClientInterceptorBase;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which operations a scheduled backup waits for. */
@Timeout(120)
class BackupStartTest {
  private static final ClusterKey MAIN = new ClusterKey("main");

  @TempDir Path folder;

  private TestWorkflowEnvironment temporal;

  @BeforeEach
  void serve() {
    temporal = TestTemporal.begun();
    Worker worker = temporal.newWorker(TestTemporal.QUEUE);
    worker.registerWorkflowImplementationTypes(OperationWorkflow.class);
    worker.registerActivitiesImplementations(new TestTemporal.LongLooks());
    temporal.start();
  }

  @AfterEach
  void end() {
    temporal.close();
  }

  @Test
  void aDrillThatFollowsARestoreMakesWayForABackup() throws Exception {
    WorkflowStub drill = drill("after main.0badcafe");

    assertThat(backup()).matches("main[.][0-9a-f]{8} is started[.]");

    OperationState ended = drill.getResult(20, TimeUnit.SECONDS, OperationState.class);
    assertThat(ended.phase()).isEqualTo(Phase.ABORTED);
    assertThat(ended.because()).contains("it makes way. backup schedule", "starts backup.");
  }

  /** The drill begins between the look at the cluster and the start of the backup. */
  @Test
  void aDrillThatBeginsMeanwhileMakesWayToo() throws Exception {
    AtomicReference<WorkflowStub> drill = new AtomicReference<>();
    WorkflowClient late =
        WorkflowClient.newInstance(
            temporal.getWorkflowServiceStubs(),
            temporal.getWorkflowClient().getOptions().toBuilder()
                .setInterceptors(
                    new BeforeTheFirstStart(() -> drill.set(started("after main.0badcafe"))))
                .build());

    assertThat(backup(late)).matches("main[.][0-9a-f]{8} is started[.]");

    assertThat(drill.get().getResult(20, TimeUnit.SECONDS, OperationState.class).phase())
        .isEqualTo(Phase.ABORTED);
  }

  @Test
  void aBackupIsLeftOutWhileAnyOtherOperationIsUnderWay() throws Exception {
    WorkflowStub drill = drill("alice");
    String operation = OperationRequest.operationId(MAIN, drill.getExecution().getRunId());

    assertThat(backup()).isEqualTo("left out, because " + operation + " is under way.");

    assertThat(drill.describe().getStatus().name()).endsWith("RUNNING");
  }

  private String backup() throws IOException {
    return backup(temporal.getWorkflowClient());
  }

  private String backup(WorkflowClient client) throws IOException {
    SnapshotPlace place = SnapshotPlace.in(folder.resolve("snapshots"), Clock.systemUTC());
    Configuration configuration = configuration();
    return new BackupStart(
            () -> configuration,
            place.catalogue(),
            place.records(),
            place.store(),
            () -> QuorateClient.of(client, TestTemporal.QUEUE, List.of(MAIN), Clock.systemUTC()))
        .of(MAIN);
  }

  private WorkflowStub drill(String requestedBy) {
    WorkflowStub drill = started(requestedBy);
    drill.query(OperationNames.STATE, OperationState.class);
    return drill;
  }

  private WorkflowStub started(String requestedBy) {
    return TestTemporal.running(temporal.getWorkflowClient(), MAIN, "restore-drill", requestedBy);
  }

  private Configuration configuration() throws IOException {
    String yaml =
        """
        snapshots: {directory: snapshots}
        clusters:
          main:
            platform: hosts
            members:
              etcd-0:
                peerUrl: "http://127.0.0.1:2380"
                clientUrl: "http://127.0.0.1:2379"
                dataDirectory: /var/lib/etcd
                environmentFile: /etc/etcd/etcd.env
                binary: /usr/bin/etcd
                service: {process: {pidFile: /run/etcd.pid, logFile: /var/log/etcd.log}}
        """;
    Path file = Files.writeString(folder.resolve("quorate.yml"), yaml);
    return ConfigurationFile.load(Optional.of(file), Environment.here());
  }

  /** Does something right before the first start of a workflow through this client. */
  private static final class BeforeTheFirstStart extends WorkflowClientInterceptorBase {
    private final AtomicReference<Runnable> next;

    BeforeTheFirstStart(Runnable first) {
      this.next = new AtomicReference<>(first);
    }

    @Override
    public WorkflowClientCallsInterceptor workflowClientCallsInterceptor(
        WorkflowClientCallsInterceptor calls) {
      return new WorkflowClientCallsInterceptorBase(calls) {
        @Override
        public WorkflowStartOutput start(WorkflowStartInput input) {
          next.getAndSet(() -> {}).run();
          return super.start(input);
        }
      };
    }
  }
}
