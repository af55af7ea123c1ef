package io.quorate.carrier;

import io.quorate.step.AwaitVoting;
import java.util.Optional;

/** Waits until a voter has caught up, and proves that quorum takes a write through it. */
final class AwaitVotingCarrier implements Carrier<AwaitVoting> {
  @Override
  public Class<AwaitVoting> step() {
    return AwaitVoting.class;
  }

  @Override
  public Optional<String> carry(AwaitVoting step, Act act) {
    return Optional.of(new CatchingUp(step.member(), act).voted());
  }
}
