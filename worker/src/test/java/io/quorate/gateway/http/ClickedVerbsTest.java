package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.gateway.slack.SlackClicks.Asked;
import io.quorate.gateway.slack.SlackPerson;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.slack.SlackVerb;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verbs that were clicked in Slack, judged as at every other door. */
class ClickedVerbsTest {
  private static final SlackPerson DANA = new SlackPerson("T1", "U1", "whoever");
  private static final SlackPerson STRANGER = new SlackPerson("T9", "U1", "dana");

  private final RunningGateway gateway = RunningGateway.start();
  private WorkflowStub running;
  private String operation;

  @BeforeEach
  void run() {
    running = gateway.running("minority-replace", "alert etcdMembersDown");
    operation =
        OperationRequest.operationId(RunningGateway.PAYMENTS, running.getExecution().getRunId());
  }

  @AfterEach
  void close() {
    gateway.close();
  }

  @Test
  void aVerbOfAnApproverCountsUnderTheConfiguredName() {
    assertThat(said(SlackVerb.ABORT, DANA, operation, "wrong host"))
        .containsExactly("abort by dana: wrong host.");
    assertThat(running.getResult(OperationState.class).phase()).isEqualTo(Phase.ABORTED);
  }

  @Test
  @Tag("attack-22")
  void aStrangersVerbIsRefusedAndNotSent() {
    assertThat(said(SlackVerb.ABORT, STRANGER, operation, "mine"))
        .singleElement()
        .satisfies(
            told ->
                assertThat(told)
                    .startsWith("Not recorded: dana (Slack T9/U1) may not abort it.")
                    .endsWith("Approvers may: dana, robin."));
    assertThat(state().phase()).isEqualTo(Phase.WAITING_FOR_APPROVAL);
  }

  @Test
  void aTakeIsAnsweredAndOneOfAStrangerStopsNoReminder() {
    assertThat(said(SlackVerb.TAKE, STRANGER, operation, ""))
        .singleElement()
        .satisfies(told -> assertThat(told).contains("is not an approver"));
    assertThat(state().taken()).isEmpty();

    assertThat(said(SlackVerb.TAKE, DANA, "payments", ""))
        .singleElement()
        .satisfies(told -> assertThat(told).startsWith("You are on it. Nobody is reminded until "));
    assertThat(state().taken().orElseThrow().door()).isEqualTo("Slack");
  }

  @Test
  @Tag("attack-22")
  void askAgainIsRefusedForAStrangerAndWithoutAnOpenIncident() {
    assertThat(said(SlackVerb.ASK_AGAIN, STRANGER, "payments", ""))
        .singleElement()
        .satisfies(
            told ->
                assertThat(told)
                    .startsWith("Not recorded: dana (Slack T9/U1) may not ask again about it."));
    assertThat(said(SlackVerb.ASK_AGAIN, DANA, "payments", ""))
        .containsExactly("Not recorded: no incident of payments is open, so nothing is proposed.");
  }

  @Test
  void aTakeOfWhatIsClosedAndAButtonOfAnotherInstallationAreAnswered() {
    said(SlackVerb.ABORT, DANA, operation, "");
    running.getResult(OperationState.class);
    assertThat(said(SlackVerb.TAKE, DANA, operation, "").getLast())
        .startsWith("Not recorded: " + operation + " has ended.");
    assertThat(said(SlackVerb.TAKE, DANA, "billing.00000000", "")).hasSize(1);
    assertThat(said(SlackVerb.RETRY, DANA, "billing.00000000", "").getLast())
        .contains("billing.00000000");
  }

  @Test
  void aButtonThatIsOlderThanTheOpenIncidentCountsForNothing() {
    gateway.incident(RunningGateway.PAYMENTS);
    Instant opened = Instant.EPOCH;
    Instant lastWeek = opened.minus(Duration.ofDays(7));

    for (SlackVerb verb : List.of(SlackVerb.TAKE, SlackVerb.ASK_AGAIN)) {
      assertThat(said(verb, DANA, "payments", "", Optional.of(lastWeek)))
          .singleElement()
          .satisfies(
              told ->
                  assertThat(told)
                      .startsWith("Not recorded: this message is older than the incident of"));
    }
    assertThat(state().taken()).isEmpty();
    assertThat(said(SlackVerb.TAKE, DANA, "payments", "", Optional.of(opened)))
        .singleElement()
        .satisfies(told -> assertThat(told).startsWith("You are on it."));
  }

  @Test
  void aReasonWithLineFeedsAndControlCharactersIsOneCleanLine() {
    String reason = "first\nsecond\u001b[31m \u202eevil";
    assertThat(said(SlackVerb.ABORT, DANA, operation, reason))
        .containsExactly("abort by dana: first second [31m \uFFFDevil.");
  }

  private OperationState state() {
    return running.query("state", OperationState.class);
  }

  private List<String> said(SlackVerb verb, SlackPerson by, String name, String reason) {
    return said(verb, by, name, reason, Optional.empty());
  }

  private List<String> said(
      SlackVerb verb, SlackPerson by, String name, String reason, Optional<Instant> posted) {
    List<String> told = new ArrayList<>();
    String id = "slack." + verb + by.identity() + posted;
    gateway
        .clicks()
        .ask(new Asked(id, by, verb, name, Optional.empty(), reason, posted), told::add);
    return told;
  }
}
