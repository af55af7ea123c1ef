package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.DataComparison;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.observation.Comparing;
import io.quorate.port.Failure;
import io.quorate.record.LastComparison;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Proves a whole cluster: quorum takes writes through every voter, and all voters hash to the same
 * value at one revision (docs/etcd.md#verification). Cheap checks come first, and nothing is hashed
 * while one of them fails. Health endpoints prove nothing (docs/etcd.md#n-26).
 */
final class VerifyClusterExecutor implements StepExecutor<VerifyCluster> {
  private static final Duration UNTIL_IDLE = Duration.ofSeconds(2);

  @Override
  public Optional<String> execute(VerifyCluster step, StepContext context) {
    ClusterView before = context.view();
    before.voters().forEach(voter -> prove(voter.name(), before, context));
    ClusterView view = context.lookAgain();
    step.missing(view)
        .ifPresent(
            missing -> {
              throw new Failure.NotYet(missing);
            });
    RecordUpdate.record(context.ports(), view);
    context
        .attempt()
        .progress("comparing the data of " + Amounts.count(view.voters().size(), "voter"));
    Revision revision = requireEqualData(view, context);
    return Optional.of(
        Amounts.count(step.voters(), "voter")
            + ", margin "
            + view.margin()
            + ", "
            + view.leader().map(Member::name).map(MemberName::value).orElse("nobody")
            + " leads, data equal at revision "
            + revision
            + (view.raised().isEmpty() ? ", no alarm" : ", raised and left so: " + view.raised()));
  }

  /**
   * Returns the revision at which all voters have equal data, and keeps what the comparison found.
   */
  private static Revision requireEqualData(ClusterView view, StepContext context) {
    DataComparison comparison =
        Comparing.patiently(context.ports().storage(), context.polling(UNTIL_IDLE))
            .compare(() -> context.lookAgain().voters());
    LastComparison found =
        DataDivergence.result(view.withComparisons(List.of(comparison)))
            .orElseThrow(() -> new Failure.NotYet("the voters changed while they were compared"));
    context.ports().comparisons().keep(view.cluster(), found);
    found
        .difference()
        .ifPresent(
            difference -> {
              throw new Failure.Refused(
                  "%s at revision %s (hashes %s), so the cluster is not whole. Write no more to it than you must, abort this operation, and %s"
                      .formatted(difference, found.revision(), comparison.hashes(), next(found)));
            });
    return found.revision();
  }

  private static String next(LastComparison found) {
    return found.odd().isPresent()
        ? "start repair-corrupt-member"
        : "save a snapshot of every member: the owner of the data has to say which one is right";
  }

  /**
   * Proves that quorum answers through this voter. Under an alarm etcd takes no write, so a
   * linearizable read has to do.
   */
  private static void prove(MemberName voter, ClusterView view, StepContext context) {
    if (view.raised().isEmpty()) {
      context.ports().canary().write(voter);
    } else {
      context.maintenance().linearizableRead(voter);
    }
  }
}
