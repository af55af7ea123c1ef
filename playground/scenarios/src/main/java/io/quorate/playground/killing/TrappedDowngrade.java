package io.quorate.playground.killing;

import io.quorate.cluster.MemberName;
import io.quorate.port.Downgrade;
import io.quorate.port.Permit;

/** The downgrade port with the trap in its reads and around its changes. */
record TrappedDowngrade(Downgrade real, TrappedAttempt attempt) implements Downgrade {
  @Override
  public void validate(MemberName through, String line) {
    real.validate(through, line);
  }

  @Override
  public void enable(MemberName through, String line, Permit permit) {
    attempt.effect(() -> real.enable(through, line, permit));
  }

  @Override
  public void cancel(MemberName through, Permit permit) {
    attempt.effect(() -> real.cancel(through, permit));
  }

  @Override
  public boolean isEnabled(MemberName member) {
    return attempt.asked(() -> real.isEnabled(member));
  }
}
