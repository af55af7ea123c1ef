package io.quorate.command;

import io.quorate.approval.Requirement;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.step.Hazard;
import io.quorate.wire.CheckJson.Checked;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks whether a question finds enough people, for who asks does not answer. */
record CheckedApprovals(ApprovalSettings approval) {
  /** How {@code init} names the approvers whom only a person knows. */
  private static final String PLACEHOLDER = "CHANGE-ME";

  List<Checked> checked() {
    if (approval.approvers().all().stream()
        .anyMatch(approver -> approver.name().startsWith(PLACEHOLDER))) {
      return List.of(
          Checked.of(
              "enough approvers",
              Optional.of(
                  "approval.approvers still has "
                      + PLACEHOLDER
                      + ", and whoever calls themselves so decides: write the names of people")));
    }
    String troubles =
        approval.approvers().all().isEmpty()
            ? "nobody is in approval.approvers, so nothing that changes a cluster can be started"
            : troubles();
    return List.of(
        Checked.warned("enough approvers", Optional.of(troubles).filter(text -> !text.isEmpty())));
  }

  private String troubles() {
    return Stream.of(Hazard.REVERSIBLE, Hazard.IRREVERSIBLE, Hazard.DESTRUCTIVE)
        .flatMap(hazard -> trouble(hazard).stream())
        .collect(Collectors.joining(" "));
  }

  private Optional<String> trouble(Hazard hazard) {
    Requirement needed = approval.policy().needs(hazard);
    List<Approver> able = approval.approvers().in(needed.group());
    int wanted = needed.approvals();
    int asking = needed.requesterCounts() ? 0 : 1;
    if (wanted == 0 || able.size() >= wanted + asking) {
      return Optional.empty();
    }
    String of = needed.group().map(group -> " of " + group).orElse("");
    String level = hazard.name().toLowerCase(Locale.ROOT);
    String who = able.stream().map(Approver::name).collect(Collectors.joining(", "));
    return Optional.of(
        able.size() < wanted
            ? "What is "
                + level
                + " needs "
                + wanted
                + " approvals"
                + of
                + " and there are "
                + able.size()
                + " approvers: it is never started."
            : "What is "
                + level
                + " needs "
                + wanted
                + " of "
                + who
                + ", so none of them can ask for it: let an alert or somebody else ask, or name one"
                + " more.");
  }
}
