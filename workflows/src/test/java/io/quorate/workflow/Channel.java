package io.quorate.workflow;

import io.quorate.operation.FailureTypes;
import io.quorate.operation.OperationState;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A channel to people that keeps what it was told, and can be away. */
final class Channel implements ConversationActivities {
  final List<OperationState> told = new CopyOnWriteArrayList<>();
  final AtomicInteger tries = new AtomicInteger();
  volatile boolean away;

  @Override
  public Map<String, String> tell(OperationState state, Map<String, String> posted) {
    tries.incrementAndGet();
    if (away) {
      throw ApplicationFailure.newFailure("Slack answers 503", FailureTypes.TRANSIENT);
    }
    told.add(state);
    return Map.of("message", "1");
  }

  OperationState last() {
    return told.get(told.size() - 1);
  }
}
