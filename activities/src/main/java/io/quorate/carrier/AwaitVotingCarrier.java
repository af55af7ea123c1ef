package io.quorate.carrier;

import io.quorate.cluster.Alarm;
import io.quorate.step.AwaitVoting;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Waits until a voter has caught up, and proves that quorum takes a write through it. */
final class AwaitVotingCarrier implements Carrier<AwaitVoting> {
  @Override
  public Class<AwaitVoting> step() {
    return AwaitVoting.class;
  }

  @Override
  public Optional<String> carry(AwaitVoting step, Act act) {
    String caughtUp = new CatchingUp(step.member(), act).awaited();
    Set<Alarm.Kind> raised = act.lookAgain().raised();
    if (raised.isEmpty()) {
      act.ports().canary().sing(step.member());
      return Optional.of(caughtUp + ", and quorum takes a write through it");
    }
    act.ports().maintenance().linearizableRead(step.member());
    return Optional.of(
        caughtUp
            + ", and quorum answers through it; writes are refused ("
            + raised.stream().map(Enum::name).sorted().collect(Collectors.joining(", "))
            + ")");
  }
}
