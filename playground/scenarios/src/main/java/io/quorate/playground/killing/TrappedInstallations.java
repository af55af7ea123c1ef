package io.quorate.playground.killing;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Installation;
import io.quorate.cluster.MemberName;
import io.quorate.port.Installations;
import io.quorate.port.Permit;
import java.util.SortedMap;

/** The installations with the trap around a change of binary and settings. */
record TrappedInstallations(Installations real, TrappedAttempt attempt) implements Installations {
  @Override
  public Installation look(MemberName member) {
    return real.look(member);
  }

  @Override
  public void switchTo(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings, Permit permit) {
    attempt.effect(() -> real.switchTo(member, version, settings, permit));
  }
}
