package io.quorate.kubernetes;

import io.quorate.cluster.MemberName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The StatefulSets of one cluster: one with all members, each called as its pod, or one for each
 * member, called as the member.
 */
public record SetNames(String namespace, List<String> sets) {
  /** Beginning of the name of a lease. */
  static final String LEASE = "quorate-";

  private static final String ORDINAL = "\\d{1,4}";

  public SetNames {
    sets = List.copyOf(sets);
  }

  /** The pod of a member; empty where no pod of the StatefulSets can have its name. */
  Optional<MemberPod> pod(MemberName member) {
    return sets.stream().flatMap(set -> pod(set, member.value()).stream()).findFirst();
  }

  /** Whether a pod of this name can be one of the StatefulSets'. */
  boolean canHave(String pod) {
    return sets.stream().anyMatch(set -> !pod.equals(set) && pod(set, pod).isPresent());
  }

  private static Optional<MemberPod> pod(String set, String member) {
    if (member.equals(set)) {
      return Optional.of(new MemberPod(set, 0));
    }
    String ordinal = member.startsWith(set + "-") ? member.substring(set.length() + 1) : "";
    return ordinal.matches(ORDINAL)
        ? Optional.of(new MemberPod(set, Integer.parseInt(ordinal)))
        : Optional.empty();
  }

  /** The name of the lease of the cluster, whatever the order in which its sets are configured. */
  String lease() {
    return LEASE + Collections.min(sets);
  }

  /** The name of the sets for people: {@code StatefulSet etcd}. */
  String words() {
    return (sets.size() == 1 ? "StatefulSet " : "StatefulSets ") + String.join(", ", sets);
  }
}
