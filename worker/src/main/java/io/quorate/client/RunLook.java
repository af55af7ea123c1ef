package io.quorate.client;

import io.quorate.operation.IncidentState;
import io.quorate.operation.Phase;
import io.quorate.reminder.Waiting;
import java.time.Instant;
import java.util.Optional;

/**
 * Finding of one look at a cluster.
 *
 * @param running its running operation
 * @param trouble why the run does not answer
 * @param missed whether nobody answered; what runs and waits is then that of an earlier look
 * @param version text that differs after each event of the run; empty where nobody was asked
 */
record RunLook(
    Optional<Running> running,
    Optional<String> trouble,
    boolean missed,
    Awaited awaited,
    String version) {
  /** Phase of a running operation, and the time at which that phase began. */
  record Running(Phase phase, Instant since) {}

  /**
   * Wait of an operation or incident for people.
   *
   * @param waiting what waits for them
   * @param untoldSince since when they cannot be told of it
   * @param incident the state of the open incident; empty for an operation
   */
  record Awaited(
      Optional<Waiting> waiting, Optional<Instant> untoldSince, Optional<IncidentState> incident) {
    static final Awaited NOTHING =
        new Awaited(Optional.empty(), Optional.empty(), Optional.empty());

    static Awaited of(Optional<Waiting> waiting, Optional<Instant> untoldSince) {
      return new Awaited(waiting, untoldSince, Optional.empty());
    }
  }

  static final RunLook NOTHING = of(Optional.empty(), Awaited.NOTHING, "");

  static RunLook of(Optional<Running> running, Awaited awaited, String version) {
    return new RunLook(running, Optional.empty(), false, awaited, version);
  }

  /** Whether nothing has happened in the run since this look. */
  boolean isStill(String now) {
    return !missed && trouble.isEmpty() && version.equals(now);
  }

  /** Returns this look, marked as the last known one before a missed look. */
  RunLook stale() {
    return new RunLook(running, trouble, true, awaited, version);
  }

  /** Returns this look with how people are told now. */
  RunLook told(Optional<Instant> untoldSince) {
    return new RunLook(
        running,
        trouble,
        missed,
        new Awaited(awaited.waiting(), untoldSince, awaited.incident()),
        version);
  }

  /** Returns this look with what Temporal says while no worker answers. */
  RunLook missed(Optional<String> why, Optional<Instant> untoldSince) {
    return new RunLook(running, why, true, told(untoldSince).awaited(), version);
  }
}
