package io.quorate.drawing;

import io.quorate.cluster.AddedIds;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.MemberId;
import io.quorate.plan.Plan;
import io.quorate.step.AddLearner;
import io.quorate.step.ResumeMember;
import io.quorate.step.StartMember;
import io.quorate.step.Step;
import java.util.Map;

/** The world while a plan is carried out in it and all goes well: real effects, with real ids. */
public final class World {
  private final Plan plan;
  private ClusterView now;
  private AddedIds added = AddedIds.NONE;
  private int index;

  public World(Plan plan) {
    this.plan = plan;
    this.now = plan.seen();
  }

  public Plan plan() {
    return plan;
  }

  public boolean hasMore() {
    return index < plan.steps().size();
  }

  public Step step() {
    return plan.step(index, added);
  }

  public int index() {
    return index;
  }

  public AddedIds added() {
    return added;
  }

  public ClusterView now() {
    return now;
  }

  /** The effect of the step at hand, before anybody recorded that it is done. */
  public ClusterView effect() {
    ClusterView after = ids().in(step().project(now));
    // A member that was started answers; the projection leaves that open, as the worst case.
    return switch (step()) {
      case StartMember start -> after.withInSync(start.member());
      case ResumeMember start -> after.withInSync(start.member());
      default -> after;
    };
  }

  /** On to the next step, with what this one did recorded. */
  public void proceed() {
    now = effect();
    added = ids();
    index++;
  }

  private AddedIds ids() {
    return step() instanceof AddLearner add
        ? added.plus(Map.of(add.member(), new MemberId(0xb000 + index)))
        : added;
  }
}
