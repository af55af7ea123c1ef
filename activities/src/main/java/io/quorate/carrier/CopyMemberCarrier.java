package io.quorate.carrier;

import io.quorate.step.CopyMember;
import java.util.Optional;

/** Copies the data and compares it; how much it was is the evidence. */
final class CopyMemberCarrier implements Carrier<CopyMember> {
  @Override
  public Class<CopyMember> step() {
    return CopyMember.class;
  }

  @Override
  public Optional<String> carry(CopyMember step, Act act) {
    act.attempt().progress("copying the data of " + step.member() + ", and comparing checksums");
    return Optional.of(act.ports().data().copy(step.member(), step.to(), act.permit()));
  }
}
