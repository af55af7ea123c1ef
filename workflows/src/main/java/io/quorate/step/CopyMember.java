package io.quorate.step;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Room;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Copies the data of a stopped member to its next place and compares the checksum of every file,
 * WAL files included (docs/etcd.md#moving-the-data). A copy that an earlier attempt began is
 * continued; a finished one is compared again. Files of another origin are never overwritten.
 *
 * @param to its next place
 * @param id the member whose data it is
 */
public record CopyMember(MemberName member, MemberName to, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Copy the data of " + member + " to its next place, and compare every checksum";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  /**
   * True: half a copy harms no member, and a copy of a terabyte takes hours, so an abort may end
   * it.
   */
  @Override
  public boolean mayBeCalledOff() {
    return true;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(4), 40);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(to)
        .filter(place -> place.data().tookOver(id))
        .map(place -> "the data of " + id + " was handed over to " + to + " already");
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().data(to, DataDirectory.State.PRESENT);
  }

  /**
   * The member has to be stopped and held: data that still changes cannot be copied, and without
   * the hold it may be started meanwhile (docs/etcd.md#n-04).
   */
  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> source = view.member(member).filter(seen -> seen.hasId(id));
    if (source.isEmpty()) {
      return new Verdict.Refused(member + " is not the member " + id + " any more");
    }
    if (source.get().workload().state() != Workload.State.HELD) {
      return new Verdict.Refused(
          member + " is not kept stopped (" + source.get().workload().evidence() + ")");
    }
    Optional<Verdict> stranger =
        Preconditions.stranger(view, source.get(), "it is not copied: put its own data back")
            .or(() -> Preconditions.otherHistory(view, source.get()));
    if (stranger.isPresent()) {
      return stranger.get();
    }
    if (!source.get().data().intact()) {
      return new Verdict.Refused("the data of " + member + " is not whole; it is not copied");
    }
    return Room.toMove(source.get(), to)
        .missing(view)
        .<Verdict>map(Verdict.NotYet::new)
        .orElseGet(() -> Preconditions.processAbsent(view, to));
  }

  /** The step that sets the copy aside, so that nobody takes it for the member's data later. */
  @Override
  public Optional<Step> undo() {
    return Optional.of(new SetCopyAside(to, member, id));
  }

  @Override
  public Optional<String> estimate(ClusterView view) {
    long bytes = CompareWays.size(view);
    return Optional.of(
        "about "
            + CompareWays.secondsOut(bytes)
            + " s for "
            + Amounts.mebibytes(bytes)
            + " and its log");
  }
}
