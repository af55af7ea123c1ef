package io.quorate.port;

import io.quorate.operation.OperationState;
import java.util.Map;

/**
 * A channel to people, such as Slack. It shows the state of an operation: the question with its
 * plan and buttons, edited in place when it is decided, and one line a step in the thread.
 */
public interface ApprovalChannel {
  /**
   * Brings the channel to this state: posts what is not there, edits what changed. May be called
   * again with the same state at any time; nothing is posted twice.
   *
   * @param posted what the last call returned; empty at first
   * @return where its messages are, to be handed back at the next call; opaque, at most a few
   *     hundred bytes a message, no secrets
   */
  Map<String, String> show(OperationState state, Map<String, String> posted);
}
