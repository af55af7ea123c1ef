package io.quorate.worker.activity;

import io.quorate.client.OperationExecution;
import io.quorate.client.Outcome;
import io.quorate.client.QuorateClient;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.AssessmentOrder;
import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceOrder;
import io.quorate.operation.StepOrder;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlaceLimits;
import io.quorate.places.PlaceRequest;
import io.quorate.places.PlaceWish;
import io.quorate.places.PlacedOperations;
import io.quorate.plan.Plan;
import io.quorate.port.Failure;
import io.quorate.recording.Orders;
import io.quorate.recording.PlaceWishes;
import io.quorate.wire.Release;
import io.quorate.workflow.PlaceActivities;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes places of the fleet for operations, and looks who of those with a place has ended.
 *
 * @param client makes a client, which is closed after one use
 */
public record PlaceTaking(Supplier<QuorateClient> client, PlaceWishes wishes, PlaceLimits limits)
    implements PlaceActivities {
  @Override
  public PlaceAnswer take(Opaque written) {
    PlaceOrder order = Failures.order(written, PlaceOrder.class);
    StepOrder step = order.step();
    Plan plan = Failures.translated(() -> Orders.step(step, Release.name())).plan();
    PlaceWish wish =
        wishes.of(step.operation(), step.cluster(), plan, order.since(), order.begun());
    try (QuorateClient asking = client.get()) {
      return Failures.translated(() -> answer(asking.places().ask(new PlaceRequest(wish, limits))));
    }
  }

  private static PlaceAnswer answer(Outcome<PlaceAnswer> outcome) {
    return switch (outcome) {
      case Outcome.Done<PlaceAnswer> done -> done.value();
      case Outcome.Missed<PlaceAnswer> missed -> throw new Failure.Transient(missed.sentence());
    };
  }

  @Override
  public List<String> ended(Opaque written) {
    PlacedOperations order = Failures.order(written, PlacedOperations.class);
    try (QuorateClient asking = client.get()) {
      Map<ClusterKey, Outcome<OperationExecution>> now =
          asking
              .directory()
              .current(order.all().stream().map(PlaceWish::cluster).distinct().toList());
      return order.all().stream()
          .filter(one -> hasEnded(Objects.requireNonNull(now.get(one.cluster())), one))
          .map(PlaceWish::operation)
          .toList();
    }
  }

  /** Whether an operation certainly runs no more; while Temporal does not say so, it may. */
  private static boolean hasEnded(Outcome<OperationExecution> newest, PlaceWish one) {
    return switch (newest) {
      case Outcome.Done<OperationExecution> done ->
          !done.value().running() || !done.value().operation().equals(one.operation());
      case Outcome.Missed<OperationExecution> missed -> missed.reason() == Outcome.Reason.UNKNOWN;
    };
  }

  /** Returns what else runs in the fleet, for the question about a plan that changes something. */
  public Optional<String> others(AssessmentOrder order, Plan plan) {
    if (plan.steps().stream().noneMatch(step -> step.hazard().mutates())) {
      return Optional.empty();
    }
    PlaceWish wish =
        wishes.of(order.operation().orElse(""), order.cluster(), plan, Instant.EPOCH, false);
    try (QuorateClient asking = client.get()) {
      return asking.places().others(wish);
    }
  }
}
