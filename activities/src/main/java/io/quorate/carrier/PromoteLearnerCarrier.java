package io.quorate.carrier;

import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.step.PromoteLearner;
import java.util.Optional;

/** Promotes the learner; list and member itself prove it. */
final class PromoteLearnerCarrier implements Carrier<PromoteLearner> {
  @Override
  public Class<PromoteLearner> step() {
    return PromoteLearner.class;
  }

  @Override
  public Optional<String> carry(PromoteLearner step, Act act) {
    MemberId learner =
        act.member(step.member())
            .id()
            .orElseThrow(() -> new Failure.Refused(step.member() + " is not in the membership"));
    act.ports().membership().promote(act.through(), learner, act.permit());
    return Optional.empty();
  }
}
