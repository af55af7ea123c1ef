package io.quorate.workflow;

import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.Opaque;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/**
 * Workflow that tells people about one operation or one incident, beside its subject and for some
 * hours after the subject's end.
 */
@WorkflowInterface
public interface NotifierWorkflow {
  /**
   * Runs until the last state of the subject was shown, or the time for that is over.
   *
   * @param subject a {@link NotifierSubject}, which only the activity reads
   */
  @WorkflowMethod(name = NotifierNames.TYPE)
  void run(Opaque subject);
}
