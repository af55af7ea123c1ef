package io.quorate.carrier;

import io.quorate.step.StopMember;
import java.util.Optional;

/** Stops the process and holds it; the next look proves it. */
final class StopMemberCarrier implements Carrier<StopMember> {
  @Override
  public Class<StopMember> step() {
    return StopMember.class;
  }

  @Override
  public Optional<String> carry(StopMember step, Act act) {
    act.ports().workloads().stop(step.member(), act.permit());
    return Optional.empty();
  }
}
