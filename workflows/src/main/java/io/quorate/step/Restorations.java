package io.quorate.step;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.diagnosis.Return;
import io.quorate.diagnosis.StatedOff;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.record.RestoredMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The steps that make another cluster out of a snapshot, and the old one the cluster again. */
public sealed interface Restorations extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.DESTRUCTIVE;
  }

  @Override
  default boolean changesVoters() {
    return true;
  }

  /**
   * Restores a snapshot as the data of one member, which is a cluster by itself then, with ids that
   * are known before and were never used (docs/etcd.md#restore). No member of the old cluster may
   * run or be able to start, as far as its host can be reached; of the others a person states that
   * they are off.
   *
   * @param first the member, with its new ids
   * @param file the snapshot in the store
   * @param bump by how much the revision is raised, with all older ones marked compacted; 0 for a
   *     plain restore
   * @param off the members that a person stated to be off
   */
  record RestoreMember(RestoredMember first, String file, long bump, List<MemberName> off)
      implements Restorations {
    public RestoreMember {
      off = List.copyOf(off);
    }

    @Override
    public String sentence() {
      return saying(" " + first.owner().cluster());
    }

    /** The sentence without the new id, which is random and new with each look. */
    @Override
    public String material() {
      return saying("");
    }

    /** Whether the other step restores the same as the same member, under whatever new id. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof RestoreMember same
          && first.isAtTheSamePlaceAs(same.first)
          && file.equals(same.file)
          && bump == same.bump
          && off.equals(same.off);
    }

    private String saying(String id) {
      return "Restore "
          + file
          + " as "
          + first.name()
          + ", alone in the new cluster"
          + id
          + (bump == 0
              ? ", revisions as they were"
              : String.format(
                  Locale.ROOT, ", revisions raised by %,d and older ones marked compacted", bump))
          + stated(off);
    }

    /**
     * The statement as a part of a sentence, which an approval is about; empty where nobody was.
     */
    static String stated(List<MemberName> off) {
      return off.isEmpty() ? "" : ", with " + MemberName.inWords(off) + " stated to be off";
    }

    @Override
    public Optional<MemberName> host() {
      return Optional.of(first.name());
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(1), 6);
    }

    /** The budget with the time that a snapshot of its size takes over a slow network. */
    @Override
    public Budget budget(ClusterView view) {
      return budget().longerBy(ReplicationProgress.toTry(view, Optional.of(file)));
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.WITHOUT_QUORUM;
    }

    /** The evidence: data with the new ids is there, and the record has begun the new history. */
    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(first.name())
          .filter(member -> member.data().owner().filter(first.owner()::equals).isPresent())
          .filter(member -> member.hasId(first.owner().member()))
          .filter(member -> view.clusterId().filter(first.owner().cluster()::equals).isPresent())
          .map(member -> "the data of " + first.name() + " is of " + first.owner());
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().restored(first);
    }

    /**
     * The voters whose data is not set aside: it cannot be seen, or is where nobody can reach it.
     * Where they could serve by themselves, and it takes one of whom nobody stated that it is off,
     * no restore is safe (docs/etcd.md#n-12).
     */
    public static List<Member> servingTogether(ClusterView view, StatedOff stated) {
      List<Member> off = stated.voters(view);
      List<Member> out =
          view.voters().stream()
              .filter(voter -> off.contains(voter) || !voter.data().couldBeRead())
              .toList();
      return view.quorum().isHeldBy(out.size()) && !view.quorum().isHeldBy(off.size())
          ? out
          : List.of();
    }

    /**
     * Whether nothing starts this member: it is held, or what it would be started with is not on
     * its host any more.
     */
    public static boolean cannotStart(Member member) {
      return member.workload().cannotStart();
    }

    /** Whether this voter was never started, and has no host on which it could be. */
    public static boolean isNobody(ClusterView view, Member voter) {
      return voter.configured().isEmpty() && Return.of(view, voter) == Return.NEVER_STARTED;
    }

    /** A process that comes or goes can be unreadable for a moment: that is looked at again. */
    static Verdict notKeptStopped(ClusterView view, Member voter) {
      String why =
          voter.name()
              + " of the old cluster is not kept stopped: it "
              + Return.of(view, voter).sentence(view, voter);
      boolean forAMoment = voter.workload().isUncertain() && !voter.workload().isUnreachable();
      Reason reason = StepReason.OLD_MEMBER_NOT_HELD.because(why);
      return forAMoment ? new Verdict.NotYet(reason) : new Verdict.Refused(reason);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      ClusterId next = first.owner().cluster();
      if (view.clusterId().filter(next::equals).isPresent()
          || !view.past().incarnations(next).isEmpty()) {
        return new Verdict.Refused(
            StepReason.CLUSTER_ID_USED.because(
                "the cluster id " + next + " was used before; old members would join"));
      }
      StatedOff stated = new StatedOff(off);
      Optional<String> contradiction = stated.contradiction(view);
      if (contradiction.isPresent()) {
        return new Verdict.Changed(
            StepReason.STATEMENT_CONTRADICTED.because(contradiction.get() + "."));
      }
      if (!servingTogether(view, stated).isEmpty()) {
        return new Verdict.Refused(
            StepReason.OLD_MEMBERS_COULD_SERVE.because(
                "members of the old cluster whose data is not set aside could serve by"
                    + " themselves"));
      }
      return view.members().stream()
          .filter(
              member -> member.isVoter() || (member.isLearner() && member.configured().isPresent()))
          .filter(voter -> !cannotStart(voter) && !stated.covers(voter) && !isNobody(view, voter))
          .findFirst()
          .map(voter -> notKeptStopped(view, voter))
          .orElse(Verdict.PROCEED);
    }
  }

  /**
   * Writes into the record of the cluster that the old cluster goes on, whose data is back in its
   * place. Nothing is taken out of the record: the restored cluster stays in it, so that its id is
   * never used again.
   *
   * @param old the cluster before the restore
   * @param operation whose restore is undone
   */
  record ReturnToOldCluster(ClusterId old, String operation) implements Restorations {
    @Override
    public String sentence() {
      return "Record that this is cluster " + old + " again, as before " + operation;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(1), 8);
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.ENDS_CLUSTER;
    }

    /** The evidence: nobody answers, and the record has the old cluster as the one of now. */
    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.clusterId().filter(old::equals).map(id -> "the record has cluster " + id);
    }

    /**
     * Requires that no process runs but those of old members, which go on where they are, and that
     * no data of another cluster is in a place.
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      return view.members().stream()
          .filter(member -> member.configured().isPresent())
          .flatMap(member -> objection(member).stream())
          .findFirst()
          .<Verdict>map(why -> new Verdict.Refused(StepReason.OLD_CLUSTER_NOT_ALONE.because(why)))
          .orElse(Verdict.PROCEED);
    }

    private Optional<String> objection(Member member) {
      boolean ofOld = member.data().owner().map(DataOwner::cluster).filter(old::equals).isPresent();
      if (member.workload().runs() && !ofOld) {
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
}
