package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.snapshot.Salvage;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Saves a snapshot from a member that answers without quorum: all that it knows to be committed.
 * Others may know more, so it is marked as possibly stale (docs/etcd.md#salvage).
 *
 * @param id the member id under which it answers
 */
public record SaveFromSurvivor(MemberName source, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Save a snapshot from " + source + ", which answers without quorum; it may be stale";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new SaveSnapshot(source).budget();
  }

  @Override
  public Budget budget(ClusterView view) {
    return new SaveSnapshot(source).budget(view);
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(source).filter(view::isLive).isPresent()
        ? Verdict.PROCEED
        : new Verdict.Refused(source + " does not answer any more");
  }

  /**
   * Origin of the snapshot that the source gives in this view. Its term is not known: the files of
   * a member that runs are locked, and the term in its status grows with every election that a
   * member without quorum calls for, and says nothing of its data.
   */
  public Optional<Salvage> origin(ClusterView view) {
    return view.member(source)
        .flatMap(Member::status)
        .map(
            status ->
                new Salvage(
                    id, 0, status.raftAppliedIndex(), Salvage.Way.SERVED, Salvage.Trailer.PRESENT));
  }

  /** The data itself stays where it is, and is a source too. */
  @Override
  public boolean maySkip() {
    return true;
  }
}
