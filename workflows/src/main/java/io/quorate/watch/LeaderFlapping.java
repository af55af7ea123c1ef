package io.quorate.watch;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rule of a leader that changes again and again: three pulses of the last 10 minutes saw a higher
 * term than the one before. The finding is over when no term changed for 10 minutes.
 */
final class LeaderFlapping {
  private static final int MANY = 3;

  private LeaderFlapping() {}

  static List<Sign> signs(ClusterKnowledge known) {
    SeenTerms terms = known.pulses().terms();
    List<SeenTerms.Seen> changes = terms.changesBefore(known.at());
    Optional<Sign> standing = known.standing(FindingKind.LEADER_FLAPPING, "");
    if (changes.size() >= (standing.isPresent() ? 1 : MANY)) {
      return List.of(Sign.of(FindingKind.LEADER_FLAPPING, evidence(known, changes)));
    }
    return standing.filter(any -> terms.isShort(known.at())).stream().toList();
  }

  private static String evidence(ClusterKnowledge known, List<SeenTerms.Seen> changes) {
    return "The leader changes again and again: %d times in %s, term %d now%s. %s"
        .formatted(
            changes.size(),
            Amounts.time(Duration.between(changes.getFirst().at(), known.at())),
            changes.getLast().term(),
            leader(known),
            "Slow disks and a network that loses packets are the usual causes.");
  }

  private static String leader(ClusterKnowledge known) {
    List<MemberName> leaders =
        known.pulses().last().stream()
            .flatMap(pulse -> pulse.answers().entrySet().stream())
            .filter(answer -> answer.getValue().isLeader())
            .map(Map.Entry::getKey)
            .toList();
    return leaders.isEmpty() ? "" : ", " + MemberName.inWords(leaders) + " leads";
  }
}
