package io.quorate.plan;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Sha256;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The digest of a plan: SHA-256 over a canonical form of its steps and its material facts. Facts
 * that move all the time (revision, leader, size of the database) are not in it, so that the digest
 * stays the same while nothing of importance changes.
 */
final class Digest {
  private Digest() {}

  static String of(Plan plan) {
    return Sha256.of(canonical(plan));
  }

  /**
   * The canonical form: a line for each fact and step. A line feed inside a value is escaped, so it
   * cannot forge another line.
   */
  static String canonical(Plan plan) {
    StringBuilder lines = new StringBuilder("quorate plan 1\n");
    line(lines, "cluster", plan.seen().cluster().value());
    line(lines, "cluster-id", plan.seen().clusterId().map(Object::toString).orElse("unknown"));
    line(lines, "runbook", plan.runbook());
    line(lines, "title", plan.title());
    new TreeMap<>(plan.request())
        .forEach(
            (option, values) -> {
              line(lines, "option", option);
              values.forEach(value -> line(lines, "value", value));
            });
    plan.seen().members().forEach(member -> line(lines, "member", fact(member)));
    for (Step step : plan.steps()) {
      line(lines, "step", step.name() + " | " + step.hazard() + " | " + step.material());
    }
    plan.warnings().forEach(warning -> line(lines, "warning", warning));
    line(lines, "promise", plan.promise());
    plan.loss().ifPresent(loss -> loss.lines().forEach(cost -> line(lines, "loss", cost)));
    return lines.toString();
  }

  /** The material facts of a view: cluster, and of each member id, vote, URLs and version. */
  static List<String> facts(ClusterView seen) {
    return Stream.concat(
            Stream.of(
                seen.cluster() + " " + seen.clusterId().map(Object::toString).orElse("unknown")),
            seen.members().stream().map(Digest::fact))
        .toList();
  }

  private static String fact(Member member) {
    String listing =
        member
            .entry()
            .map(listed -> listed.id() + " " + listed.votingStatus() + " " + listed.peerUrls())
            .orElse("unlisted");
    String version =
        member.status().map(MemberStatus::version).map(Object::toString).orElse("silent");
    return member.name() + " | " + listing + " | " + version;
  }

  private static void line(StringBuilder lines, String key, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\n", "\\n");
    lines.append(key).append(": ").append(escaped).append('\n');
  }
}
