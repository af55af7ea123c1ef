package io.quorate.workflow;

import io.temporal.common.converter.EncodedValues;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.DynamicWorkflow;

/** Operations that end in ways of their own, for tests of the incident that starts them. */
abstract class ScriptedOperation implements DynamicWorkflow {
  /** It is closed without word, as one that is terminated. */
  public static final class Failing extends ScriptedOperation {
    @Override
    public Object execute(EncodedValues arguments) {
      throw ApplicationFailure.newFailure("it cannot be carried out", "Broken");
    }
  }
}
