package io.quorate.diagnosis;

import io.quorate.cluster.Alarm;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of {@link DiagnosisTable} that an alarm of etcd decides. */
final class AlarmRows {
  private AlarmRows() {}

  /** Row 3. The alarm may name no member, or a good one (docs/etcd.md#corrupt). */
  static Optional<Diagnosis> corrupt(ClusterView view) {
    List<Member> named =
        view.alarms().stream()
            .filter(alarm -> alarm.kind() == Alarm.Kind.CORRUPT)
            .flatMap(alarm -> alarm.member().stream())
            .flatMap(id -> view.members().stream().filter(member -> member.hasId(id)))
            .toList();
    String whom =
        named.isEmpty()
            ? "etcd does not say whose"
            : "etcd names " + Names.and(named) + ", which may be the wrong one";
    return Optional.<Diagnosis>of(
            new Inconsistent(
                DiagnosisCode.CORRUPT,
                "Members hold different data (alarm CORRUPT); " + whom + "." + others(view),
                Optional.of("repair-corrupt-member")))
        .filter(found -> view.raises(Alarm.Kind.CORRUPT));
  }

  static Optional<Diagnosis> noSpace(ClusterView view) {
    String full = "A database has reached its quota (alarm NOSPACE): etcd refuses writes.";
    return view.raises(Alarm.Kind.NOSPACE)
        ? Optional.of(
            new Inconsistent(
                DiagnosisCode.NO_SPACE, full + others(view), Optional.of(beforeClearing(view))))
        : Optional.empty();
  }

  /**
   * The runbook that comes first: NOSPACE can be cleared only when everybody votes
   * (docs/etcd.md#nospace).
   */
  private static String beforeClearing(ClusterView view) {
    Set<VoterCondition> conditions =
        view.voters().stream().map(v -> VoterCondition.of(view, v)).collect(Collectors.toSet());
    if (view.margin() < 0 && conditions.contains(VoterCondition.LOST)) {
      return "majority-recovery";
    }
    if (conditions.contains(VoterCondition.STOPPED)
        || conditions.contains(VoterCondition.DISK_FULL)
        || conditions.contains(VoterCondition.HUNG)) {
      return "member-restart";
    }
    return conditions.stream().anyMatch(VoterCondition::isToBeReplaced)
        ? "minority-replace"
        : "clear-nospace";
  }

  /** The conditions of other voters that do not vote, each as a sentence after a blank. */
  private static String others(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> VoterCondition.of(view, voter) != VoterCondition.VOTING)
        .map(
            voter ->
                " "
                    + voter.name()
                    + " "
                    + VoterCondition.of(view, voter).sentence(view, voter)
                    + ".")
        .collect(Collectors.joining());
  }
}
