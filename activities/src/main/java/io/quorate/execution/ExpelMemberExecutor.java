package io.quorate.execution;

import io.quorate.cluster.Member;
import io.quorate.cluster.Revision;
import io.quorate.observation.Comparing;
import io.quorate.step.ExpelMember;
import java.util.List;
import java.util.Optional;

/** Removes the member whose data differs, after the others were compared once more. */
final class ExpelMemberExecutor implements StepExecutor<ExpelMember> {
  @Override
  public Optional<String> execute(ExpelMember step, StepContext context) {
    List<Member> others =
        context.view().voters().stream()
            .filter(voter -> !voter.name().equals(step.member()))
            .toList();
    Revision equalAt = new Comparing(context.maintenance()).requireEqual(others);
    return Optional.of(
        RemoveMemberExecutor.remove(step, step.id(), context)
            + "; they have the same data at revision "
            + equalAt);
  }
}
