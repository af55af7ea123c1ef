package io.quorate.carrier;

import io.quorate.cluster.Member;
import io.quorate.cluster.Revision;
import io.quorate.step.ExpelMember;
import java.util.List;
import java.util.Optional;

/** Removes the member whose data differs, after the others were compared once more. */
final class ExpelMemberCarrier implements Carrier<ExpelMember> {
  @Override
  public Class<ExpelMember> step() {
    return ExpelMember.class;
  }

  @Override
  public Optional<String> carry(ExpelMember step, Act act) {
    List<Member> others =
        act.view().voters().stream().filter(voter -> !voter.name().equals(step.member())).toList();
    Revision equalAt = new Comparing(act.ports().maintenance()).requireEqual(others);
    return Optional.of(
        RemoveMemberCarrier.remove(step, step.id(), act)
            + "; they have the same data at revision "
            + equalAt);
  }
}
