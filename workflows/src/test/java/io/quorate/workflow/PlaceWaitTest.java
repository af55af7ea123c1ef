package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.FailureTypes;
import io.quorate.operation.Opaque;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.PlaceNames;
import io.quorate.operation.Request;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlaceLimits;
import io.quorate.places.PlaceRank;
import io.quorate.places.PlaceRequest;
import io.quorate.places.PlaceWish;
import io.quorate.places.Places;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No operation changes something before it has its place in the fleet. */
@Timeout(180)
class PlaceWaitTest {
  private static final PlaceLimits ONE = new PlaceLimits(1, 1, 1);

  private final SimulatedQuorate here = SimulatedQuorate.withLostMember();

  @AfterEach
  void close() {
    here.close();
  }

  @Test
  void anOperationWithAFreePlaceShowsNothingOfIt() {
    OperationState state = here.end(here.approved());

    assertThat(state.phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.places.asked).as("once an operation").containsExactly(state.operation());
  }

  @Test
  void anOperationWaitsForItsTurnAndGoesOnWhenThePlaceIsFree() {
    WorkflowStub places = places();
    ask(places, other("billing"));
    here.places.answer = operation -> ask(places, wish(operation, "main"));
    WorkflowStub operation = here.approved();

    OperationState waiting = SimulatedQuorate.await(operation, PlaceWaitTest::waits);
    assertThat(waiting.because())
        .endsWith(" waits for its turn: place 1 of 1; 1 of 1 places are taken.");
    assertThat(waiting.mayHaveChanged()).isFalse();

    places.signal(PlaceNames.FREE, "billing.1");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
    assertThat(eventually(places, state -> state.holders().isEmpty()))
        .as("freed by the end")
        .isEqualTo(new Places(ONE, List.of(), List.of()));
  }

  @Test
  void aTerminatedOperationFreesItsPlaceWithoutAWord() {
    WorkflowStub places = places();
    ask(places, other("billing"));
    here.places.answer = operation -> ask(places, wish(operation, "main"));
    WorkflowStub operation = here.approved();
    SimulatedQuorate.await(operation, PlaceWaitTest::waits);

    here.places.over.add("billing.1");
    here.pass(Duration.ofSeconds(40));

    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aParkedOperationLeavesItsPlaceToOthersAndGoesOnWithoutAQueue() {
    WorkflowStub places = places();
    here.places.answer = operation -> ask(places, wish(operation, "main"));
    here.faults.fail(
        "start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "its port is in use"));
    WorkflowStub operation = here.approved();

    SimulatedQuorate.await(operation, Phase.PARKED);
    assertThat(eventually(places, state -> state.holders().isEmpty()).holders()).isEmpty();
    ask(places, other("billing"));
    SimulatedQuorate.ask(operation, Request.Verb.RETRY, "mended");

    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
    assertThat(here.places.begun)
        .as("the second wish says what is done")
        .containsExactly(false, true);
  }

  @Test
  void aHalfDoneOperationGoesOnWhereNobodyGivesPlaces() {
    here.faults.fail(
        "start-member", 1, SimulatedCluster.failure(FailureTypes.REFUSED, "its port is in use"));
    WorkflowStub operation = here.approved();
    SimulatedQuorate.await(operation, Phase.PARKED);
    here.places.answer =
        asked -> {
          throw SimulatedCluster.failure(FailureTypes.REFUSED, "no such workflow");
        };

    SimulatedQuorate.ask(operation, Request.Verb.RETRY, "mended");

    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void aPausedOperationGivesItsPlaceBack() {
    WorkflowStub places = places();
    here.places.answer = operation -> ask(places, wish(operation, "main"));
    here.faults.silence("add-learner", 1);
    WorkflowStub operation = here.approved();
    eventually(places, state -> !state.holders().isEmpty());

    SimulatedQuorate.ask(operation, Request.Verb.PAUSE, "until Monday");
    SimulatedQuorate.await(operation, Phase.PAUSED);

    assertThat(eventually(places, state -> state.holders().isEmpty()).holders()).isEmpty();
    SimulatedQuorate.ask(operation, Request.Verb.CONTINUE, "");
    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  @Test
  void anAbortLeavesTheQueue() {
    WorkflowStub places = places();
    ask(places, other("billing"));
    here.places.answer = operation -> ask(places, wish(operation, "main"));
    WorkflowStub operation = here.approved();
    SimulatedQuorate.await(operation, PlaceWaitTest::waits);

    SimulatedQuorate.ask(operation, Request.Verb.ABORT, "not now");

    assertThat(here.end(operation).phase()).isEqualTo(Phase.ABORTED);
    assertThat(eventually(places, state -> state.waiting().isEmpty()).holders())
        .extracting(PlaceWish::operation)
        .containsExactly("billing.1");
  }

  @Test
  void peopleAreAskedAgainWhenTheirYesBecomesStaleInTheQueue() {
    here.places.answer = operation -> new PlaceAnswer(operation, false, "place 9 of 9");
    WorkflowStub operation = here.approved();
    SimulatedQuorate.await(operation, PlaceWaitTest::waits);

    here.pass(Duration.ofMinutes(17));

    OperationState again = SimulatedQuorate.await(operation, Phase.WAITING_FOR_APPROVAL);
    assertThat(again.round()).isEqualTo(2);
    assertThat(again.notices()).anyMatch(said -> said.contains("older than 15 minutes"));
  }

  @Test
  void nothingIsChangedWhileNobodyGivesPlaces() {
    here.places.answer =
        operation -> {
          throw SimulatedCluster.failure(FailureTypes.REFUSED, "no such workflow");
        };
    WorkflowStub operation = here.approved();

    OperationState waiting = SimulatedQuorate.await(operation, PlaceWaitTest::waits);
    assertThat(waiting.because()).endsWith("the workflow fleet/places does not answer.");
    here.places.answer = one -> new PlaceAnswer(one, true, "it has its place");

    assertThat(here.end(operation).phase()).isEqualTo(Phase.COMPLETED);
  }

  private static boolean waits(OperationState state) {
    return state.because().contains("waits for its turn");
  }

  private WorkflowStub places() {
    WorkflowStub places =
        here.temporal
            .getWorkflowClient()
            .newUntypedWorkflowStub(
                PlaceNames.TYPE,
                WorkflowOptions.newBuilder()
                    .setTaskQueue(SimulatedQuorate.QUEUE)
                    .setWorkflowId(PlaceNames.WORKFLOW_ID)
                    .build());
    places.start(Opaque.NOTHING);
    return places;
  }

  private static PlaceAnswer ask(WorkflowStub places, PlaceWish wish) {
    return places.update(
        PlaceNames.ASK, PlaceAnswer.class, OpaqueValues.of(new PlaceRequest(wish, ONE)));
  }

  private static PlaceWish other(String cluster) {
    return wish(cluster + ".1", cluster);
  }

  private static PlaceWish wish(String operation, String cluster) {
    return new PlaceWish(
        operation,
        new ClusterKey(cluster),
        PlaceRank.MARGIN_ZERO,
        Instant.EPOCH,
        List.of(),
        Optional.empty());
  }

  private static Places eventually(WorkflowStub places, Predicate<Places> so) {
    Instant limit = Instant.now().plusSeconds(20);
    Places state = places.query(PlaceNames.STATE, Places.class);
    while (!so.test(state) && Instant.now().isBefore(limit)) {
      state = places.query(PlaceNames.STATE, Places.class);
    }
    return state;
  }
}
