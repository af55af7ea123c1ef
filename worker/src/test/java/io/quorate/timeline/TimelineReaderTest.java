package io.quorate.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.StepJson;
import io.quorate.wire.TimelineJson.WhoJson;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.WorkflowExecutionTerminatedEventAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a history tells, whether its operation has ended, runs, or was cut off. */
class TimelineReaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "completed",
        "rejected",
        "parked-retried",
        "aborted",
        "changed-world",
        "snapshot-skipped",
        "paused",
        "expired",
        "asked-again"
      })
  void aTimelineBeginsWithWhoAskedEndsWithTheEndAndIsInOrder(String story) {
    TimelineJson timeline = Recorded.timeline(story);

    List<EntryJson> entries = timeline.entries();
    assertThat(timeline.requestedBy()).isEqualTo("alice");
    assertThat(entries.get(0).what()).isEqualTo("requested");
    assertThat(entries.get(entries.size() - 1).what()).isEqualTo("ended");
    assertThat(entries.get(entries.size() - 1).sentence()).isNotEqualTo(timeline.state());
    assertThat(timeline.endedAt()).isPresent();
    assertThat(steps(timeline)).allMatch(step -> step.endedAt().isPresent());
    assertThat(steps(timeline)).allMatch(step -> step.evidence().isPresent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"completed", "aborted", "changed-world", "snapshot-skipped", "paused"})
  void aHistoryThatIsNotOverIsToldAsFarAsItIs(String story) {
    List<HistoryEvent> events = Recorded.events(story);
    TimelineReader reader = new TimelineReader(Recorded.OPERATION);
    for (HistoryEvent event : events.subList(0, events.size() - 1)) {
      reader.read(event);
      assertThat(reader.timeline().endedAt()).isEmpty();
      assertThat(reader.timeline().entries()).isNotEmpty();
    }
  }

  @Test
  void theWishToAskAgainStandsBehindTheRequestWithDoorAndReason() {
    List<HistoryEvent> events = new ArrayList<>(Recorded.events("completed"));
    HistoryEvent.Builder first = events.getFirst().toBuilder();
    var started = first.getWorkflowExecutionStartedEventAttributesBuilder();
    String request = started.getInput().getPayloads(0).getData().toStringUtf8();
    String wish =
        """
        {"askedAgain":{"by":"dana","door":"command line","at":"2026-11-21T03:02:24Z",        "reason":"the disk is back"},\
        """;
    started.setInput(Recorded.payloads(wish + request.substring(1)));
    events.set(0, first.build());

    EntryJson entry = Recorded.read(events).entries().get(1);

    assertThat(entry.what()).isEqualTo("wish");
    assertThat(entry.sentence()).isEqualTo("ask-again by dana (command line): the disk is back");
    assertThat(entry.who().orElseThrow().counted()).isTrue();
    assertThat(entry.who().orElseThrow().door()).hasValue("command-line");
  }

  @Test
  void theTimelineHasAllStepsOfARecoveryTheQuestionAndTheAnswer() {
    TimelineJson timeline = Recorded.timeline("completed");

    assertThat(timeline.state()).isEqualTo("completed");
    assertThat(steps(timeline))
        .extracting(StepJson::number)
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(steps(timeline)).extracting(StepJson::state).containsOnly("done");
    assertThat(steps(timeline).get(1).evidence()).hasValue("dana (command line)");
    WhoJson dana = entry(timeline, TimelineEvent.DECISION).who().orElseThrow();
    assertThat(dana.verb()).isEqualTo("approve");
    assertThat(dana.door()).hasValue("command-line");
    assertThat(dana.answer()).isEqualTo("Recorded: 1 of 1.");
    String digest =
        entry(timeline, TimelineEvent.PRESCRIBED)
            .prescription()
            .orElseThrow()
            .digest()
            .orElseThrow();
    var question = entry(timeline, TimelineEvent.QUESTION_ASKED).question().orElseThrow();
    assertThat(question.digest()).isEqualTo(digest).hasSize(64);
    assertThat(question.id()).isEqualTo(Recorded.OPERATION + ".1");
  }

  @Test
  void aChangedWorldVoidsTheQuestionAndBeginsARoundWithADigestOfItsOwn() {
    TimelineJson timeline = Recorded.timeline("changed-world");

    assertThat(entry(timeline, TimelineEvent.QUESTION_VOID).sentence())
        .startsWith("The plan would be another one now: no longer etcd-1 voter");
    List<EntryJson> plans =
        timeline.entries().stream()
            .filter(one -> one.prescription().filter(p -> p.digest().isPresent()).isPresent())
            .toList();
    assertThat(plans).extracting(EntryJson::round).containsExactly(1, 2);
    assertThat(plans.get(0).prescription()).isNotEqualTo(plans.get(1).prescription());
  }

  @Test
  void theTimelineTellsWhyPeopleAreAskedAgain() {
    TimelineJson timeline = Recorded.timeline("asked-again");

    assertThat(entry(timeline, TimelineEvent.NOTICE).sentence())
        .isEqualTo("The question before does not count any more. changed");
    assertThat(entry(timeline, TimelineEvent.QUESTION_VOID).sentence())
        .isEqualTo("The approval is older than 15 minutes and nothing was changed since.");
    assertThat(timeline.entries())
        .filteredOn(one -> one.what().equals("question-asked"))
        .extracting(EntryJson::round)
        .containsExactly(1, 2, 3);
  }

  @Test
  void aPlanThatNeedsNobodySaysSoInPlaceOfAnAnswer() {
    List<HistoryEvent> events =
        Recorded.events("completed").stream().filter(event -> !isAboutTheQuestion(event)).toList();

    StepJson ask = steps(Recorded.read(events)).get(1);
    assertThat(ask.name()).isEqualTo("ask-approval");
    assertThat(ask.evidence()).hasValue("nobody needed to be asked");
  }

  private static boolean isAboutTheQuestion(HistoryEvent event) {
    return event.hasWorkflowExecutionUpdateAcceptedEventAttributes()
        || event
            .getUpsertWorkflowSearchAttributesEventAttributes()
            .getSearchAttributes()
            .getIndexedFieldsMap()
            .values()
            .stream()
            .anyMatch(value -> value.getData().toStringUtf8().contains("waiting-for-approval"));
  }

  @Test
  void theTimelineTellsTheReasonOfARefusedDecisionAndTheExpiry() {
    TimelineJson timeline = Recorded.timeline("expired");

    assertThat(entry(timeline, TimelineEvent.DECISION_REFUSED).who().orElseThrow())
        .matches(who -> who.name().equals("alice") && !who.counted())
        .matches(who -> who.answer().startsWith("You asked for this"));
    EntryJson asked = entry(timeline, TimelineEvent.QUESTION_ASKED);
    assertThat(asked.question().orElseThrow().expiresAt()).isEqualTo(asked.at().plusSeconds(180));
    assertThat(entry(timeline, TimelineEvent.QUESTION_EXPIRED).at())
        .isAfterOrEqualTo(asked.question().orElseThrow().expiresAt());
    assertThat(timeline.state()).isEqualTo("expired");
  }

  @Test
  void theTimelineTellsASkipWithNameAndReason() {
    TimelineJson timeline = Recorded.timeline("snapshot-skipped");

    assertThat(entry(timeline, TimelineEvent.PARKED).sentence())
        .startsWith("Stopped at step 1 of 10, Save a snapshot");
    assertThat(entry(timeline, TimelineEvent.WISH_REFUSED).who().orElseThrow().answer())
        .isEqualTo("A step is skipped only with a reason.");
    assertThat(entry(timeline, TimelineEvent.WISH).sentence())
        .isEqualTo("skip by bob: the disk is full");
    assertThat(steps(timeline).subList(0, 2))
        .extracting(StepJson::state)
        .containsExactly("failed", "skipped");
    assertThat(steps(timeline).get(1).evidence()).hasValue("skipped by bob: the disk is full");
    assertThat(entry(timeline, TimelineEvent.ENDED).sentence())
        .endsWith("skipped by bob: the disk is full.");
  }

  @Test
  void aPauseIsToldWithWhoAskedAndBetweenWhichStepsItHeld() {
    TimelineJson timeline = Recorded.timeline("paused");

    assertThat(entry(timeline, TimelineEvent.PAUSED).sentence())
        .isEqualTo("Paused before step 3 of 10, Keep etcd-1 stopped");
    assertThat(timeline.entries())
        .filteredOn(one -> one.what().equals("wish"))
        .extracting(EntryJson::sentence)
        .containsExactly("pause by bob: the rack is being moved", "continue by bob");
  }

  @Test
  void theTimelineTellsAnAbortWithUndoEntriesAndTheReason() {
    TimelineJson timeline = Recorded.timeline("aborted");

    assertThat(timeline.entries())
        .filteredOn(one -> one.what().equals("undo"))
        .extracting(EntryJson::sentence)
        .first()
        .isEqualTo("Stop etcd-1 and keep it stopped; SIGKILL if it has not ended after 30 s");
    assertThat(entry(timeline, TimelineEvent.ENDED).sentence())
        .startsWith("Aborted by bob: wrong host");
  }

  @Test
  void aRetriedStepIsToldTwice() {
    assertThat(steps(Recorded.timeline("parked-retried")))
        .filteredOn(step -> step.name().equals("start-member"))
        .extracting(StepJson::state)
        .containsExactly("failed", "done");
  }

  @Test
  void aRunThatWasTerminatedIsToldToTheEndWithoutAWorker() {
    List<HistoryEvent> events = firstHalf("completed");
    events.add(
        HistoryEvent.newBuilder()
            .setEventType(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED)
            .setEventTime(events.get(events.size() - 1).getEventTime())
            .setWorkflowExecutionTerminatedEventAttributes(
                WorkflowExecutionTerminatedEventAttributes.newBuilder()
                    .setIdentity("robin@ops")
                    .setReason("wrong cluster"))
            .build());

    TimelineJson timeline = Recorded.read(events);

    assertThat(timeline.state()).isEqualTo("stopped");
    assertThat(entry(timeline, TimelineEvent.ENDED).sentence())
        .startsWith("It was terminated in Temporal by robin@ops: wrong cluster while it was ");
  }

  private static List<HistoryEvent> firstHalf(String story) {
    List<HistoryEvent> events = Recorded.events(story);
    return new ArrayList<>(events.subList(0, events.size() / 2));
  }

  private static EntryJson entry(TimelineJson timeline, TimelineEvent what) {
    Optional<EntryJson> found =
        timeline.entries().stream().filter(one -> one.what().equals(what.words())).findFirst();
    return found.orElseThrow(() -> new AssertionError("no " + what + " in " + timeline));
  }

  private static List<StepJson> steps(TimelineJson timeline) {
    return timeline.entries().stream()
        .filter(one -> one.what().equals("step"))
        .flatMap(one -> one.step().stream())
        .toList();
  }
}
