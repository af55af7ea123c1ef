package io.quorate.step;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Writes into the record of the cluster that the old cluster goes on, whose data is back in its
 * place. Nothing is taken out of the record: the restored cluster stays in it, so that its id is
 * never used again.
 *
 * @param old the cluster before the restore
 * @param operation whose restore is undone
 */
public record ReturnToOldCluster(ClusterId old, String operation) implements ActivityStep {
  @Override
  public String sentence() {
    return "Record that this is cluster " + old + " again, as before " + operation;
  }

  @Override
  public Hazard hazard() {
    return Hazard.DESTRUCTIVE;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), 8);
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.ENDS_CLUSTER;
  }

  @Override
  public boolean changesVoters() {
    return true;
  }

  /** The evidence: nobody answers, and the record has the old cluster as the one of now. */
  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.clusterId().filter(old::equals).map(id -> "the record has cluster " + id);
  }

  /**
   * Requires that no process runs but those of old members, which go on where they are, and that no
   * data of another cluster is in a place.
   */
  @Override
  public Verdict mayRun(ClusterView view) {
    return view.members().stream()
        .filter(member -> member.configured().isPresent())
        .flatMap(member -> objection(member).stream())
        .findFirst()
        .<Verdict>map(Verdict.Refused::new)
        .orElse(Verdict.PROCEED);
  }

  private Optional<String> objection(Member member) {
    boolean ofOld = member.data().owner().map(DataOwner::cluster).filter(old::equals).isPresent();
    if (member.workload().state() == Workload.State.RUNNING && !ofOld) {
      return Optional.of(member.name() + " runs (" + member.workload().evidence() + ")");
    }
    if (member.data().state() == DataDirectory.State.PARTIAL) {
      return Optional.of("only a part of the data of " + member.name() + " is in its place");
    }
    return member
        .data()
        .owner()
        .filter(owner -> !member.data().nothingThere())
        .map(DataOwner::cluster)
        .filter(other -> !other.equals(old))
        .map(other -> "the data of " + member.name() + " is of cluster " + other);
  }

  @Override
  public ClusterView project(ClusterView view) {
    List<MembershipEntry> listed =
        view.past().incarnations(old).stream()
            .findFirst()
            .flatMap(Incarnation::confirmed)
            .map(ConfirmedList::entries)
            .orElse(List.of());
    return view.projected().again(old, listed);
  }
}
