package io.quorate.playground.machines;

import io.quorate.playground.operated.Offer;
import java.util.List;

/** All scenarios on machines. */
public final class MachinesScenarios {
  /** All of them; the last one leaves a machine fewer. */
  public static final Offer<MachinesScenario> OFFER =
      new Offer<>(
          "--machines",
          List.of(
              new NoSudo(),
              new ChangedHostKey(),
              new CrashLoop(),
              new Reboot(),
              new LostMachine()));

  private MachinesScenarios() {}
}
