package io.quorate.carrier;

import io.quorate.cluster.Alarm;
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
    String caughtUp = new CatchingUp(step.member(), act).awaited();
    if (act.lookAgain().raises(Alarm.Kind.NOSPACE)) {
      act.ports().maintenance().linearizableRead(step.member());
      return Optional.of(
          caughtUp + ", and quorum answers through it; writes are refused (NOSPACE)");
    }
    act.ports().canary().sing(step.member());
    return Optional.of(caughtUp + ", and quorum takes a write through it");
  }
}
