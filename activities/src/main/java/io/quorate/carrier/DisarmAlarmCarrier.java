package io.quorate.carrier;

import io.quorate.cluster.Alarm;
import io.quorate.step.DisarmAlarm;
import java.util.Optional;

/**
 * Disarms the alarm exactly as it is listed; the next list proves it. CORRUPT only after all voters
 * were compared, in the same attempt (etcd-runbooks N-17).
 */
final class DisarmAlarmCarrier implements Carrier<DisarmAlarm> {
  @Override
  public Class<DisarmAlarm> step() {
    return DisarmAlarm.class;
  }

  @Override
  public Optional<String> carry(DisarmAlarm step, Act act) {
    if (step.alarm().kind() == Alarm.Kind.CORRUPT) {
      new Comparing(act.ports().maintenance()).requireEqual(act.view().voters());
    }
    act.ports().maintenance().disarm(act.through(), step.alarm(), act.permit());
    return Optional.empty();
  }
}
