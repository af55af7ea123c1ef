package io.quorate.recording;

import io.quorate.cluster.AddedIds;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.history.OpaqueValues;
import io.quorate.history.OpaqueValues.Unreadable;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepOrder.TakeBack;
import io.quorate.plan.Plan;
import io.quorate.recording.Recording.LoneStep;
import io.quorate.step.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Step that an activity was ordered to carry out, decoded by the release that carries it out.
 *
 * @param added ids that earlier steps brought about
 */
public record OrderedStep(Plan plan, int index, AddedIds added) {
  /** Returns the step with the ids of members that earlier steps added. */
  public Step step() {
    return plan.step(index, added);
  }

  /**
   * Decodes an order.
   *
   * @param release of Quorate that decodes the order, named in the message when it cannot
   * @throws NeedsRelease when a newer release made the plan, and this one cannot read it
   */
  public static OrderedStep of(StepOrder order, String release) {
    try {
      Plan plan = OpaqueValues.readWhole(order.plan(), Plan.class);
      AddedIds added = added(order.added());
      return order
          .back()
          .map(back -> takingBack(plan, order, added, back))
          .orElseGet(() -> new OrderedStep(plan, order.index(), added));
    } catch (Unreadable unknown) {
      throw NeedsRelease.forPlan(release, order.release(), String.valueOf(unknown.getMessage()));
    }
  }

  /** Converts recorded ids to values of the domain. */
  public static AddedIds added(Map<String, String> recorded) {
    Map<MemberName, MemberId> ids = new HashMap<>();
    recorded.forEach((name, id) -> ids.put(new MemberName(name), MemberId.parse(id)));
    return new AddedIds(ids);
  }

  private static OrderedStep takingBack(
      Plan plan, StepOrder order, AddedIds added, TakeBack wanted) {
    List<Step> steps =
        wanted.steps().stream()
            .map(body -> OpaqueValues.readWhole(body, LoneStep.class).step())
            .map(step -> bound(step, added))
            .toList();
    Plan back =
        new Plan(
            plan.runbook(),
            Map.of(),
            "Abort: " + plan.title(),
            plan.expected(order.index(), added),
            steps,
            List.of(),
            plan.promise());
    return new OrderedStep(back, wanted.at(), added);
  }

  private static Step bound(Step step, AddedIds added) {
    Step known = step;
    for (var entry : added.byName().entrySet()) {
      known = known.bind(entry.getKey(), entry.getValue());
    }
    return known;
  }
}
