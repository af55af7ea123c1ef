package io.quorate.runbook.recovery;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.RestoreSource;
import io.quorate.cluster.Salvage;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.Return;
import io.quorate.runbook.StepList;
import io.quorate.step.SaveFromSurvivor;
import java.util.List;

/** Voters that run on while quorum is lost. */
record Survivors(ClusterView view) {
  /** Voters whose process runs, whether they answer or not. */
  List<Member> running() {
    return view.voters().stream()
        .filter(voter -> voter.workload().state() == Workload.State.RUNNING)
        .toList();
  }

  /** A snapshot of each that answers, where none is kept of what it has. */
  void save(StepList steps) {
    view.voters().stream()
        .filter(voter -> Return.of(view, voter) == Return.SERVES)
        .filter(voter -> !isSaved(voter))
        .forEach(voter -> steps.then(new SaveFromSurvivor(voter.name(), voter.id().orElseThrow())));
  }

  /** Without quorum nothing is applied any more, so what it gave once is all that it can give. */
  private boolean isSaved(Member voter) {
    long applied = voter.status().map(MemberStatus::raftAppliedIndex).orElse(0L);
    return view.sources().stream()
        .filter(source -> source.isOf(view))
        .filter(RestoreSource::mayBeStale)
        .flatMap(source -> source.saved().salvage().stream())
        .filter(made -> voter.hasId(made.member()))
        .mapToLong(Salvage::index)
        .anyMatch(index -> Long.compareUnsigned(index, applied) >= 0);
  }
}
