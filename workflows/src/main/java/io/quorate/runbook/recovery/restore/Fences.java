package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quorum;
import io.quorate.diagnosis.StatedOff;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.restore.FewerVoters.FormerPlaces;
import io.quorate.view.ClusterView;
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
import java.util.stream.Stream;

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
        .filter(member -> !member.workload().isAbsent())
        .forEach(
            member ->
                member
                    .configured()
                    .flatMap(ConfiguredMember::supervision)
                    .ifPresent(
                        kind ->
                            held.computeIfAbsent(kind, anyKey -> new ArrayList<>()).add(member)));
    return held.entrySet().stream()
        .map(
            entry ->
                " The hold of "
                    + Wording.and(entry.getValue())
                    + " "
                    + entry.getKey().limitOfHold())
        .collect(Collectors.joining());
  }

  private static String proof(Member member) {
    Workload process = member.workload();
    String place = member.words().place();
    return switch (process.state()) {
      case Workload.Gone.HELD -> "no process on the " + place + ", and held";
      case Workload.Gone.STOPPED -> "no process on the " + place + "; kept stopped by the plan";
      case Workload.Gone.ABSENT -> "nothing on the " + place + " that could start it";
      case Workload.Running running -> "runs now; stopped by the plan, and proven gone";
      case Workload.Uncertain uncertain ->
          "started again and again by its supervisor; kept stopped by the plan, and proven gone";
    };
  }

  /**
   * Members of the old cluster that a restore leaves where they are, because a person stated that
   * they are off: what approvers have to know of them.
   *
   * @param quorum of the old cluster
   */
  record UnfencedMembers(List<Member> off, Quorum quorum) {
    /** Unfenced members of the cluster that is there. */
    static UnfencedMembers of(ClusterView view, StatedOff stated) {
      return new UnfencedMembers(stated.listed(view), view.quorum());
    }

    /** Unfenced members of the cluster before the restore that is there. */
    static UnfencedMembers before(ClusterView view, StatedOff stated) {
      return new UnfencedMembers(
          view.members().stream().filter(stated::covers).toList(),
          new Quorum(new FormerPlaces(view, stated).voterCount()));
    }

    /** Warnings about them, for a restore into the cluster of this id: first what is to be done. */
    List<String> warnings() {
      List<String> warnings = new ArrayList<>();
      if (off.isEmpty()) {
        return warnings;
      }
      boolean one = off.size() == 1;
      long voters = off.stream().filter(member -> !member.isLearner()).count();
      if (quorum.isHeldBy((int) voters)) {
        warnings.add(servingTogether(one));
      }
      warnings.add(
          "Nobody could look at %s of %s: whoever asked stated %s. Of %s nothing is stopped,"
                  .formatted(
                      "the " + off.getFirst().words().places(off.size()),
                      Wording.and(off),
                      MajorityRecoveryRequest.options(off),
                      one ? "it" : "them")
              + " held or set aside. Reject unless you know of each that it is switched off, or"
              + " that its client and peer ports are blocked.");
      warnings.add(
          "When %s %s back: %s of the old cluster, and the new one refuses %s by its id. Do not"
                  .formatted(
                      Wording.and(off),
                      one ? "comes" : "come",
                      one ? "it is" : "they are",
                      one ? "it" : "them")
              + " start %s, and keep the data: its last writes may be newer than what is restored."
                  .formatted(one ? "it" : "them"));
      return warnings;
    }

    private String servingTogether(boolean one) {
      String urls =
          off.stream()
              .flatMap(UnfencedMembers::clientUrls)
              .distinct()
              .collect(Collectors.joining(", "));
      return "Before you approve, block these addresses or point clients elsewhere: "
          + urls
          + ". Once "
          + Wording.and(off)
          + (one ? " is started, it serves" : " are started, they serve")
          + " the old data there: "
          + (one ? "it is" : "they are")
          + " a quorum of the old cluster.";
    }

    /** Where clients find the member: the addresses that it advertised, else the configured one. */
    private static Stream<String> clientUrls(Member member) {
      List<String> told = member.entry().map(MembershipEntry::clientUrls).orElse(List.of());
      return told.isEmpty()
          ? member.configured().map(ConfiguredMember::clientUrl).stream()
          : told.stream();
    }
  }
}
