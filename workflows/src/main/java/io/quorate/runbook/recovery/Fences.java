package io.quorate.runbook.recovery;

import io.quorate.runbook.Wording;
import io.quorate.view.Member;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Supervision;
import io.quorate.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Proof, for each member of the old cluster, that it cannot serve once another cluster runs at its
 * addresses (docs/etcd.md#n-12), and what its hold cannot hold, as approvers read it. Pids and
 * counts are left out, which would change the approved words with every look; the members' table
 * has them.
 *
 * @param members the configured members of the old cluster that nobody stated to be off
 */
record Fences(List<Member> members) {
  /** The sentences; empty where there is nobody to fence. */
  Optional<String> sentences() {
    Map<String, List<Member>> byProof = new TreeMap<>();
    members.forEach(
        member -> byProof.computeIfAbsent(proof(member), anyKey -> new ArrayList<>()).add(member));
    return byProof.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Kept from serving before anything is restored: "
                + byProof.entrySet().stream()
                    .map(entry -> Wording.and(entry.getValue()) + " (" + entry.getKey() + ")")
                    .collect(Collectors.joining(", "))
                + "."
                + limits());
  }

  /** A sentence for each kind of supervision (docs/hosts.md#how-a-member-is-held). */
  private String limits() {
    Map<Supervision, List<Member>> held = new TreeMap<>();
    members.stream()
        .filter(member -> member.workload().state() != Workload.State.ABSENT)
        .forEach(
            member ->
                member
                    .configured()
                    .flatMap(ConfiguredMember::supervision)
                    .ifPresent(
                        kind ->
                            held.computeIfAbsent(kind, anyKey -> new ArrayList<>()).add(member)));
    return held.entrySet().stream()
        .map(entry -> " The hold of " + Wording.and(entry.getValue()) + limit(entry.getKey()))
        .collect(Collectors.joining());
  }

  private static String limit(Supervision kind) {
    return switch (kind) {
      case PROCESS -> " binds Quorate alone: a script or a person can start etcd all the same.";
      case UNIT ->
          " binds whoever starts the unit, at a boot too, and nobody who starts etcd beside it.";
      case STATIC_POD ->
          " ends when anybody, kubeadm upgrade too, writes the manifest to its place again.";
    };
  }

  private static String proof(Member member) {
    Workload process = member.workload();
    return switch (process.state()) {
      case HELD -> "no process on the host, and held";
      case STOPPED -> "no process on the host; kept stopped by the plan";
      case ABSENT -> "nothing on the host that could start it";
      case RUNNING -> "runs now; stopped by the plan, and proven gone";
      case UNKNOWN ->
          "started again and again by its supervisor; kept stopped by the plan, and proven gone";
    };
  }
}
