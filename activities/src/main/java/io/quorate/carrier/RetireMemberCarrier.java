package io.quorate.carrier;

import io.quorate.step.RetireMember;
import java.util.Optional;

/** Removes a member that votes; the membership proves it. */
final class RetireMemberCarrier implements Carrier<RetireMember> {
  @Override
  public Class<RetireMember> step() {
    return RetireMember.class;
  }

  @Override
  public Optional<String> carry(RetireMember step, Act act) {
    act.ports().membership().remove(act.through(), step.id(), act.permit());
    return Optional.empty();
  }
}
