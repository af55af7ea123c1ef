package io.quorate.playground;

import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolMissingException;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.operated.OperatedScenario;
import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Play that a person asked for, checked and ready to start. */
interface Performance {
  /** The minor of etcd where none is asked for. */
  String USUAL_ETCD = "3.6";

  /** Returns why it cannot be played on this machine; empty when it can. */
  Optional<String> whyNotHere();

  /**
   * Finds the servers that it needs, which may take minutes.
   *
   * @throws ToolMissingException when one cannot be had
   */
  Ready with(Tools tools) throws InterruptedException;

  /**
   * Does nothing where the scenario can begin with this etcd.
   *
   * @throws IllegalArgumentException with the minors, where it cannot
   */
  static void requireMinor(String scenario, List<String> minors, Tool etcd) {
    if (!minors.contains(etcd.minor())) {
      throw new IllegalArgumentException(
          scenario
              + " begins with etcd "
              + String.join(" or ", minors)
              + ", not with "
              + etcd.minor());
    }
  }

  /**
   * Returns the etcd for a scenario whose members do not run on this machine.
   *
   * @param option by which the scenario is played
   * @throws IllegalArgumentException when the request asks for what goes with others only
   */
  static Tool etcd(PlayRequest request, OperatedScenario scenario, String option) {
    if (!request.killWorkerAt().isEmpty()) {
      throw new IllegalArgumentException(
          "--kill-worker-at goes with members on this machine only, so not with " + option);
    }
    List<String> minors = scenario.minors();
    Tool etcd =
        Tool.etcd(
            request.etcd().orElse(minors.contains(USUAL_ETCD) ? USUAL_ETCD : minors.getLast()));
    requireMinor(scenario.name(), minors, etcd);
    return etcd;
  }

  /** Waits until the process is ended. */
  static void keep(Narrator narrator) throws InterruptedException {
    narrator.plain("Everything is left running, as --keep asks for. Ctrl-C ends it.");
    Thread.currentThread().join();
  }

  /** A performance that has its servers. */
  @FunctionalInterface
  interface Ready {
    /** Plays it in this folder; returns the exit code. */
    int in(StageFolder folder) throws IOException, InterruptedException;
  }
}
