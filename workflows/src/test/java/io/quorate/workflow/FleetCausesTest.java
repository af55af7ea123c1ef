package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.FleetTroubles;
import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.causes.SharedAttribute;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import io.quorate.history.HistoryMapper;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.CauseNames;
import io.quorate.operation.Opaque;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** People are told once of many troubles with one cause. */
@Timeout(120)
class FleetCausesTest {
  private final List<OpenCause> told = new CopyOnWriteArrayList<>();
  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .setWorkflowClientOptions(
                  WorkflowClientOptions.newBuilder()
                      .setDataConverter(HistoryMapper.dataConverter())
                      .build())
              .build());

  private WorkflowStub causes;
  private volatile boolean away;

  @BeforeEach
  void begin() {
    Worker worker = temporal.newWorker("quorate");
    worker.registerWorkflowImplementationTypes(FleetCauses.class);
    worker.registerActivitiesImplementations(
        (CauseActivities)
            written -> {
              if (away) {
                throw new IllegalStateException("Slack is away");
              }
              told.add(OpaqueValues.read(written, OpenCause.class));
            });
    temporal.start();
    causes =
        temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                CauseNames.TYPE,
                WorkflowOptions.newBuilder()
                    .setTaskQueue("quorate")
                    .setWorkflowId(CauseNames.WORKFLOW_ID)
                    .build());
    causes.start(Opaque.NOTHING);
  }

  @AfterEach
  void end() {
    temporal.close();
  }

  @Test
  void aMessageNamesAllClustersOfTheZone() {
    for (int each = 0; each < 10; each++) {
      trouble(each);
    }
    assertThat(state().holding(new ClusterKey("c7"), now())).isPresent();

    temporal.sleep(Duration.ofSeconds(90));

    assertThat(told).hasSize(1);
    assertThat(told.getFirst().cause().clusters()).hasSize(10);
    trouble(10);
    temporal.sleep(Duration.ofMinutes(10));
    assertThat(told).as("told once").hasSize(1);
    assertThat(state().holding(new ClusterKey("c7"), now())).as("held for 10 min").isEmpty();
  }

  @Test
  @Timeout(30)
  void nobodyIsToldOfTroublesThatWereOverAtOnce() {
    for (int each = 0; each < 5; each++) {
      trouble(each);
    }
    for (int each = 0; each < 5; each++) {
      causes.signal(CauseNames.WELL, new ClusterKey("c" + each));
    }
    while (!state().equals(FleetTroubles.NONE)) {
      Thread.onSpinWait();
    }
    temporal.sleep(Duration.ofSeconds(90));

    assertThat(told).isEmpty();
    assertThat(state()).isEqualTo(FleetTroubles.NONE);
  }

  @Test
  void nobodyIsToldOfACauseThatHoldsNoMore() {
    away = true;
    for (int each = 0; each < 5; each++) {
      trouble(each);
    }
    temporal.sleep(Duration.ofMinutes(12));
    away = false;
    temporal.sleep(Duration.ofMinutes(30));

    assertThat(told).isEmpty();
  }

  @Test
  void aFlappingZoneEndsTheRunWhileSlackIsAwayAndTheNextRunTells() {
    away = true;
    for (int each = 0; each < 5; each++) {
      trouble(each);
    }
    temporal.sleep(Duration.ofMinutes(1));
    for (int signal = 0; signal < 2100; signal++) {
      trouble(0);
    }
    while (events() > 1000) {
      Thread.onSpinWait();
    }
    away = false;
    temporal.sleep(Duration.ofMinutes(2));

    assertThat(told).hasSize(1);
  }

  private int events() {
    return temporal.getWorkflowClient().fetchHistory(CauseNames.WORKFLOW_ID).getEvents().size();
  }

  private void trouble(int number) {
    causes.signal(
        CauseNames.TROUBLED,
        OpaqueValues.of(
            new TroubledCluster(
                new ClusterKey("c" + number),
                now(),
                0,
                List.of(new SharedAttribute("zone=b", 10)))));
  }

  private FleetTroubles state() {
    return causes.query(CauseNames.STATE, FleetTroubles.class);
  }

  private Instant now() {
    return Instant.ofEpochMilli(temporal.currentTimeMillis());
  }
}
