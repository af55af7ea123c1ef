package io.quorate.execution;

import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/**
 * Removes a member, and waits until the second is over: etcd makes an id of URL and second, so a
 * member added at the same URL in the same second would get the removed id (docs/etcd.md#ids).
 */
final class RemoveMemberExecutor implements StepExecutor<RemoveMember> {
  private static final Duration BEFORE_AN_ADD = Duration.ofSeconds(2);

  @Override
  public Optional<String> execute(RemoveMember step, StepContext context) {
    return Optional.of(remove(step, step.id(), context));
  }

  /** Removes the member and waits until another may come in its place; returns the evidence. */
  static String remove(Step step, MemberId id, StepContext context) {
    context.ports().membership().remove(context.through(), id, context.permit());
    context.pause(BEFORE_AN_ADD);
    ClusterView after = context.lookAgain();
    String gone =
        step.isDone(after)
            .orElseThrow(() -> new Failure.Unknown(id + " is still listed after its removal"));
    OwnChange.record(context.ports(), after);
    return gone + "; " + after.voters().size() + " voters, margin " + after.margin();
  }
}
