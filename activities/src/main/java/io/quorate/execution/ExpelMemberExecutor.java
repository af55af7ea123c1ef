package io.quorate.execution;

import io.quorate.step.Removals.ExpelMember;
import java.util.Optional;

/** Removes the member whose data differs, after the data of the others was compared once more. */
final class ExpelMemberExecutor implements StepExecutor<ExpelMember> {
  @Override
  public Optional<String> prepare(ExpelMember step, Preparation preparation) {
    return Optional.of(
        "they have the same data at revision "
            + preparation.requireEqualData(voter -> !voter.name().equals(step.member())));
  }

  @Override
  public Optional<String> execute(ExpelMember step, StepContext context) {
    String removed = RemoveMemberExecutor.remove(step, step.id(), context);
    return Optional.of(context.prepared().map(equal -> removed + "; " + equal).orElse(removed));
  }
}
