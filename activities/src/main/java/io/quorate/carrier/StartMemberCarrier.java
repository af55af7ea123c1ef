package io.quorate.carrier;

import io.quorate.step.StartMember;
import java.time.Duration;
import java.util.Optional;

/** Starts a learner; it answers as the learner it is. */
final class StartMemberCarrier implements Carrier<StartMember> {
  private static final Duration LIMIT = Duration.ofSeconds(75);

  @Override
  public Class<StartMember> step() {
    return StartMember.class;
  }

  @Override
  public Optional<String> carry(StartMember step, Act act) {
    new Starting(step, step.member(), act).until(LIMIT);
    return Optional.empty();
  }
}
