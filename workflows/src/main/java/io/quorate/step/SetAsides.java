package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.record.FormerMember;
import io.quorate.step.Joins.AddLearner;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.Optional;
import java.util.function.Function;

/** The steps that rename data which no member uses, so that its place is empty. */
public sealed interface SetAsides extends ActivityStep {
  @Override
  default Budget budget() {
    return Budget.HOST;
  }

  /** A step that renames a copy of a member's data. */
  sealed interface CopyAside extends SetAsides {
    /** The place with the copy. */
    MemberName copy();

    @Override
    default Optional<MemberName> host() {
      return Optional.of(copy());
    }

    @Override
    default Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    @Override
    default Optional<String> isDone(ClusterView view) {
      return view.member(copy())
          .map(seen -> seen.data().state())
          .filter(Preconditions::nothingThere)
          .map(state -> "there is no copy at " + copy() + ": it is " + Preconditions.word(state));
    }

    @Override
    default ClusterView project(ClusterView view) {
      return view.projected().data(copy(), DataDirectory.State.ABSENT);
    }
  }

  /**
   * Renames a member's data directory, so that the member can start empty; nothing is deleted
   * (docs/etcd.md#n-15).
   *
   * @param was the member id under which the data was used, 0 when that id is not known any more;
   *     part of the directory's new name
   * @param data whose data of this cluster's history it is and how far that was, or of another
   *     cluster that served: then acknowledged writes may be in it alone; empty where it is none
   */
  record SetDataAside(MemberName member, MemberId was, Optional<FormerMember> data)
      implements SetAsides, OnOneMember {
    /** Sets a directory aside in which nothing of this cluster was seen. */
    public SetDataAside(MemberName member, MemberId was) {
      this(member, was, Optional.empty());
    }

    @Override
    public String sentence() {
      return saying(FormerMember::far);
    }

    /**
     * The sentence with the ids that the data itself tells; how far it was moves, and may be out of
     * reach.
     */
    @Override
    public String material() {
      return saying(former -> former.owner().toString());
    }

    /** Whether the other step sets the same data aside, however far it was seen to be. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof SetDataAside same
          && member.equals(same.member)
          && was.equals(same.was)
          && data.map(FormerMember::owner).equals(same.data.map(FormerMember::owner));
    }

    private String saying(Function<FormerMember, String> words) {
      String known = was.equals(AddLearner.NOT_YET_KNOWN) ? "" : " (it was member " + was + ")";
      return "Set the data directory of "
          + member
          + " aside"
          + known
          + data.map(former -> ": it holds " + former.whose() + words.apply(former)).orElse("");
    }

    @Override
    public Hazard hazard() {
      return data.isPresent() ? Hazard.DESTRUCTIVE : Hazard.REVERSIBLE;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return Preconditions.emptied(view, member);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().data(member, DataDirectory.State.ABSENT);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      if (view.lists(was) || view.member(member).filter(Member::isListed).isPresent()) {
        return new Verdict.Refused(
            StepReason.MEMBER_LISTED.because(
                member + " is in the membership; the data of a member stays where it is"));
      }
      return Preconditions.processAbsent(view, member);
    }
  }

  /**
   * Sets the whole volume of a member aside, so that the member can start empty on a new one where
   * the old one cannot be used; nothing is deleted (docs/etcd.md#n-15).
   *
   * @param was the member id under which the data was used, 0 when that id is not known any more
   * @param volume identifies the volume; the step is done once the member has another one, or none
   * @param data as in {@link SetDataAside}
   */
  record SetVolumeAside(MemberName member, MemberId was, String volume, Optional<FormerMember> data)
      implements SetAsides, OnOneMember {
    @Override
    public String sentence() {
      return named(contents().sentence());
    }

    @Override
    public String material() {
      return named(contents().material());
    }

    private String named(String words) {
      return "Set the volume " + volume + words.substring("Set the data directory".length());
    }

    private SetDataAside contents() {
      return new SetDataAside(member, was, data);
    }

    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof SetVolumeAside same
          && volume.equals(same.volume)
          && contents().sameMatterAs(same.contents());
    }

    @Override
    public Hazard hazard() {
      return contents().hazard();
    }

    /** The evidence that the volume is not the member's: one that was emptied still is. */
    @Override
    public Optional<String> isDone(ClusterView view) {
      return contents()
          .isDone(view)
          .filter(
              empty ->
                  view.member(member)
                      .flatMap(seen -> seen.workload().placement().volume())
                      .filter(volume::equals)
                      .isEmpty());
    }

    @Override
    public ClusterView project(ClusterView view) {
      return contents().project(view).projected().workload(member, Workload.Gone.HELD);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return contents().mayRun(view);
    }
  }

  /**
   * Renames the copy of a member's data, so that nobody takes it for the member's later. It stays
   * while the data itself is not at its old place, for then only the copy is where a member starts
   * (docs/etcd.md#moving-the-data).
   *
   * @param copy the next place, with the copy
   * @param of the member at its old place
   * @param id the member whose data it is
   */
  record SetCopyAside(MemberName copy, MemberName of, MemberId id) implements CopyAside {
    @Override
    public String sentence() {
      return "Set the copy of the data of " + of + " at " + copy + " aside";
    }

    /**
     * An abort sets the copy aside before it starts the member at its old place, so another member
     * that died meanwhile must not keep it from that.
     */
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      if (view.member(copy).filter(Member::isListed).isPresent()) {
        return new Verdict.Refused(
            StepReason.MEMBER_LISTED.because(
                copy + " is in the membership; the data of a member stays where it is"));
      }
      return keeping(view).orElseGet(() -> Preconditions.processAbsent(view, copy));
    }

    /** Why the copy stays; empty where the data is at its old place, or the member runs there. */
    private Optional<Verdict> keeping(ClusterView view) {
      Optional<Member> old = view.member(of);
      if (old.filter(member -> view.isLive(member) || member.data().intact()).isPresent()) {
        return Optional.empty();
      }
      if (view.member(copy).filter(place -> place.data().tookOver(id)).isPresent()) {
        return Optional.of(
            new Verdict.Refused(
                StepReason.COPY_TOOK_OVER.because("the copy at " + copy + " has taken over")));
      }
      if (old.filter(member -> member.data().nothingThere()).isPresent()) {
        return Optional.of(
            new Verdict.Refused(
                StepReason.DATA_LEFT_ITS_PLACE.because(
                    "the data of " + of + " has left its old place, so the copy stays")));
      }
      return Optional.of(
          new Verdict.NotYet(
              StepReason.OLD_DATA_UNSEEN.because(
                  "the data of " + of + " was not seen whole at its old place; the copy stays")));
    }
  }

  /**
   * Renames the copy of a member's data that a migration left behind when it ended, so that the
   * next one finds its place empty (docs/etcd.md#moving-the-data). The member runs at its old place
   * since. The copy is set aside only where it is proven to be of this member, and to have nothing
   * that the member lacks.
   *
   * @param copy the next place, with the copy
   * @param of the member at its old place, where it votes
   * @param id the member whose data it is; part of the directory's new name
   */
  record SetStaleCopyAside(MemberName copy, MemberName of, MemberId id) implements CopyAside {
    @Override
    public String sentence() {
      return "Set an older copy of the data of " + of + " at " + copy + " aside";
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(copy)
          .flatMap(place -> keeping(view, place))
          .<Verdict>map(why -> new Verdict.Refused(StepReason.COPY_STAYS.because(why)))
          .orElseGet(() -> Preconditions.processAbsent(view, copy));
    }

    /**
     * Why what is there stays where it is; empty where it is an older copy of the member's data.
     */
    private Optional<String> keeping(ClusterView view, Member place) {
      DataDirectory data = place.data();
      if (place.isListed()) {
        return Optional.of(copy + " is in the membership; the data of a member stays where it is");
      }
      if (isHalfSetAside(data)) {
        return Optional.empty();
      }
      if (data.state() != DataDirectory.State.PRESENT || data.doubt().isPresent()) {
        return Optional.of("no whole data was seen at " + copy);
      }
      if (!data.owner().equals(view.clusterId().map(here -> new DataOwner(id, here)))) {
        return Optional.of("the data at " + copy + " is not proven to be that of " + id);
      }
      if (data.movedHere().isPresent()) {
        return Optional.of("the data of " + data.movedHere().get() + " was handed over to " + copy);
      }
      return data.position().filter(far -> hasAllOf(view, far)).isPresent()
          ? Optional.empty()
          : Optional.of("it is not proven that " + of + " has all that is in the copy at " + copy);
    }

    /**
     * Whether only a log in a directory of its own is left, as after an attempt that died between
     * the two renames. Whose log it is cannot be told any more, and the attempt had been allowed.
     */
    private static boolean isHalfSetAside(DataDirectory data) {
      return data.state() == DataDirectory.State.PARTIAL
          && data.wal().isPresent()
          && data.owner().isEmpty();
    }

    /** Whether the member votes, and has committed beyond the end of this log. */
    private boolean hasAllOf(ClusterView view, DataPosition far) {
      return view.member(of)
          .filter(member -> member.hasId(id) && view.isVoting(member))
          .flatMap(Member::status)
          .filter(status -> far.lastIndex() != 0 && isWithin(far, status))
          .isPresent();
    }

    private static boolean isWithin(DataPosition far, MemberStatus status) {
      return Long.compareUnsigned(far.lastIndex(), status.raftIndex()) <= 0
          && Long.compareUnsigned(far.lastTerm(), status.raftTerm()) <= 0;
    }
  }
}
