package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.Member;
import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.StatedOff;
import io.quorate.runbook.Wording;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Members of the old cluster that a restore leaves where they are, because a person stated that
 * they are off: what approvers have to know of them.
 */
record LeftAway(ClusterView view, StatedOff stated) {
  /** Warnings about these members, for a restore into the cluster of this id. */
  List<String> warnings(ClusterId next) {
    List<Member> off = stated.voters(view);
    List<String> warnings = new ArrayList<>();
    if (off.isEmpty()) {
      return warnings;
    }
    boolean one = off.size() == 1;
    warnings.add(
        "Nobody could look at %s of %s: whoever asked stated %s. Of %s nothing is stopped,"
                .formatted(
                    one ? "the host" : "the hosts",
                    Wording.and(off),
                    RestoreObjections.options(off),
                    one ? "it" : "them")
            + " held or set aside. Reject if a host may be running.");
    warnings.add(
        "When %s %s back: %s of the old cluster, and the new one (%s) refuses %s by its id. Do not"
                .formatted(
                    Wording.and(off),
                    one ? "comes" : "come",
                    one ? "it is" : "they are",
                    next,
                    one ? "it" : "them")
            + " start %s, and keep the data: its last writes may be newer than what is restored."
                .formatted(one ? "it" : "them"));
    if (view.quorum().isHeldBy(off.size())) {
      warnings.add(servingTogether(off));
    }
    return warnings;
  }

  private static String servingTogether(List<Member> off) {
    String urls =
        off.stream().flatMap(LeftAway::clientUrls).distinct().collect(Collectors.joining(", "));
    return Wording.and(off)
        + (off.size() == 1
            ? " is a quorum of the old cluster: once it is started, it serves the old data at "
            : " are a quorum of the old cluster: once they are started, they serve the old data at"
                + " ")
        + urls
        + " to every client that knows these addresses. Take them from clients, or block them,"
        + " before this is approved.";
  }

  /** Where clients find the member: the addresses that it advertised, else the configured one. */
  private static Stream<String> clientUrls(Member member) {
    List<String> told = member.entry().map(MembershipEntry::clientUrls).orElse(List.of());
    return told.isEmpty()
        ? member.configured().map(ConfiguredMember::clientUrl).stream()
        : told.stream();
  }
}
