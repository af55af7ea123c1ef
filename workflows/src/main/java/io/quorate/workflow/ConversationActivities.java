package io.quorate.workflow;

import io.quorate.operation.OperationNames;
import io.quorate.operation.OperationState;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.Map;

/** Tells people how an operation stands. */
@ActivityInterface
public interface ConversationActivities {
  /**
   * Brings the channel to this state; returns where its messages are, for the next call. May be
   * called again with the same state.
   */
  @ActivityMethod(name = OperationNames.TELL)
  Map<String, String> tell(OperationState state, Map<String, String> posted);
}
