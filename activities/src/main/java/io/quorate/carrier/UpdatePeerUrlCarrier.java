package io.quorate.carrier;

import io.quorate.step.UpdatePeerUrl;
import java.util.List;
import java.util.Optional;

/** Updates the member; the membership proves it. */
final class UpdatePeerUrlCarrier implements Carrier<UpdatePeerUrl> {
  @Override
  public Class<UpdatePeerUrl> step() {
    return UpdatePeerUrl.class;
  }

  @Override
  public Optional<String> carry(UpdatePeerUrl step, Act act) {
    act.ports().membership().update(act.through(), step.id(), List.of(step.to()), act.permit());
    return Optional.empty();
  }
}
