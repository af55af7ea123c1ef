package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.quorate.operation.PlaceOrder;
import io.quorate.places.PlaceAnswer;
import io.quorate.places.PlacedOperations;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Places of a fleet in which nothing else runs, unless a test says otherwise. */
final class SimulatedPlaces implements PlaceActivities {
  /** Operations that asked, one entry for each time. */
  final List<String> asked = new CopyOnWriteArrayList<>();

  /** Whether the operation had changed its cluster, one entry for each time. */
  final List<Boolean> begun = new CopyOnWriteArrayList<>();

  /** Operations that run no more. */
  final Set<String> over = ConcurrentHashMap.newKeySet();

  /** Answer to an operation. */
  volatile Function<String, PlaceAnswer> answer =
      operation -> new PlaceAnswer(operation, true, "it has its place");

  @Override
  public PlaceAnswer take(Opaque written) {
    PlaceOrder order = OpaqueValues.read(written, PlaceOrder.class);
    String operation = order.step().operation();
    asked.add(operation);
    begun.add(order.begun());
    return answer.apply(operation);
  }

  @Override
  public List<String> ended(Opaque written) {
    return OpaqueValues.read(written, PlacedOperations.class).all().stream()
        .map(one -> one.operation())
        .filter(over::contains)
        .toList();
  }
}
