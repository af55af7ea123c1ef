package io.quorate.playground.machines;

import io.quorate.playground.operated.OperatedScenario;
import java.io.IOException;

/**
 * One thing that happens to a cluster whose members are on machines of their own. A new scenario is
 * a class and a line in {@link MachinesScenarios}.
 */
public sealed interface MachinesScenario extends OperatedScenario
    permits LostMachine, CrashLoop, Reboot, NoSudo, ChangedHostKey {
  /** Breaks it, and does what people do until all is well again. */
  void play(MachinesScene scene) throws IOException, InterruptedException;
}
