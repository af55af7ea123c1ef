package io.quorate.narrative;

import io.quorate.cluster.ClusterView;
import io.quorate.drawing.DrawnCluster;
import io.quorate.plan.Plan;
import java.util.Optional;

/** What the lines of a narrative have brought about so far. */
final class Scene {
  private DrawnCluster drawn = new DrawnCluster();
  private Optional<Plan> plan = Optional.empty();

  void draw(String line) {
    if (line.startsWith("with")) {
      ClusterWords.with(drawn, line);
    } else {
      drawn = ClusterWords.read(line);
    }
  }

  ClusterView view() {
    return drawn.view();
  }

  /** The last plan that was prescribed. */
  Plan plan() {
    return plan.orElseThrow(() -> new IllegalArgumentException("nothing was prescribed yet"));
  }

  void keep(Plan prescribed) {
    plan = Optional.of(prescribed);
  }
}
