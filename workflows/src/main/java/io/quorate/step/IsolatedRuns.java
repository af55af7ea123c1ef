package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/** The steps that serve data on a host where nobody can reach it, to make or to try a snapshot. */
public sealed interface IsolatedRuns extends OnOneMember {
  @Override
  default Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  default Budget budget() {
    return new Budget(Duration.ofHours(1), 4);
  }

  @Override
  default QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  /**
   * Makes a snapshot of the data of a stopped member, on a copy of it and where nobody can reach it
   * (docs/etcd.md#salvage). The data itself is only read.
   *
   * @param id the member id of the data
   */
  record SalvageMember(MemberName member, MemberId id) implements IsolatedRuns {
    @Override
    public String sentence() {
      return "Make a snapshot of the data of " + member + " (" + id + ") on a copy of it";
    }

    /** Budget of a copy with checksums, a start on it and a snapshot of it. */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(3), 4);
    }

    /**
     * The budget with the time that data of its size takes to be copied, served alone and brought
     * to the store.
     */
    @Override
    public Budget budget(ClusterView view) {
      return budget().longerBy(ReplicationProgress.toTry(view.bytesOfData(member)));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member);
      return seen.map(Member::workload).filter(Workload::provenAbsent).isPresent()
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.PROCESS_NOT_PROVEN_GONE.because(
                  member
                      + " is not proven to be stopped, and the data of a process that runs is not"
                      + " copied",
                  view.words(member)));
    }

    /** The room for the copy, on the disk of the data. */
    @Override
    public Optional<DiskSpace> room(ClusterView view) {
      return view.member(member).map(DiskSpace::toSalvage);
    }

    /** Other sources may do as well; people decide by what is left. */
    @Override
    public boolean maySkip() {
      return true;
    }
  }

  /**
   * Restores a snapshot on trial, beside the data of a member and where nobody can reach it, before
   * anybody is asked (docs/etcd.md#restore): a snapshot that cannot be restored is found while
   * everything else is still where it was.
   *
   * @param member on whose host it is tried
   * @param file the snapshot in the store
   * @param bump by how much the revision is raised; 0 for a plain restore
   */
  record TryRestore(MemberName member, String file, long bump) implements IsolatedRuns {
    @Override
    public String sentence() {
      return sentence(PlaceWords.HOST);
    }

    @Override
    public String sentence(ClusterView view) {
      return sentence(view.words(member));
    }

    private String sentence(PlaceWords words) {
      return "Restore "
          + file
          + " on trial on "
          + words.placeOf(member)
          + ", where nobody can reach it";
    }

    /** The budget with the time that a snapshot of its size takes over a slow network. */
    @Override
    public Budget budget(ClusterView view) {
      return budget().longerBy(ReplicationProgress.toTry(view, Optional.of(file)));
    }
  }

  /**
   * Restores a snapshot on trial, beside the data of a member and where nobody can reach it: once
   * as it is, held against what its source said of its keys, and once with raised revisions, as a
   * recovery would (docs/etcd.md#restore), and joined by a learner, as the other members join then.
   * Only this makes a snapshot verified (docs/etcd.md#n-14).
   *
   * @param member on whose host it is tried
   * @param file the snapshot in the store; empty: the newest one of the cluster as it is now
   * @param bump by how much the revision is raised the second time; 0 where the release on the host
   *     cannot, then it is restored once
   * @param ifBad what follows where the snapshot is not what its entry says, or cannot be tried
   */
  record DrillSnapshot(MemberName member, Optional<String> file, long bump, IfBad ifBad)
      implements IsolatedRuns {
    /** Consequence where a snapshot does not match its entry, or cannot be tried. */
    public enum IfBad {
      /** The snapshot is marked, and the step fails. */
      STOP,
      /** The snapshot is marked, and the next older snapshot is tried. */
      NEXT_OLDER
    }

    @Override
    public String sentence() {
      return "Restore "
          + file.orElse(
              ifBad == IfBad.NEXT_OLDER
                  ? "the newest snapshot that is good"
                  : "the newest snapshot")
          + " on trial beside "
          + member
          + ", compare it, and let a learner join it";
    }

    /** The sentence without the place, which no later step depends on. */
    @Override
    public String material() {
      return "Restore " + file.orElse("the newest snapshot") + " on trial";
    }

    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof DrillSnapshot drill && drill.file.equals(file);
    }

    /**
     * The budget with the time in which a large snapshot is fetched, restored twice, copied and
     * hashed.
     */
    @Override
    public Budget budget(ClusterView view) {
      return budget().longerBy(ReplicationProgress.toTry(view, file));
    }
  }
}
