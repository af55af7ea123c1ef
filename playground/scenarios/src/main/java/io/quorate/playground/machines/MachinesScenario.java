package io.quorate.playground.machines;

import io.quorate.lab.tools.EtcdRelease;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One thing that happens to a cluster whose members are on machines of their own. A new scenario is
 * a class and a line in {@link MachinesScenarios}.
 */
public sealed interface MachinesScenario
    permits LostMachine, CrashLoop, Reboot, NoSudo, ChangedHostKey {
  /** Returns what happened, in kebab-case. */
  String name();

  /** Returns the line for {@code --list}. */
  String sentence();

  /** Returns the minors of etcd with which the scenario can begin, oldest first. */
  default List<String> minors() {
    return EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
  }

  /** Returns the minor to which members that begin with this one are moved; empty for most. */
  default Optional<String> target(String minor) {
    return Optional.empty();
  }

  /** Returns how the operation has to end, or {@code none} where none may begin. */
  default String outcome() {
    return "completed";
  }

  /** Breaks it, and does what people do until all is well again. */
  void play(Scene scene) throws IOException, InterruptedException;
}
