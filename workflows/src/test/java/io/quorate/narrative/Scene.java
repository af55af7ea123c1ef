package io.quorate.narrative;

import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Map;
import java.util.Optional;

/** What the lines of a narrative have brought about so far. */
final class Scene {
  private DrawnCluster drawn = new DrawnCluster();
  private Optional<Plan> plan = Optional.empty();

  private AddedIds added = AddedIds.NONE;

  void draw(String line) {
    if (line.startsWith("with")) {
      ClusterWords.with(drawn, line);
    } else {
      drawn = ClusterWords.read(line);
    }
  }

  /** A look at the cluster; a learner that is in it was added by the plan at hand. */
  ClusterView view() {
    ClusterView view = drawn.view();
    for (Member learner : view.learners()) {
      added = added.plus(Map.of(learner.name(), learner.id().orElseThrow()));
    }
    return view;
  }

  /** The ids of the learners seen since the last plan. */
  AddedIds added() {
    return added;
  }

  /** The last plan that was prescribed. */
  Plan plan() {
    return prescribed()
        .orElseThrow(() -> new IllegalArgumentException("nothing was prescribed yet"));
  }

  /** The last plan, where anything was prescribed yet. */
  Optional<Plan> prescribed() {
    return plan;
  }

  void keep(Plan prescribed) {
    plan = Optional.of(prescribed);
    added = AddedIds.NONE;
  }
}
