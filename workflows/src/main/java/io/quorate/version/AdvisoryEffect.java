package io.quorate.version;

import java.util.List;

/**
 * Effect of an advisory on runbooks.
 *
 * @param role what those runbooks use the version for
 * @param runbooks their names; at least one
 */
public record AdvisoryEffect(Severity severity, VersionUse role, List<String> runbooks) {
  public AdvisoryEffect {
    runbooks = List.copyOf(runbooks);
  }

  boolean concerns(VersionUse asked, String runbook) {
    return role == asked && runbooks.contains(runbook);
  }

  /** The effect as the file writes it: {@code refused as upgrade source in rolling-upgrade}. */
  @Override
  public String toString() {
    return severity.words() + " as " + role.words() + " in " + String.join(", ", runbooks);
  }
}
