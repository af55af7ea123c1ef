package io.quorate.runbook.recovery.comeback;

import io.quorate.runbook.StepList;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.step.Snapshots.SaveFromSurvivor;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Members that run on while quorum is lost. A learner is one of them: it serves reads, its data is
 * a source, and it is stopped before anything is restored like everybody else.
 */
public record Survivors(ClusterView view) {
  /** Members whose process runs, whether they answer or not. */
  public List<Member> running() {
    return view.members().stream()
        .filter(Member::isListed)
        .filter(member -> member.workload().runs())
        .toList();
  }

  /** A snapshot of each that answers, where none is kept of what it has. */
  public void save(StepList steps) {
    view.members().stream()
        .filter(member -> member.isListed() && view.isLive(member) && givesSnapshots(member))
        .filter(member -> !isSaved(member))
        .forEach(
            member -> steps.then(new SaveFromSurvivor(member.name(), member.id().orElseThrow())));
  }

  /**
   * A learner of 3.4 refuses to (docs/etcd.md#which-member-list); its files are read once stopped.
   */
  private static boolean givesSnapshots(Member member) {
    return !member.isLearner()
        || member.status().filter(said -> said.version().minor() >= 5).isPresent();
  }

  /** Without quorum nothing is applied any more, so what it gave once is all that it can give. */
  private boolean isSaved(Member member) {
    return madeOf(member, RestoreSource::mayBeStale)
        .anyMatch(made -> Long.compareUnsigned(made.index(), member.appliedIndex()) >= 0);
  }

  /** How those of the wanted sources were made that are of this member's data. */
  public Stream<Salvage> madeOf(Member member, Predicate<RestoreSource> wanted) {
    return view.sources().stream()
        .filter(view::isOwn)
        .filter(wanted)
        .flatMap(source -> source.saved().salvage().stream())
        .filter(made -> member.hasId(made.member()));
  }
}
