package io.quorate.runbook;

import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Step;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;

/** Builder of a list of steps; its calls read from top to bottom like the runbook. */
public final class StepList {
  private final List<Step> steps = new ArrayList<>();

  public static StepList of(Step... first) {
    return new StepList().then(first);
  }

  public StepList then(Step... more) {
    steps.addAll(List.of(more));
    return this;
  }

  /** The step that keeps these members stopped at once; none where there is nobody. */
  public StepList fence(List<Member> members) {
    return members.isEmpty()
        ? this
        : then(new FenceMembers(members.stream().map(Member::name).toList()));
  }

  public List<Step> list() {
    return List.copyOf(steps);
  }
}
