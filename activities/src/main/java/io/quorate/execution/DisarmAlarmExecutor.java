package io.quorate.execution;

import io.quorate.step.Alarms.DisarmAlarm;
import java.util.Optional;

/**
 * Disarms the alarm exactly as it is listed; the next list proves it. CORRUPT is disarmed only
 * after all voters were compared in the same attempt (docs/etcd.md#n-17).
 */
final class DisarmAlarmExecutor implements StepExecutor<DisarmAlarm> {
  @Override
  public Optional<String> prepare(DisarmAlarm step, Preparation preparation) {
    return switch (step.alarm().kind()) {
      case CORRUPT ->
          Optional.of("data equal at revision " + preparation.requireEqualData(everyVoter -> true));
      case NOSPACE -> Optional.empty();
    };
  }

  @Override
  public Optional<String> execute(DisarmAlarm step, StepContext context) {
    context.maintenance().disarm(context.through(), step.alarm(), context.permit());
    return Optional.empty();
  }
}
