package io.quorate.carrier;

import io.quorate.step.AwaitInSync;
import java.util.Optional;

/** Waits until a learner has caught up. */
final class AwaitInSyncCarrier implements Carrier<AwaitInSync> {
  @Override
  public Class<AwaitInSync> step() {
    return AwaitInSync.class;
  }

  @Override
  public Optional<String> carry(AwaitInSync step, Act act) {
    return Optional.of(new CatchingUp(step.member(), act).awaited());
  }
}
