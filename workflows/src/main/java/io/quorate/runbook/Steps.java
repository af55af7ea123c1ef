package io.quorate.runbook;

import io.quorate.step.Step;
import java.util.ArrayList;
import java.util.List;

/** A list of steps in the making; reads from top to bottom like the runbook. */
final class Steps {
  private final List<Step> steps = new ArrayList<>();

  static Steps of(Step... first) {
    return new Steps().then(first);
  }

  Steps then(Step... more) {
    steps.addAll(List.of(more));
    return this;
  }

  List<Step> list() {
    return List.copyOf(steps);
  }
}
