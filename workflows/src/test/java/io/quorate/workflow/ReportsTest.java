package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.decide;
import static io.quorate.workflow.SimulatedQuorate.digest;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Decision.Kind;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Alert;
import io.quorate.operation.IncidentLimits;
import io.quorate.operation.IncidentNames;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationEnd;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.ReportOrder;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An incident, and an operation without one, leave a report outside of Temporal. */
@Timeout(180)
class ReportsTest {
  private static final Duration STEP = Duration.ofSeconds(2);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void anIncidentReportsAfterEachOperationAndAtItsClose() {
    WorkflowStub incident = here.alert(firing("f1", DrawnCluster.NOW));
    here.askedByAlert();
    approve(here.operation(), "dana");

    here.awaitClosed(incident, STEP);

    assertThat(here.reports.written)
        .extracting(ReportOrder::kind)
        .containsOnly(ReportOrder.Kind.INCIDENT);
    assertThat(here.reports.written)
        .extracting(ReportOrder::end)
        .containsExactly(ReportOrder.End.STILL_OPEN, ReportOrder.End.OVER);
  }

  @Test
  void anAlertThatFiresDuringTheReportKeepsTheIncidentOpen() {
    AtomicBoolean fired = new AtomicBoolean();
    WorkflowStub incident = here.alert(firing("f1", DrawnCluster.NOW));
    here.askedByAlert();
    here.reports.meanwhile =
        () -> {
          if (here.reports.written.size() == 1 && fired.compareAndSet(false, true)) {
            here.alert(firing("f2", DrawnCluster.NOW.plusSeconds(600)));
          }
        };
    approve(here.operation(), "dana");

    here.awaitClosed(incident, STEP);

    IncidentState closed = incident.getResult(IncidentState.class);
    assertThat(closed.alerts()).hasSize(2);
    assertThat(here.reports.written.getLast().end()).isEqualTo(ReportOrder.End.OVER);
  }

  @Test
  void anOperationThatEndsDuringTheLastReportIsInTheNextOne() {
    AtomicBoolean ended = new AtomicBoolean();
    WorkflowStub incident = here.alert(firing("f1", DrawnCluster.NOW));
    here.askedByAlert();
    here.reports.meanwhile =
        () -> {
          if (here.reports.written.size() == 1 && ended.compareAndSet(false, true)) {
            incident.signal(
                IncidentNames.OPERATION_ENDED,
                new OperationEnd(
                    "main.0a1b2c3d",
                    Phase.COMPLETED.name(),
                    Optional.of("minority-replace"),
                    Optional.empty(),
                    Optional.empty()));
          }
        };
    approve(here.operation(), "dana");

    here.awaitClosed(incident, STEP);

    assertThat(here.reports.written).hasSizeGreaterThan(2);
    assertThat(here.reports.written.getLast().end()).isEqualTo(ReportOrder.End.OVER);
  }

  @Test
  void aStoreThatIsAwayKeepsNoIncidentOpen() {
    here.reports.away = true;
    WorkflowStub incident = here.alert(firing("f1", DrawnCluster.NOW));
    here.askedByAlert();
    approve(here.operation(), "dana");

    here.awaitClosed(incident, Duration.ofSeconds(20));

    assertThat(incident.getResult(IncidentState.class).open()).isFalse();
    assertThat(here.reports.written).isEmpty();
  }

  @Test
  void anotherAttemptWritesTheReportOfALostWorker() {
    here.limits = withReports(Duration.ofSeconds(9));
    here.reports.lost.set(1);
    WorkflowStub incident = here.alert(firing("f1", DrawnCluster.NOW));
    here.askedByAlert();
    approve(here.operation(), "dana");

    here.awaitClosed(incident, STEP);

    assertThat(here.reports.written)
        .extracting(ReportOrder::end)
        .containsExactly(ReportOrder.End.STILL_OPEN, ReportOrder.End.OVER);
  }

  private static IncidentLimits withReports(Duration limit) {
    IncidentLimits usual = IncidentLimits.OF_THIS_RELEASE;
    return new IncidentLimits(
        usual.pauses(),
        usual.watch(),
        usual.looksSoon(),
        usual.blind(),
        usual.silence(),
        usual.operation(),
        usual.events(),
        Optional.of(limit));
  }

  @Test
  void anOperationWithoutAnIncidentReportsItself() {
    WorkflowStub operation = here.approved();

    OperationState end = here.end(operation);

    assertThat(end.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.reports.written)
        .containsExactly(
            new ReportOrder(
                SimulatedQuorate.MAIN,
                ReportOrder.Kind.OPERATION,
                end.operation(),
                ReportOrder.End.OVER));
  }

  @Test
  void aRejectedOperationReportsWhoRejectedIt() {
    WorkflowStub operation = here.asking();
    decide(
        operation,
        SimulatedQuorate.decision("dana", Kind.REJECT, digest(operation), "not now"),
        Optional.empty());

    assertThat(here.end(operation).phase()).isEqualTo(Phase.REJECTED);
    assertThat(here.reports.written).hasSize(1);
  }

  @Test
  void anOperationThatAskedNobodyAndChangedNothingReportsNothing() {
    here.cluster.become(DrawnCluster.of(3));

    assertThat(here.end(here.start()).phase().ended()).isTrue();
    assertThat(here.reports.written).isEmpty();
  }

  private static Alert firing(String fingerprint, Instant since) {
    return new Alert("etcdMembersDown", fingerprint, since, true);
  }
}
