package io.quorate.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.Timestamps;
import io.quorate.history.HistoryMapper;
import io.quorate.operation.Alert;
import io.quorate.operation.AlertGroup;
import io.quorate.operation.IncidentNames;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.StandingJson;
import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.failure.v1.ApplicationFailureInfo;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.ActivityTaskFailedEventAttributes;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.WorkflowExecutionSignaledEventAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the history of an incident tells of its alerts and diagnoses. */
class IncidentReaderTest {
  private static final Instant START = Instant.parse("2026-03-01T03:02:11Z");

  private final IncidentReader reader = new IncidentReader();

  @Test
  void aRecordedIncidentTellsEachDiagnosisOnce() {
    Recorded.played("rejected.incident").forEach(reader::read);

    IncidentEvents events = reader.events();
    assertThat(events.findings())
        .extracting(FindingJson::name)
        .containsExactly("minority-lost", "whole");
    assertThat(events.alerts()).extracting(AlertJson::name).containsOnly("etcdMembersDown");
    assertThat(events.closedAt()).isPresent();
    assertThat(events.notices()).isEmpty();
  }

  @Test
  void anAlertThatIsSentAgainKeepsTheTimeAtWhichItWasHeardFirst() {
    reader.read(alert(true, START));
    reader.read(alert(true, START.plusSeconds(300)));
    reader.read(alert(false, START.plusSeconds(600)));
    reader.read(alert(false, START.plusSeconds(900)));

    assertThat(reader.events().alerts())
        .containsExactly(
            new AlertJson(
                "etcdMembersDown",
                START.minusSeconds(30),
                START,
                Optional.of(START.plusSeconds(600)),
                Optional.empty()));
  }

  @Test
  void aFindingOfTheWatchThatStandsAgainIsNotOver() {
    reader.read(alert(finding(true, "80 % are used."), START));
    reader.read(alert(finding(false, "80 % are used."), START.plusSeconds(300)));
    assertThat(reader.events().alerts().getFirst().resolvedAt()).hasValue(START.plusSeconds(300));

    reader.read(alert(finding(true, "90 % are used."), START.plusSeconds(600)));
    assertThat(reader.events().alerts())
        .containsExactly(
            new AlertJson(
                "QuorateWatchQuotaTrend",
                START.minusSeconds(30),
                START,
                Optional.empty(),
                Optional.of(new StandingJson("quota-trend", "etcd-1", "90 % are used."))));
  }

  private static Alert finding(boolean firing, String sentence) {
    Instant until = START.plusSeconds(7200);
    return new Alert(
        "QuorateWatchQuotaTrend",
        "quorate-watch/quota-trend/etcd-1",
        START.minusSeconds(30),
        firing,
        Optional.of(
            new Alert.Standing(
                "quota-trend", "etcd-1", sentence, until, Optional.empty(), Optional.empty())));
  }

  @Test
  void aLookThatFailsIsAFindingOfItsOwn() {
    reader.read(
        event(5, START)
            .setEventType(EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED)
            .setActivityTaskScheduledEventAttributes(
                ActivityTaskScheduledEventAttributes.newBuilder()
                    .setActivityType(ActivityType.newBuilder().setName("Diagnose")))
            .build());
    reader.read(
        event(6, START.plusSeconds(4))
            .setEventType(EventType.EVENT_TYPE_ACTIVITY_TASK_FAILED)
            .setActivityTaskFailedEventAttributes(
                ActivityTaskFailedEventAttributes.newBuilder()
                    .setScheduledEventId(5)
                    .setFailure(
                        Failure.newBuilder()
                            .setMessage("no host answers")
                            .setApplicationFailureInfo(
                                ApplicationFailureInfo.newBuilder().setType("Transient"))))
            .build());

    assertThat(reader.events().findings())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.name()).isEqualTo("not-seen");
              assertThat(found.sentence()).contains("no host answers");
              assertThat(found.writes()).isEqualTo("unknown");
            });
  }

  private static HistoryEvent alert(boolean firing, Instant at) {
    return alert(new Alert("etcdMembersDown", "f1", START.minusSeconds(30), firing), at);
  }

  private static HistoryEvent alert(Alert alert, Instant at) {
    return event(1, at)
        .setEventType(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED)
        .setWorkflowExecutionSignaledEventAttributes(
            WorkflowExecutionSignaledEventAttributes.newBuilder()
                .setSignalName(IncidentNames.ALERTS)
                .setInput(
                    HistoryMapper.dataConverter()
                        .toPayloads(new AlertGroup(List.of(alert)))
                        .orElseThrow()))
        .build();
  }

  private static HistoryEvent.Builder event(long id, Instant at) {
    return HistoryEvent.newBuilder()
        .setEventId(id)
        .setEventTime(Timestamps.fromMillis(at.toEpochMilli()));
  }
}
