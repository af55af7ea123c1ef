package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.approval.Decision;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.command.Drawn;
import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.gateway.slack.SlackClicks;
import io.quorate.gateway.slack.SlackPerson;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.record.ObservationMemory;
import io.quorate.step.Removals.ExpelMember;
import io.quorate.step.StepReason;
import io.quorate.step.WorkflowStep.AskApproval;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationsOverHttpTest {
  private static final String DECISION = "/approvals/0/decisions/0";

  private static final String START =
      """
      {"runbook":"minority-replace","options":{"member":["etcd-1"]},"requestedBy":"sam"}\
      """;
  private RunningGateway gateway;

  @BeforeEach
  void start() {
    gateway = RunningGateway.start();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private String started() {
    Reply reply = gateway.post("/api/clusters/payments/operations", START);
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.json().path("operation").asText();
  }

  @Test
  void aStartedOperationIsShownByIdAndByCluster() {
    String operation = started();
    assertThat(operation).matches("payments\\.[0-9a-f]{8}");
    Reply shown = gateway.get("/api/operations/" + operation);
    assertThat(shown.status()).isEqualTo(200);
    assertThat(shown.json().path("state").asText()).isEqualTo("waiting-for-approval");
    assertThat(shown.json().path("requestedBy").asText()).isEqualTo("sam");
    assertThat(shown.json().path("digest").asText()).isEqualTo(ScriptedOperation.DIGEST);
    assertThat(shown.json().path("temporal").asText()).contains("operation%2Fpayments");
    assertThat(gateway.get("/api/operations/payments").json().path("operation").asText())
        .isEqualTo(operation);
  }

  @Test
  void anApproverTakesAClusterAndAStrangerDoesNot() {
    String operation = started();

    Reply stranger = gateway.post("/api/operations/payments/take", "{\"by\":\"joe\"}");
    assertThat(stranger.json().path("counted").asBoolean()).isFalse();
    assertThat(stranger.json().path("sentence").asText())
        .startsWith("Not recorded: joe is not an approver of this installation");

    Reply dana = gateway.post("/api/operations/" + operation + "/take", "{\"by\":\"D.Smith\"}");
    assertThat(dana.json().path("counted").asBoolean()).as(dana.text()).isTrue();
    Reply robin = gateway.post("/api/operations/payments/take", "{\"by\":\"robin\"}");
    assertThat(robin.json().path("sentence").asText())
        .contains("dana (unverified) was on it since ");
  }

  @Test
  void anApproverHasAnIncidentAskAgainAndAStrangerDoesNot() {
    String operation = started();
    Reply none = gateway.post("/api/operations/payments/ask-again", "{\"by\":\"dana\"}");
    assertThat(none.json().path("sentence").asText())
        .isEqualTo("Not recorded: no incident of payments is open, so nothing is proposed.");
    gateway.incident(RunningGateway.PAYMENTS);

    Reply stranger = gateway.post("/api/operations/payments/ask-again", "{\"by\":\"joe\"}");
    assertThat(stranger.json().path("counted").asBoolean()).isFalse();
    assertThat(stranger.json().path("sentence").asText())
        .startsWith("Not recorded: joe may not ask again about it.");

    Reply dana =
        gateway.post(
            "/api/operations/" + operation + "/ask-again",
            "{\"by\":\"D.Smith\",\"reason\":\"the disk\\nis back\"}");
    assertThat(dana.json().path("counted").asBoolean()).as(dana.text()).isTrue();
    assertThat(dana.json().path("sentence").asText())
        .isEqualTo("Asked again by dana (unverified), command line: the disk is back");
    assertThat(gateway.post("/api/operations/paymints/ask-again", "{\"by\":\"dana\"}").status())
        .isEqualTo(404);
  }

  @Test
  void aYesNamesItsQuestionAfterAnEqualPlan() {
    String path = "/api/operations/" + started();
    gateway.post(path + "/retry", "{\"by\":\"dana\"}");

    Reply unnamed = gateway.post(path + "/approve", "{\"digest\":\"7f3a91c2\",\"by\":\"dana\"}");
    assertThat(unnamed.json().path("counted").asBoolean()).isFalse();
    assertThat(unnamed.json().path("sentence").asText())
        .contains("has asked about this plan 2 times", "--question");
    Reply old =
        gateway.post(
            path + "/approve", "{\"digest\":\"7f3a91c2\",\"by\":\"dana\",\"question\":\"1\"}");
    assertThat(old.json().path("counted").asBoolean()).isFalse();
    assertThat(old.json().path("sentence").asText()).contains("this was about question");
    Reply named =
        gateway.post(
            path + "/approve", "{\"digest\":\"7f3a91c2\",\"by\":\"dana\",\"question\":\"2\"}");
    assertThat(named.json().path("counted").asBoolean()).as(named.text()).isTrue();
  }

  @Test
  void nothingIsTakenWhereNothingWaits() {
    Reply none = gateway.post("/api/operations/payments/take", "{\"by\":\"dana\"}");
    assertThat(none.json().path("counted").asBoolean()).as(none.text()).isFalse();
    assertThat(none.json().path("sentence").asText()).contains("so nothing waits.");

    String operation = started();
    gateway.post("/api/operations/" + operation + "/abort", "{\"by\":\"dana\",\"reason\":\"no\"}");
    Reply ended = gateway.post("/api/operations/" + operation + "/take", "{\"by\":\"dana\"}");
    assertThat(ended.json().path("counted").asBoolean()).as(ended.text()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Alert etcdDown", "after payments.1a2b3c4d", "backup schedule"})
  void nobodyAsksInANameOfQuoratesOwn(String name) {
    Reply reply =
        gateway.post(
            "/api/clusters/payments/operations", START.replace("\"sam\"", "\"" + name + "\""));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().path("error").asText())
        .startsWith("'" + name + "' is how ")
        .endsWith(" are named; nobody else is. Say who you are: --as NAME.");
  }

  @Test
  @Tag("attack-20")
  void aRequesterWithALoginAliasCannotApproveByAliasNorInSlack() {
    String login = START.replace("\"sam\"", "\"D.Smith\",\"login\":true");
    String operation =
        gateway.post("/api/clusters/payments/operations", login).json().path("operation").asText();

    Reply shown = gateway.get("/api/operations/" + operation);
    assertThat(shown.json().path("requestedBy").asText()).isEqualTo("dana");
    assertThat(shown.json().path("requester").asText()).isEqualTo("person");
    var inSlack = new SlackPerson("T1", "U1", "dana");
    assertThat(said(gateway.clicks(), click(operation, "c1", inSlack)))
        .isEqualTo("You asked for this, so somebody else has to approve it.");
    assertThat(isCounted(operation, "d.smith")).isFalse();
    assertThat(isCounted(operation, "robin")).isTrue();
  }

  @Test
  void aNameThatWasTypedIsUnverifiedAlsoWhereItIsAnApprovers() {
    String typed = START.replace("\"sam\"", "\"d.smith\"");
    gateway.post("/api/clusters/payments/operations", typed);

    Reply shown = gateway.get("/api/operations/payments");
    assertThat(shown.json().path("requestedBy").asText()).isEqualTo("dana");
    assertThat(shown.json().path("requester").asText()).isEqualTo("unverified");
    assertThat(isCounted(shown.json().path("operation").asText(), "dana")).isFalse();
  }

  private boolean isCounted(String operation, String by) {
    String yes = "{\"digest\":\"7f3a91c2\",\"by\":\"" + by + "\"}";
    Reply reply = gateway.post("/api/operations/" + operation + "/approve", yes);
    return reply.json().path("counted").asBoolean();
  }

  @Test
  void aYesThatCanCostWritesCountsOnlyWithTheClusterName() {
    String operation = startedThatCanCostWrites();
    assertThat(gateway.get("/api/operations/" + operation).json().at("/approvals/0/typed").asText())
        .isEqualTo("payments");

    assertThat(approving(operation, "").at("/sentence").asText())
        .isEqualTo("Type the cluster's name to approve: this can cost acknowledged writes.");
    assertThat(approving(operation, ",\"confirm\":\"orders\"").at("/sentence").asText())
        .endsWith("You typed orders, which is not the name of the cluster.");
    assertThat(approving(operation, ",\"confirm\":\" \"").path("counted").asBoolean()).isFalse();
    assertThat(approving(operation, ",\"confirm\":\"payments\"").path("counted").asBoolean())
        .isTrue();
  }

  @Test
  void aNoToWhatCanCostWritesNeedsNoName() {
    String path = "/api/operations/" + startedThatCanCostWrites() + "/reject";
    Reply no = gateway.post(path, "{\"reason\":\"not now\",\"by\":\"dana\"}");
    assertThat(no.json().path("counted").asBoolean()).as(no.text()).isTrue();
  }

  @Test
  void aNameTypedInSlackCountsLikeOneTypedOnThePage() {
    String operation = startedThatCanCostWrites();
    var dana = new SlackPerson("T1", "U1", "d");
    assertThat(said(gateway.clicks(), click(operation, "c1", dana)))
        .startsWith("Type the cluster's name to approve");
    assertThat(said(gateway.clicks(), click(operation, "c2", dana, Optional.of("payments"))))
        .isEqualTo("Recorded: 1 of 1. It begins now.");
  }

  @Test
  @Tag("attack-14")
  void aReasonWithMarksOfDirectionAndEscapesIsShownAsOneCleanLine() {
    String operation = started();
    Reply no =
        gateway.post(
            "/api/operations/" + operation + "/reject",
            "{\"reason\":\"not\\u009b31m \\u202enow\\u2028Approved by dana\",\"by\":\"dana\"}");
    assertThat(no.json().path("counted").asBoolean()).as(no.text()).isTrue();
    Reply shown = gateway.get("/api/operations/" + operation);
    assertThat(shown.json().at("/approvals/0/decisions/0/reason").asText())
        .isEqualTo("not 31m \uFFFDnow Approved by dana");
  }

  @Test
  @Tag("attack-14")
  void aReasonFromSlackIsOneCleanLineToo() {
    String operation = started();
    SlackClicks.Click no =
        new SlackClicks.Click(
            "c1",
            new SlackPerson("T1", "U1", "dana"),
            operation,
            operation + ".1",
            ScriptedOperation.DIGEST,
            Decision.Kind.REJECT,
            "not\n*Decision* \u202enow\u0007",
            Optional.empty());
    assertThat(said(gateway.clicks(), no)).isEqualTo("Recorded: rejected.");
    JsonNode decision = gateway.get("/api/operations/" + operation).json().at(DECISION);
    assertThat(decision.path("reason").asText()).isEqualTo("not *Decision* \uFFFDnow");
    assertThat(decision.path("identity").asText()).isEqualTo("slack");
  }

  @Test
  void aVerbNamesThePlaceThatThePersonReadAbout() {
    String path = "/api/operations/" + started();

    assertThat(
            gateway
                .post(path + "/retry", "{\"by\":\"dana\",\"place\":\"1.7.1763780400\"}")
                .json()
                .path("sentence")
                .asText())
        .endsWith(", at 1.7.1763780400.");
  }

  @Test
  void aNameTakenAtItsWordIsMarkedOnDecisionsAndVerbs() {
    String operation = started();
    String paused = "{\"by\":\"dana\",\"door\":\"page\"}";
    Reply pause = gateway.post("/api/operations/" + operation + "/pause", paused);
    assertThat(pause.json().path("sentence").asText()).isEqualTo("pause by dana (unverified).");
    Reply login =
        gateway.post("/api/operations/" + operation + "/pause", "{\"by\":\"dana\",\"login\":true}");
    assertThat(login.json().path("sentence").asText()).isEqualTo("pause by dana.");

    assertThat(isCounted(operation, "dana")).isTrue();
    JsonNode decision = gateway.get("/api/operations/" + operation).json().at(DECISION);
    assertThat(decision.path("by").asText()).isEqualTo("dana");
    assertThat(decision.path("identity").asText()).isEqualTo("typed");
  }

  @Test
  void aYesWithoutAQuestionAnswersTheQuestionOfThatDigest() {
    String operation = started();
    Reply other =
        gateway.post(
            "/api/operations/" + operation + "/approve",
            "{\"digest\":\"7f3a91c2\",\"by\":\"dana\",\"question\":\"payments.0a0b0c0d.1\"}");
    assertThat(other.json().path("sentence").asText())
        .startsWith("Not recorded: this was about question payments.0a0b0c0d.1,");
    assertThat(isCounted(operation, "dana")).isTrue();
  }

  /** The scripted operation wants a name where the data is lost on somebody's word. */
  private String startedThatCanCostWrites() {
    String start = START.replace("[\"etcd-1\"]", "[\"etcd-1\"],\"data-is-lost\":[]");
    Reply reply = gateway.post("/api/clusters/payments/operations", start);
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.json().path("operation").asText();
  }

  private JsonNode approving(String operation, String more) {
    String yes = "{\"digest\":\"7f3a91c2\",\"by\":\"dana\"" + more + "}";
    return gateway.post("/api/operations/" + operation + "/approve", yes).json();
  }

  @Test
  void theRefusalOfASecondOperationNamesTheRunningOperationAndTheRequester() {
    String first = started();
    Reply second = gateway.post("/api/clusters/payments/operations", START);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.json().path("running").asText()).isEqualTo(first);
    assertThat(second.json().path("because").asText())
        .contains("sam (unverified) runs " + first + " (minority-replace)")
        .contains("waiting-for-approval");
    assertThat(gateway.post("/api/clusters/orders/operations", START).status()).isEqualTo(201);
  }

  @Test
  void aRunningOperationIsListedThoughVisibilityDoesNotAnswer() {
    String operation = started();
    Reply list = gateway.get("/api/operations");
    assertThat(list.status()).isEqualTo(200);
    assertThat(list.json().path("operations")).hasSize(1);
    assertThat(list.json().at("/operations/0/operation").asText()).isEqualTo(operation);
    assertThat(list.json().at("/operations/0/runbook").asText()).isEqualTo("minority-replace");
    assertThat(list.json().at("/operations/0/requester").asText()).isEqualTo("unverified");
    assertThat(list.json().path("notice").asText()).startsWith("Earlier operations are missing");
    assertThat(gateway.get("/api/operations?cluster=orders").json().path("operations")).isEmpty();
  }

  @Test
  void aRefusalAndNothingToDoStartNothing() {
    try (RunningGateway refusing =
        RunningGateway.start(
            (c, r, o) ->
                new Prescription.Refusal(StepReason.VOTER_ANSWERS.because("etcd-1 is alive.")))) {
      Reply reply = refusing.post("/api/clusters/payments/operations", START);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().path("prescription").asText()).isEqualTo("refusal");
      assertThat(reply.json().path("because").asText()).isEqualTo("etcd-1 is alive.");
      assertThat(refusing.get("/api/operations/payments").status()).isEqualTo(404);
    }
  }

  @Test
  void aYesCountsOnceAndEndsTheQuestion() {
    String path = "/api/operations/" + started() + "/approve";
    String yes = "{\"digest\":\"7f3a91c2\",\"by\":\"Dana\",\"id\":\"click-1\"}";
    Reply first = gateway.post(path, yes);
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(first.json().path("counted").asBoolean()).isTrue();
    assertThat(first.json().path("sentence").asText())
        .isEqualTo("Recorded: 1 of 1. It begins now.");
    Reply again = gateway.post(path, yes);
    assertThat(again.status()).isEqualTo(200);
    assertThat(gateway.get("/api/operations/payments").json().path("state").asText())
        .isEqualTo("completed");
    assertThat(gateway.get("/metrics").text())
        .contains("quorate_decisions_total{door=\"command-line\",kind=\"approve\"");
  }

  @Test
  void aNotifierThatCannotReachSlackIsANoticeOfTheOperation() {
    String operation = started();
    String path = "/api/operations/" + operation;
    assertThat(gateway.get(path).json().path("notices")).isEmpty();

    gateway.notifier(RunningGateway.PAYMENTS, operation);

    String notice = gateway.get(path).json().at("/notices/0").asText();
    while (notice.isEmpty()) {
      notice = gateway.get(path).json().at("/notices/0").asText();
    }
    assertThat(notice)
        .isEqualTo(
            "People could not be told: Slack answers 503. The operation goes on;"
                + " `quorate approve` works.");
  }

  @Test
  @Tag("attack-21")
  void aStrangerIsRefusedAndTheRefusalOfAnApproverIsRecorded() {
    String path = "/api/operations/" + started() + "/approve";
    Reply stranger = gateway.post(path, "{\"digest\":\"7f3a91c2\",\"by\":\"mallory\"}");
    assertThat(stranger.json().path("counted").asBoolean()).isFalse();
    assertThat(stranger.json().path("sentence").asText()).contains("is not an approver");
    Reply approver = gateway.post(path, "{\"digest\":\"00000000\",\"by\":\"robin\"}");
    assertThat(approver.json().path("sentence").asText()).contains("the plan with digest 7f3a91c2");
    assertThat(gateway.get("/api/operations/payments").json().at("/approvals/0/refused"))
        .hasSize(1);
  }

  @Test
  void aNoNeedsAReasonAndMayLeaveTheDigestOut() {
    String path = "/api/operations/" + started() + "/reject";
    assertThat(gateway.post(path, "{\"by\":\"dana\"}").status()).isEqualTo(400);
    Reply no = gateway.post(path, "{\"by\":\"dana\",\"reason\":\"not at night\"}");
    assertThat(no.json().path("counted").asBoolean()).as(no.text()).isTrue();
    Reply late = gateway.post(path, "{\"by\":\"robin\",\"reason\":\"nor by day\"}");
    assertThat(late.json().path("counted").asBoolean()).isFalse();
    assertThat(late.json().path("sentence").asText()).startsWith("Not recorded:");
  }

  @Test
  void theTimelineIsReadDuringAndAfterTheOperation() {
    String path = "/api/operations/" + started();
    Reply running = gateway.get(path + "/timeline");
    assertThat(running.status()).as(running.text()).isEqualTo(200);
    assertThat(running.json().at("/entries/0/what").asText()).isEqualTo("requested");
    assertThat(running.json().path("endedAt").isNull()).isTrue();
    gateway.post(path + "/approve", "{\"digest\":\"00000000\",\"by\":\"robin\"}");
    gateway.post(path + "/approve", "{\"digest\":\"7f3a91c2\",\"by\":\"dana\",\"door\":\"page\"}");
    Reply ended = gateway.get(path + "/timeline");
    assertThat(ended.json().path("state").asText()).isEqualTo("completed");
    assertThat(ended.json().findValuesAsText("what"))
        .containsExactly("requested", "decision-refused", "decision", "ended");
    assertThat(ended.json().at("/entries/2/who/door").asText()).isEqualTo("page");
    assertThat(gateway.get("/api/operations/paymnts/timeline").status()).isEqualTo(404);
    assertThat(gateway.get("/api/operations/paymnts/timeline").text()).contains("payments?");
  }

  @Test
  void aVerbReachesTheOperation() {
    String path = "/api/operations/" + started();
    assertThat(gateway.post(path + "/pause", "{\"by\":\"dana\"}").json().path("sentence").asText())
        .isEqualTo("pause by dana (unverified).");
    assertThat(
            gateway.post(path + "/pause", "{\"by\":\"D.Smith\"}").json().path("sentence").asText())
        .as("an alias is the approver of that name")
        .isEqualTo("pause by dana (unverified).");
    assertThat(gateway.post(path + "/skip", "{\"by\":\"dana\"}").status()).isEqualTo(400);
    assertThat(gateway.post(path + "/abort", "{\"by\":\"dana\"}").status()).isEqualTo(200);
    assertThat(gateway.post(path + "/retry", "{\"by\":\"dana\"}").json().path("sentence").asText())
        .isEqualTo("Not recorded: the operation has ended.");
  }

  @Test
  @Tag("attack-22")
  void aPersonWhoIsNoApproverCannotSteerAnOperation() {
    String operation = started();
    for (String verb : List.of("abort", "pause", "continue", "retry", "skip")) {
      Reply reply = steer(operation, verb, "intern");
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.json().path("counted").asBoolean()).as(verb).isFalse();
      assertThat(reply.json().path("sentence").asText())
          .isEqualTo("Not recorded: intern may not " + verb + " it. Approvers may: dana, robin.");
    }
    assertThat(gateway.get("/api/operations/" + operation).json().path("state").asText())
        .isEqualTo("waiting-for-approval");
    assertThat(gateway.client.fetchHistory("operation/payments").getEvents())
        .noneMatch(HistoryEvent::hasWorkflowExecutionUpdateAcceptedEventAttributes);
  }

  @Test
  void theRequesterMayPauseAndAbortAndMayNotRetryOrSkip() {
    String operation = started();
    assertThat(steer(operation, "retry", "sam").json().path("counted").asBoolean()).isFalse();
    assertThat(steer(operation, "skip", "sam").json().path("counted").asBoolean()).isFalse();
    assertThat(steer(operation, "pause", "Sam").json().path("counted").asBoolean()).isTrue();
    assertThat(steer(operation, "abort", "sam").json().path("counted").asBoolean()).isTrue();
  }

  private Reply steer(String operation, String verb, String by) {
    return gateway.post(
        "/api/operations/" + operation + "/" + verb,
        "{\"by\":\"" + by + "\",\"reason\":\"because\"}");
  }

  @Test
  @Tag("attack-23")
  void aYesToAnAbortedOperationDoesNotApproveTheNextOperation() {
    String first = started();
    steer(first, "abort", "dana");
    String second = nextStarted();

    assertThat(isCounted(first, "robin")).isFalse();
    Reply ofTheFirst =
        gateway.post(
            "/api/operations/" + second + "/approve",
            "{\"digest\":\"7f3a91c2\",\"by\":\"robin\",\"question\":\"" + first + ".1\"}");
    assertThat(ofTheFirst.json().path("sentence").asText())
        .startsWith("Not recorded: this was about question " + first + ".1");
    assertThat(isCounted(second, "robin")).isTrue();
  }

  @Test
  void theOperationsOfFewClustersKeepToTheFilters() {
    String operation = started();
    assertThat(listed("state=waiting-for-approval&runbook=minority-replace"))
        .containsExactly(operation);
    assertThat(listed("state=parked")).isEmpty();
    assertThat(listed("runbook=backup")).isEmpty();
    assertThat(gateway.get("/api/operations?cluster=payments&state=parkt").status()).isEqualTo(400);
  }

  private List<String> listed(String filter) {
    JsonNode found = gateway.get("/api/operations?cluster=payments&" + filter).json();
    assertThat(found.path("all").asInt()).isEqualTo(found.path("operations").size());
    return found.path("operations").findValuesAsText("operation");
  }

  /** An operation that ended may take a moment to close. */
  private String nextStarted() {
    Reply reply = gateway.post("/api/clusters/payments/operations", START);
    while (reply.status() == 409) {
      reply = gateway.post("/api/clusters/payments/operations", START);
    }
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.json().path("operation").asText();
  }

  @Test
  @Tag("attack-26")
  void aClickOnAnOldQuestionDoesNotCountForTheOpenQuestion() {
    String operation = started();
    var dana = new SlackPerson("T1", "U1", "d");
    var old =
        new SlackClicks.Click(
            "c1",
            dana,
            operation,
            operation + ".0",
            ScriptedOperation.DIGEST,
            Decision.Kind.APPROVE,
            "",
            Optional.empty());
    assertThat(said(gateway.clicks(), old))
        .isEqualTo(
            "Not recorded: this was about question "
                + operation
                + ".0, and the question that is open is "
                + operation
                + ".1. Read it, then decide about that one.");
    assertThat(said(gateway.clicks(), click(operation, "c2", dana)))
        .isEqualTo("Recorded: 1 of 1. It begins now.");
  }

  @Test
  @Tag("attack-25")
  void evidenceIsForApprovers() {
    var clicks = gateway.clicks();
    assertThat(clicks.keepsEvidenceFrom(new SlackPerson("T1", "U1", "d"))).isEmpty();
    assertThat(clicks.keepsEvidenceFrom(new SlackPerson("T9", "U9", "dana")))
        .contains(
            "Evidence is for approvers, and dana (Slack T9/U9) is not an approver of this"
                + " installation.");
  }

  @Test
  void aStartThatNobodyCouldApproveIsRefusedBeforeAnythingRuns() {
    MemberName member = new MemberName("etcd-1");
    Plan plan =
        new Plan(
            "minority-replace",
            Map.of("member", List.of("etcd-1")),
            "Expel etcd-1",
            Drawn.DARK.at(Instant.EPOCH, ObservationMemory.NONE),
            List.of(
                AskApproval.AS_POLICY_SAYS,
                new ExpelMember(member, new MemberId(7), ExpelMember.Lineage.UNKNOWN)),
            List.of(),
            "Nothing is lost.");
    try (RunningGateway asking = RunningGateway.start((c, r, o) -> plan)) {
      Reply dana =
          asking.post("/api/clusters/payments/operations", START.replace("\"sam\"", "\"d.smith\""));
      assertThat(dana.status()).as(dana.text()).isEqualTo(200);
      assertThat(dana.json().path("prescription").asText()).isEqualTo("refusal");
      assertThat(dana.json().path("because").asText())
          .startsWith("2 approvals are needed, and only robin can give one, because dana asked.");
      assertThat(asking.get("/api/operations/payments").status()).isEqualTo(404);
      assertThat(asking.post("/api/clusters/payments/operations", START).status()).isEqualTo(201);
    }
  }

  @Test
  void anUnknownNameIsAnsweredWithNearOnes() {
    started();
    Reply cluster = gateway.post("/api/clusters/paymets/operations", START);
    assertThat(cluster.status()).isEqualTo(404);
    assertThat(cluster.json().path("error").asText()).contains("did you mean payments?");
    assertThat(gateway.get("/api/operations/orders").status()).isEqualTo(404);
    assertThat(gateway.get("/api/operations/nowhere.12345678").status()).isEqualTo(404);
    assertThat(
            gateway
                .post(
                    "/api/clusters/orders/operations",
                    "{\"runbook\":\"minority-replac\",\"requestedBy\":\"sam\"}")
                .json()
                .path("error")
                .asText())
        .contains("minority-replace");
    assertThat(
            gateway
                .post("/api/clusters/orders/operations", START.replace("etcd-1", "etcd-9"))
                .json()
                .path("error")
                .asText())
        .isEqualTo("there is no member 'etcd-9' of orders; did you mean etcd-1? Members: etcd-1");
  }

  @Test
  void optionsAreTakenAsTheCommandLineTakesThem() {
    String path = "/api/clusters/orders/operations";
    String typed =
        START.replace("minority-replace", "Minority Replace").replace("etcd-1", "ETCD-1, etcd-1");
    assertThat(gateway.post(path, typed).status()).isEqualTo(201);
    Reply flag =
        gateway.post(path, START.replace("\"member\":[\"etcd-1", "\"data-is-lost\":[\"no"));
    assertThat(flag.status()).isEqualTo(400);
    assertThat(flag.json().path("error").asText())
        .isEqualTo("the option data-is-lost takes no value");
  }

  @Test
  void thePageOfTheGatewayItselfMayDecide() {
    String path = "/api/operations/" + started() + "/approve";
    String page = "http://127.0.0.1:" + gateway.gateway().port();
    String yes = "{\"digest\":\"7f3a91c2\",\"by\":\"dana\",\"door\":\"page\"}";
    var request =
        gateway
            .request(path)
            .header("Content-Type", "application/json")
            .header("Origin", page)
            .header("Sec-Fetch-Site", "same-origin")
            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(yes));
    assertThat(gateway.send(request).json().path("counted").asBoolean()).isTrue();
    assertThat(gateway.get("/api/operations/payments").json().at("/approvals/0/decisions/0/door"))
        .hasToString("\"page\"");
    assertThat(gateway.get("/").text()).contains("/page/main.js").doesNotContain("https://");
    assertThat(gateway.get("/page/main.js").status()).isEqualTo(200);
    assertThat(gateway.get("/page/page.css").status()).isEqualTo(200);
  }

  @Test
  void theClusterOfNowIsSeenByOneLookForAllPages() {
    Reply first = gateway.get("/api/clusters/payments/now");
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(first.json().at("/diagnosis/name").asText()).isEqualTo("minority-lost");
    assertThat(first.json().at("/members/1/observed").asBoolean()).isFalse();
    Reply second = gateway.get("/api/clusters/payments/now");
    assertThat(second.json().path("at")).isEqualTo(first.json().path("at"));
    assertThat(gateway.get("/api/clusters/paymets/now").text()).contains("payments?");
  }

  @Test
  void eachSingleLossIsJudgedForThePage() {
    Reply judged = gateway.get("/api/clusters/payments/what-if");
    assertThat(judged.status()).as(judged.text()).isEqualTo(200);
    assertThat(judged.json().at("/losses/0/margin").asInt()).isNegative();
    assertThat(judged.json().at("/losses/0/words").asText()).isEqualTo("etcd-0");
    assertThat(judged.json().at("/losses/0/cheaper")).isNotEmpty();
  }

  @Test
  void clustersCarryTheirIncidents() {
    Reply clusters = gateway.get("/api/clusters");
    assertThat(clusters.json().path("clusters")).hasSize(2);
    assertThat(clusters.json().at("/clusters/0/cluster").asText()).isEqualTo("orders");
    assertThat(clusters.json().at("/clusters/0/incident").isNull()).isTrue();
  }

  @Test
  void aClickCountsLikeADecisionOnThePage() {
    String operation = started();
    var clicks = gateway.clicks();
    assertThat(said(clicks, click(operation, "c1", new SlackPerson("T2", "U1", "dana"))))
        .contains("dana (Slack T2/U1) is not an approver");
    assertThat(said(clicks, click(operation, "c2", new SlackPerson("T1", "U1", "d"))))
        .isEqualTo("Recorded: 1 of 1. It begins now.");
    assertThat(clicks.evidence(operation, "q"))
        .contains("etcd-1 is lost", "Save a snapshot", "after 1");
    var elsewhere = click("nowhere.00000000", "c3", new SlackPerson("T1", "U1", "d"));
    assertThat(said(clicks, elsewhere)).contains("no operation 'nowhere.00000000'");
  }

  /** The last words; on a busy machine others come before them. */
  private static String said(SlackClicks.Decisions clicks, SlackClicks.Click click) {
    List<String> told = new ArrayList<>();
    clicks.decide(click, told::add);
    return told.get(told.size() - 1);
  }

  private static SlackClicks.Click click(String operation, String id, SlackPerson by) {
    return click(operation, id, by, Optional.empty());
  }

  private static SlackClicks.Click click(
      String operation, String id, SlackPerson by, Optional<String> typed) {
    return new SlackClicks.Click(
        id,
        by,
        operation,
        operation + ".1",
        ScriptedOperation.DIGEST,
        Decision.Kind.APPROVE,
        "",
        typed);
  }
}
