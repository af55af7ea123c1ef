package io.quorate.carrier;

import io.quorate.step.ResumeMember;
import java.time.Duration;
import java.util.Optional;

/** Starts a member with the data it had; it answers as the member it was. */
final class ResumeMemberCarrier implements Carrier<ResumeMember> {
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Override
  public Class<ResumeMember> step() {
    return ResumeMember.class;
  }

  @Override
  public Optional<String> carry(ResumeMember step, Act act) {
    new Starting(step, step.member(), act).until(LIMIT);
    return Optional.empty();
  }
}
