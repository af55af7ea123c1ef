package io.quorate.worker;

import io.quorate.operation.OperationState;
import io.quorate.port.ApprovalChannel;
import io.quorate.workflow.ConversationActivities;
import java.util.Map;

/** Tells people through the channel that is configured. */
final class Telling implements ConversationActivities {
  private final ApprovalChannel channel;

  Telling(ApprovalChannel channel) {
    this.channel = channel;
  }

  @Override
  public Map<String, String> tell(OperationState state, Map<String, String> posted) {
    return Failures.translated(() -> channel.show(state, posted));
  }
}
