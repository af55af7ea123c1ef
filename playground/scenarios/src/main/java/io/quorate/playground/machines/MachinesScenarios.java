package io.quorate.playground.machines;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** All scenarios on machines, in the order in which they are offered. */
public final class MachinesScenarios {
  private MachinesScenarios() {}

  /** Returns all of them; the last one leaves a machine fewer. */
  public static List<MachinesScenario> all() {
    return List.of(
        new NoSudo(), new ChangedHostKey(), new CrashLoop(), new Reboot(), new LostMachine());
  }

  /** Returns the scenario of this name. */
  public static Optional<MachinesScenario> named(String name) {
    return all().stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }

  /** Returns the names of all. */
  public static List<String> names() {
    return all().stream().map(MachinesScenario::name).toList();
  }

  /** Returns one line for each scenario. */
  public static String list() {
    return all().stream()
        .map(one -> String.format("%-16s  %s (--machines)%n", one.name(), one.sentence()))
        .collect(Collectors.joining());
  }
}
