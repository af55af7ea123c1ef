package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceNames;
import io.quorate.places.PlaceAnswer;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Activities of the places of the fleet. */
@ActivityInterface
public interface PlaceActivities {
  /** Asks for the place of a {@code PlaceOrder}; the same operation may ask again at any time. */
  @ActivityMethod(name = PlaceNames.TAKE)
  PlaceAnswer take(Opaque order);

  /** Returns the ids of those of some {@code PlacedOperations} that run no more. */
  @ActivityMethod(name = PlaceNames.ENDED)
  List<String> ended(Opaque operations);
}
