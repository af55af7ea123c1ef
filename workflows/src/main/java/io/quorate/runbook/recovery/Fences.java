package io.quorate.runbook.recovery;

import io.quorate.cluster.Member;
import io.quorate.cluster.Workload;
import io.quorate.runbook.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Proof, for each member of the old cluster, that it cannot serve once another cluster runs at its
 * addresses (docs/etcd.md#n-12), as approvers read it. Pids and counts are left out, which would
 * change the approved words with every look; the members' table has them.
 *
 * @param members the configured members of the old cluster that nobody stated to be off
 */
record Fences(List<Member> members) {
  /** The sentence; empty where there is nobody to fence. */
  Optional<String> sentence() {
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
                + ".");
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
