package io.quorate.carrier;

import io.quorate.step.SetDataAside;
import java.util.Optional;

/** Renames the data directory; where it is now is the evidence. */
final class SetDataAsideCarrier implements Carrier<SetDataAside> {
  @Override
  public Class<SetDataAside> step() {
    return SetDataAside.class;
  }

  @Override
  public Optional<String> carry(SetDataAside step, Act act) {
    return Optional.of(act.ports().data().setAside(step.member(), step.was(), act.permit()));
  }
}
