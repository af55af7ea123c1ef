package io.quorate.carrier;

import io.quorate.step.DisarmAlarm;
import java.util.Optional;

/** Disarms the alarm exactly as it is listed; the next list proves it. */
final class DisarmAlarmCarrier implements Carrier<DisarmAlarm> {
  @Override
  public Class<DisarmAlarm> step() {
    return DisarmAlarm.class;
  }

  @Override
  public Optional<String> carry(DisarmAlarm step, Act act) {
    act.ports().maintenance().disarm(act.through(), step.alarm(), act.permit());
    return Optional.empty();
  }
}
