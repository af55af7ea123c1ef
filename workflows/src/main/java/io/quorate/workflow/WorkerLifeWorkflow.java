package io.quorate.workflow;

import io.quorate.operation.WorkerNames;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Life of one worker process, which sends one heartbeat for all its activities that wait. */
@WorkflowInterface
public interface WorkerLifeWorkflow {
  /**
   * Waits until the worker is dead, or shuts down, and frees its activities.
   *
   * @param identity name of the process in its polls, and of a task queue that nobody else polls
   */
  @WorkflowMethod(name = WorkerNames.TYPE)
  void run(String identity);
}
