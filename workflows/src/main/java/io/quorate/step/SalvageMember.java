package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Room;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes a snapshot of the data of a stopped member, on a copy of it and where nobody can reach it
 * (docs/etcd.md#salvage). The data itself is only read.
 *
 * @param id the member id of the data
 */
public record SalvageMember(MemberName member, MemberId id) implements ActivityStep {
  @Override
  public String sentence() {
    return "Make a snapshot of the data of " + member + " (" + id + ") on a copy of it";
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /** Budget of a copy with checksums, a start on it and a snapshot of it. */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(3), 4);
  }

  /**
   * The budget with the time that data of its size takes to be copied, served alone and brought to
   * the store.
   */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toTry(view.bytesOfData(member)));
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  /** The snapshot of this data that is kept already. */
  @Override
  public Optional<String> isDone(ClusterView view) {
    return Optional.empty();
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member);
    return seen.map(Member::workload).filter(Workload::provenAbsent).isPresent()
        ? Verdict.PROCEED
        : new Verdict.Refused(
            member
                + " is not proven to be stopped, and the data of a process that runs is not"
                + " copied");
  }

  /** The room for the copy, on the disk of the data. */
  @Override
  public Optional<Room> room(ClusterView view) {
    return view.member(member).map(Room::toSalvage);
  }

  /** Other sources may do as well; people decide by what is left. */
  @Override
  public boolean maySkip() {
    return true;
  }
}
