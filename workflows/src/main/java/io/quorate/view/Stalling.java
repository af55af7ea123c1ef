package io.quorate.view;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Members from which nothing comes although the connections to them stand. A frozen process keeps
 * its connections, and one whose disk hangs answers {@code Status} from memory; to both the leader
 * sends heartbeats and receives no answer (docs/etcd.md#hung-members).
 */
record Stalling(Observation seen) {
  /**
   * The facts without the answers of members whose disk hangs: they count as voting only in their
   * own words.
   */
  Observation withoutAnswersFromMemory() {
    Set<MemberName> hanging =
        seen.statuses().entrySet().stream()
            .filter(answer -> waitsForItsDisk(answer.getKey()))
            .filter(answer -> isStalled(answer.getValue().memberId()))
            .map(answer -> answer.getKey())
            .collect(Collectors.toSet());
    return hanging.isEmpty() ? seen : seen.without(hanging, new Silence.FromMemory());
  }

  private boolean waitsForItsDisk(MemberName name) {
    return Optional.ofNullable(seen.workloads().get(name))
        .flatMap(Workload::hang)
        .filter(hang -> hang.kind() == Hang.Kind.DISK)
        .isPresent();
  }

  /**
   * Whether the leader received nothing from this member between two readings in which it received
   * something from another one.
   */
  boolean isStalled(MemberId id) {
    boolean leaderHearsOthersOnly =
        seen.statuses().entrySet().stream()
            .filter(answer -> answer.getValue().isLeader())
            .filter(answer -> !answer.getValue().memberId().equals(id))
            .anyMatch(answer -> hearsOthers(answer.getKey(), id));
    return leaderHearsOthersOnly
        && seen.later().keySet().stream().noneMatch(name -> grew(name, id));
  }

  private boolean hearsOthers(MemberName leader, MemberId id) {
    return Optional.ofNullable(seen.later().get(leader)).stream()
        .flatMap(later -> later.received().keySet().stream())
        .filter(other -> other.value() != 0 && !other.equals(id))
        .anyMatch(other -> grew(leader, other));
  }

  private boolean grew(MemberName reader, MemberId from) {
    MemberMetrics first = seen.metrics().get(reader);
    MemberMetrics later = seen.later().get(reader);
    return first != null && later != null && later.receivedFrom(from) > first.receivedFrom(from);
  }
}
