package io.quorate.carrier;

import io.quorate.step.HoldMember;
import java.util.Optional;

/** Puts the hold in place; the next look proves it. */
final class HoldMemberCarrier implements Carrier<HoldMember> {
  @Override
  public Class<HoldMember> step() {
    return HoldMember.class;
  }

  @Override
  public Optional<String> carry(HoldMember step, Act act) {
    act.ports().workloads().hold(step.member(), act.permit());
    return Optional.empty();
  }
}
