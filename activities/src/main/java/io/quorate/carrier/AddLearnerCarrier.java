package io.quorate.carrier;

import io.quorate.step.AddLearner;
import java.util.Optional;

/** Adds the learner; the membership proves it and gives its id. */
final class AddLearnerCarrier implements Carrier<AddLearner> {
  @Override
  public Class<AddLearner> step() {
    return AddLearner.class;
  }

  @Override
  public Optional<String> carry(AddLearner step, Act act) {
    act.ports().membership().addLearner(act.through(), step.peerUrl(), act.permit());
    return Optional.empty();
  }
}
