package io.quorate.worker.activity;

import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceOrder;
import io.quorate.places.PlaceAnswer;
import io.quorate.workflow.PlaceActivities;
import java.util.List;

/** Places for operations that are not of the fleet: each has one at once. */
public record FreePlaces() implements PlaceActivities {
  @Override
  public PlaceAnswer take(Opaque written) {
    return new PlaceAnswer(Failures.order(written, PlaceOrder.class).step().operation(), true, "");
  }

  @Override
  public List<String> ended(Opaque operations) {
    return List.of();
  }
}
