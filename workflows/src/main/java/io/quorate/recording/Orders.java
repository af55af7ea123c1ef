package io.quorate.recording;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.history.OpaqueValues;
import io.quorate.history.OpaqueValues.Unreadable;
import io.quorate.operation.Opaque;
import io.quorate.operation.StepOrder;
import io.quorate.operation.StepOrder.TakeBack;
import io.quorate.plan.Plan;
import io.quorate.plan.PlannedStep;
import io.quorate.recording.Recording.LoneStep;
import io.quorate.step.Step;
import io.quorate.view.AddedIds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reader of the orders that workflows give to activities. An activity takes its argument as {@link
 * Opaque}: Temporal decodes a typed argument before any code of ours runs, retries when that fails,
 * and stores the failure with Jackson's message, which quotes what was read.
 */
public final class Orders {
  private Orders() {}

  /**
   * Decodes an order.
   *
   * @param release of Quorate that decodes the order, named in the message when it cannot
   * @throws NeedsRelease when a later release gave the order, and this one cannot read it
   */
  public static <T> T read(Opaque written, Class<T> kind, String release) {
    try {
      return OpaqueValues.read(written, kind);
    } catch (Unreadable unknown) {
      throw NeedsRelease.forOrder(
          release, OpaqueValues.release(written), String.valueOf(unknown.getMessage()));
    }
  }

  /**
   * Decodes which step an activity is to carry out.
   *
   * @param release of Quorate that decodes it, for the sentence when it cannot
   * @throws NeedsRelease when a newer release made the plan, and this one cannot read it
   */
  public static PlannedStep step(StepOrder order, String release) {
    try {
      Plan plan = OpaqueValues.read(order.plan(), Plan.class);
      AddedIds added = added(order.added());
      return order
          .back()
          .map(back -> takingBack(plan, order, added, back))
          .orElseGet(
              () ->
                  new PlannedStep(
                      plan, order.index(), added, order.beginBefore(), order.goesOnBefore()));
    } catch (Unreadable unknown) {
      throw NeedsRelease.forPlan(release, order.release(), String.valueOf(unknown.getMessage()));
    }
  }

  private static AddedIds added(Map<String, String> recorded) {
    Map<MemberName, MemberId> ids = new HashMap<>();
    recorded.forEach((name, id) -> ids.put(new MemberName(name), MemberId.parse(id)));
    return new AddedIds(ids);
  }

  /** The undo steps as a plan of their own, from where the plan that they undo has come to. */
  private static PlannedStep takingBack(
      Plan plan, StepOrder order, AddedIds added, TakeBack wanted) {
    List<Step> steps =
        wanted.steps().stream()
            .map(body -> OpaqueValues.read(body, LoneStep.class).step())
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
    return new PlannedStep(back, wanted.at(), added, order.beginBefore());
  }

  private static Step bound(Step step, AddedIds added) {
    Step known = step;
    for (var entry : added.byName().entrySet()) {
      known = known.bind(entry.getKey(), entry.getValue());
    }
    return known;
  }
}
