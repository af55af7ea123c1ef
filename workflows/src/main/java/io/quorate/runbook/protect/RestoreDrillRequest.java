package io.quorate.runbook.protect;

import io.quorate.runbook.Options;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Request for a restore on trial.
 *
 * @param snapshot the one to restore; empty: the newest
 * @param drilled the last restore on trial when the first plan was made; another one is the drill
 */
public record RestoreDrillRequest(Optional<String> snapshot, Optional<String> drilled) {
  static final String SNAPSHOT = "snapshot";

  /** Option that a plan writes for the rounds after it; not offered to people. */
  private static final String INSTEAD_OF_DRILL = "instead-of-drill";

  static RestoreDrillRequest of(Options options) {
    return new RestoreDrillRequest(
        Trials.first(options.all(SNAPSHOT)), Trials.first(options.all(INSTEAD_OF_DRILL)));
  }

  boolean isDone(Trials trials) {
    return drilled.filter(was -> !was.equals(trials.lastDrill())).isPresent();
  }

  Map<String, List<String>> about(Trials trials) {
    Map<String, List<String>> options = new TreeMap<>();
    snapshot.ifPresent(file -> options.put(SNAPSHOT, List.of(file)));
    options.put(INSTEAD_OF_DRILL, List.of(drilled.orElseGet(trials::lastDrill)));
    return options;
  }
}
