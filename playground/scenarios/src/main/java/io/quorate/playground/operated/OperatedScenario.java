package io.quorate.playground.operated;

import io.quorate.lab.tools.EtcdRelease;
import java.util.List;
import java.util.Optional;

/** One thing that happens to a cluster whose members do not run on this machine. */
public interface OperatedScenario {
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

  /** Returns whether writes are lost by what happens, however well the recovery goes. */
  default boolean losesWrites() {
    return false;
  }
}
