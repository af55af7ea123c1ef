package io.quorate.runbook.recovery;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Quorum;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.StatedOff;
import io.quorate.runbook.Wording;
import io.quorate.view.Member;
import io.quorate.workload.WalDirectory;
import io.quorate.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Voters that the cluster had and that a restore ends without. Until scale has added them it
 * tolerates fewer losses than before, which approvers have to know (docs/etcd.md#n-30).
 *
 * @param before how many voters the cluster had
 * @param voters those of them that are known, by the membership or by the configuration
 * @param afterwards the voters with which the restore ends
 * @param leftovers what comes back with the source and may let nobody join
 */
record FewerVoters(
    int before,
    List<Member> voters,
    StatedOff stated,
    List<Member> afterwards,
    SourceLeftovers leftovers) {

  /** Voters of the cluster before that are none afterwards. */
  private List<Member> missing() {
    return voters.stream()
        .filter(voter -> afterwards.stream().noneMatch(one -> one.name().equals(voter.name())))
        .toList();
  }

  /** The warning with the reason for each that is missing; empty where nobody is. */
  Optional<String> warning() {
    return afterwards.size() >= before
        ? Optional.empty()
        : Optional.of(howMany() + whyNot() + unknown() + whatThen().map(" "::concat).orElse(""));
  }

  private String howMany() {
    int left = afterwards.size();
    int margin = new Quorum(left).margin(left);
    return "Afterwards there %s %d of %d voters (%s), margin %d: %s."
        .formatted(
            left == 1 ? "is" : "are",
            left,
            before,
            Wording.and(afterwards),
            margin,
            margin == 0
                ? "the next loss stops all writes"
                : "%d of them may be lost before writes stop".formatted(margin));
  }

  /** Who does not join, each reason once. */
  private String whyNot() {
    Map<String, List<Member>> reasons =
        missing().stream()
            .collect(Collectors.groupingBy(this::reason, LinkedHashMap::new, Collectors.toList()));
    return reasons.entrySet().stream()
        .map(
            why ->
                " %s %s not join: %s."
                    .formatted(
                        Wording.and(why.getValue()),
                        why.getValue().size() == 1 ? "does" : "do",
                        why.getKey()))
        .collect(Collectors.joining());
  }

  /** The voters of whom only their number is known. */
  private String unknown() {
    int unknown = before - voters.size();
    return unknown <= 0
        ? ""
        : " %s of before %s not in quorate.yml."
            .formatted(Amounts.count(unknown, "voter"), unknown == 1 ? "is" : "are");
  }

  private String reason(Member voter) {
    if (stated.covers(voter)) {
      return "stated to be off";
    }
    if (voter.configured().isEmpty()) {
      return "not in quorate.yml";
    }
    return obstacle(voter)
        .orElse(
            leftovers.letOthersJoin()
                ? "an even number of voters tolerates no more losses"
                : "the downgrade that comes back with the source lets nobody join");
  }

  /**
   * Why nobody can begin at the place of a voter. Data at the place of one that is listed is set
   * aside before; where that happened, what is there has come since.
   */
  private static Optional<String> obstacle(Member voter) {
    DataDirectory data = voter.data();
    if (RestorePlan.canBeginEmpty(voter) && !voter.isListed() && !data.nothingThere()) {
      return Optional.of("there is data at its place again");
    }
    return RestorePlan.canBeginEmpty(voter)
        ? Optional.empty()
        : Optional.of(
            "its place cannot be used ("
                + data.doubt()
                    .or(() -> data.wal().flatMap(WalDirectory::obstacle))
                    .or(
                        () ->
                            Optional.of(voter.workload())
                                .filter(it -> it.state() == Workload.State.ABSENT)
                                .map(Workload::evidence))
                    .orElse("its data directory cannot be read")
                + ")");
  }

  /** How the cluster gets as many voters as before, or the odd number below. */
  private Optional<String> whatThen() {
    int odd = before - (before + 1) % 2;
    return afterwards.size() >= odd
        ? Optional.empty()
        : Optional.of(
            "Go back to %d with scale --members %d once there are places for them."
                .formatted(odd, odd));
  }
}
