package io.quorate.carrier;

import io.quorate.step.LeavePlace;
import java.util.Optional;

/** Hands over to the copy; where the old directory is now is the evidence. */
final class LeavePlaceCarrier implements Carrier<LeavePlace> {
  @Override
  public Class<LeavePlace> step() {
    return LeavePlace.class;
  }

  @Override
  public Optional<String> carry(LeavePlace step, Act act) {
    return Optional.of(
        act.ports().data().handOver(step.member(), step.to(), step.id(), act.permit()));
  }
}
