package io.quorate.carrier;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance.HashOfKeys;
import io.quorate.step.VerifyCluster;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Proves a whole cluster: quorum takes writes through every voter, and all voters hash to the same
 * at one revision (etcd-runbooks 2.0.10). Health answers prove nothing (N-26).
 */
final class VerifyClusterCarrier implements Carrier<VerifyCluster> {
  @Override
  public Class<VerifyCluster> step() {
    return VerifyCluster.class;
  }

  @Override
  public Optional<String> carry(VerifyCluster step, Act act) {
    act.view().voters().forEach(voter -> act.ports().canary().sing(voter.name()));
    ClusterView view = act.lookAgain();
    step.missing(view)
        .ifPresent(
            missing -> {
              throw new Failure.NotYet(missing);
            });
    Revision revision =
        view.voters().stream()
            .flatMap(member -> member.answer().stream())
            .map(Answer::revision)
            .min(Revision::compareTo)
            .orElseThrow(() -> new Failure.NotYet("no voter answers"));
    requireEqual(hashes(view, revision, act), revision);
    return Optional.of(
        step.voters()
            + (step.voters() == 1 ? " voter" : " voters")
            + ", margin "
            + view.margin()
            + ", "
            + view.leader().map(Member::name).map(MemberName::value).orElse("nobody")
            + " leads, data equal at revision "
            + revision
            + ", no alarm");
  }

  private static Map<MemberName, HashOfKeys> hashes(ClusterView view, Revision revision, Act act) {
    Map<MemberName, HashOfKeys> hashes = new TreeMap<>();
    for (Member voter : view.voters()) {
      hashes.put(voter.name(), act.ports().maintenance().hashOfKeys(voter.name(), revision));
    }
    return hashes;
  }

  private static void requireEqual(Map<MemberName, HashOfKeys> hashes, Revision revision) {
    if (hashes.values().stream().map(HashOfKeys::compactedAt).distinct().count() > 1) {
      throw new Failure.NotYet("a compaction went between the hashes; comparing again");
    }
    if (hashes.values().stream().map(HashOfKeys::hash).distinct().count() > 1) {
      throw new Failure.Refused(
          "the voters do not have the same data at revision "
              + revision
              + ": "
              + hashes
              + ". Do not write to the cluster more than you must; a person has to look.");
    }
  }
}
