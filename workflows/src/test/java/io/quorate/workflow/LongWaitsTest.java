package io.quorate.workflow;

import static io.quorate.workflow.SimulatedQuorate.approve;
import static io.quorate.workflow.SimulatedQuorate.ask;
import static io.quorate.workflow.SimulatedQuorate.await;
import static io.quorate.workflow.SimulatedQuorate.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Limits;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.Request.Verb;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Weeks of waiting are few events, and a long history goes on in a new run. */
@Timeout(240)
class LongWaitsTest {
  private static final Duration WEEKS = Duration.ofDays(21);
  private static final int MOST_EVENTS = 2000;

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void aQuestionThatIsOpenForThreeWeeksIsFewEvents() {
    here.looks.every = Duration.ofHours(6);
    here.policy(new ApprovalPolicy(Map.of(), WEEKS.plusDays(1)));
    WorkflowStub operation = here.asking();

    here.pass(WEEKS);

    int events = here.history(operation).getEvents().size();
    System.err.printf("a question open for three weeks: %d events%n", events);
    assertThat(events).isLessThan(MOST_EVENTS);
    assertThat(here.looks.watched).hasValueGreaterThan(80);
    approve(operation, "dana");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aParkedOperationOfThreeWeeksIsFewEvents() {
    here.looks.every = Duration.ofHours(6);
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub operation = here.approved();
    await(operation, Phase.PARKED);

    here.pass(WEEKS);

    int events = here.history(operation).getEvents().size();
    System.err.printf("parked for three weeks: %d events%n", events);
    assertThat(events).isLessThan(MOST_EVENTS);
    ask(operation, Verb.RETRY, "");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  @Tag("attack-31")
  void anOperationGoesOnInNewRunsWithAllItKnows() {
    here.looks.limits = withEvents(25);
    here.faults.fail("start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "look"));
    WorkflowStub first = here.start();
    WorkflowStub operation = here.operation();
    OperationState asking = await(operation, Phase.WAITING_FOR_APPROVAL);
    for (int time = 0; time < 12; time++) {
      ask(operation, Verb.PAUSE, "a reason");
    }
    assertThat(state(operation).operation()).isEqualTo(asking.operation());
    assertThat(state(operation).phase())
        .as("a pause is for the next step, in a new run too")
        .isEqualTo(Phase.WAITING_FOR_APPROVAL);
    assertThat(state(operation).openApproval()).isEqualTo(asking.openApproval());
    approve(operation, "dana");
    await(operation, Phase.PAUSED);
    for (int time = 0; time < 12; time++) {
      ask(operation, Verb.PAUSE, "still");
    }
    ask(operation, Verb.CONTINUE, "");
    await(operation, Phase.PARKED);
    for (int time = 0; time < 12; time++) {
      ask(operation, Verb.PAUSE, "once more");
    }
    assertThat(state(operation).phase()).isEqualTo(Phase.PARKED);
    ask(operation, Verb.CONTINUE, "");
    ask(operation, Verb.RETRY, "");

    OperationState last = await(operation, state -> state.phase().ended());
    assertThat(last.phase()).as(last.because()).isEqualTo(Phase.COMPLETED);
    assertThat(last.operation()).isEqualTo(asking.operation());
    assertThat(last.requestedAt()).isEqualTo(asking.requestedAt());
    assertThat(last.round()).isEqualTo(1);
    assertThat(here.operation().describe().getExecution().getRunId())
        .isNotEqualTo(first.getExecution().getRunId());
    assertThat(new HashSet<>(here.cluster.done())).hasSameSizeAs(here.cluster.done());
  }

  private static Limits withEvents(int events) {
    Limits usual = Limits.STANDARD;
    return new Limits(
        usual.rounds(),
        usual.questions(),
        usual.settling(),
        usual.settlingAgain(),
        usual.yesIsGoodFor(),
        usual.expireAfter(),
        usual.reports(),
        events,
        usual.report());
  }
}
