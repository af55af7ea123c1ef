package io.quorate.execution;

import io.quorate.cluster.Alarm;
import io.quorate.observation.Comparing;
import io.quorate.step.DisarmAlarm;
import java.util.Optional;

/**
 * Disarms the alarm exactly as it is listed; the next list proves it. CORRUPT only after all voters
 * were compared, in the same attempt (etcd-runbooks N-17).
 */
final class DisarmAlarmExecutor implements StepExecutor<DisarmAlarm> {
  @Override
  public Optional<String> execute(DisarmAlarm step, StepContext context) {
    if (step.alarm().kind() == Alarm.Kind.CORRUPT) {
      new Comparing(context.maintenance()).requireEqual(context.view().voters());
    }
    context.maintenance().disarm(context.through(), step.alarm(), context.permit());
    return Optional.empty();
  }
}
