package io.quorate.carrier;

import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.step.MoveLeader;
import java.util.Optional;

/** Asks the leader to hand on the leadership; the next look proves it. */
final class MoveLeaderCarrier implements Carrier<MoveLeader> {
  @Override
  public Class<MoveLeader> step() {
    return MoveLeader.class;
  }

  @Override
  public Optional<String> carry(MoveLeader step, Act act) {
    MemberId to =
        Optional.of(act.member(step.to()))
            .flatMap(Member::id)
            .orElseThrow(() -> new Failure.Refused(step.to() + " is not in the membership"));
    act.ports().maintenance().moveLeader(step.from(), to, act.permit());
    return Optional.empty();
  }
}
