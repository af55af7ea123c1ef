package io.quorate.runbook.protect;

import io.quorate.runbook.Options;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Request for a snapshot.
 *
 * @param verify whether it is restored on trial
 * @param before the last snapshot when the first plan was made; another one is the backup
 * @param drilled the last restore on trial when the first plan was made
 */
public record BackupRequest(boolean verify, Optional<String> before, Optional<String> drilled) {
  static final String VERIFY = "verify";

  /** Options that a plan writes for the rounds after it; not offered to people. */
  private static final String INSTEAD_OF = "instead-of";

  private static final String INSTEAD_OF_DRILL = "instead-of-drill";

  static BackupRequest of(Options options) {
    return new BackupRequest(
        options.flag(VERIFY),
        Trials.first(options.all(INSTEAD_OF)),
        Trials.first(options.all(INSTEAD_OF_DRILL)));
  }

  boolean isSaved(Trials trials) {
    return before.filter(was -> !was.equals(trials.lastSnapshot())).isPresent();
  }

  boolean isVerified(Trials trials) {
    return !verify || drilled.filter(was -> !was.equals(trials.lastDrill())).isPresent();
  }

  /** The options that mean this request, with what was there when the first plan was made. */
  Map<String, List<String>> about(Trials trials) {
    Map<String, List<String>> options = new TreeMap<>();
    if (verify) {
      options.put(VERIFY, List.of());
    }
    options.put(INSTEAD_OF, List.of(before.orElseGet(trials::lastSnapshot)));
    options.put(INSTEAD_OF_DRILL, List.of(drilled.orElseGet(trials::lastDrill)));
    return options;
  }
}
