package io.quorate.workflow;

import io.temporal.activity.DynamicActivity;
import io.temporal.common.converter.EncodedValues;

/** Every step, carried out on the simulated cluster. */
record SimulatedSteps(SimulatedCluster cluster, Faults faults) implements DynamicActivity {
  @Override
  public Object execute(EncodedValues arguments) {
    StepOrder order = arguments.get(0, StepOrder.class);
    return faults.around(order.step().name(), () -> cluster.carryOut(order));
  }
}
