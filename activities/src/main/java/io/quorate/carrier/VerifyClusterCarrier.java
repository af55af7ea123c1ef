package io.quorate.carrier;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.step.VerifyCluster;
import java.util.Optional;

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
    ClusterView before = act.view();
    before.voters().forEach(voter -> prove(voter.name(), before, act));
    ClusterView view = act.lookAgain();
    step.missing(view)
        .ifPresent(
            missing -> {
              throw new Failure.NotYet(missing);
            });
    Revision revision = new Comparing(act.ports().maintenance()).requireEqual(view.voters());
    return Optional.of(
        step.voters()
            + (step.voters() == 1 ? " voter" : " voters")
            + ", margin "
            + view.margin()
            + ", "
            + view.leader().map(Member::name).map(MemberName::value).orElse("nobody")
            + " leads, data equal at revision "
            + revision
            + (view.raised().isEmpty() ? ", no alarm" : ", raised and left so: " + view.raised()));
  }

  /** Under an alarm etcd takes no write; that quorum answers is all there is. */
  private static void prove(MemberName voter, ClusterView view, Act act) {
    if (view.raised().isEmpty()) {
      act.ports().canary().sing(voter);
    } else {
      act.ports().maintenance().linearizableRead(voter);
    }
  }
}
