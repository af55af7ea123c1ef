package io.quorate.playground;

import io.quorate.wire.StartJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Synopsis of a scenario: what happens, and how Quorate answers.
 *
 * @param name of what happened to the cluster, in kebab-case
 * @param sentence for {@code --list}
 * @param steps at which a worker can be killed: the steps of the answering runbook, and of the
 *     runbook that follows by itself
 * @param alert labels of the alert that Alertmanager sends, without the labels of the cluster;
 *     empty where nothing is wrong and a person starts the runbook
 * @param start of a runbook by a person in a scenario without an alert
 */
public record Synopsis(
    String name,
    String sentence,
    List<String> steps,
    Map<String, String> alert,
    Optional<StartJson> start) {
  /** Steps that start a stopped member with its data. */
  static final List<String> RESUME =
      List.of("ask-approval", "resume-member", "await-voting", "verify-cluster");

  static Synopsis ofAlert(
      String alert, String severity, String name, String sentence, List<String> steps) {
    return new Synopsis(
        name, sentence, steps, Map.of("alertname", alert, "severity", severity), Optional.empty());
  }

  static Synopsis ofMembersDown(String name, String sentence, List<String> steps) {
    return ofAlert("etcdMembersDown", "critical", name, sentence, steps);
  }

  static Synopsis ofLostQuorum(String name, String sentence, List<String> steps) {
    return ofAlert("etcdInsufficientMembers", "critical", name, sentence, steps);
  }

  /** Synopsis of a scenario about which nobody alerts: the watch has to find what happened. */
  static Synopsis silent(String name, String happened, List<String> steps) {
    return new Synopsis(
        name,
        happened + " and nobody alerts; the watch finds it.",
        steps,
        Map.of(),
        Optional.empty());
  }

  /** Synopsis of a scenario in which alice starts a runbook. */
  static Synopsis ofRequest(
      String runbook,
      Map<String, List<String>> options,
      String name,
      String sentence,
      List<String> steps) {
    StartJson start = new StartJson(runbook, options, "alice");
    return new Synopsis(name, sentence, steps, Map.of(), Optional.of(start));
  }
}
