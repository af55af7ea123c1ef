package io.quorate.diagnosis;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerActivity;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import io.quorate.view.OtherMachine;
import io.quorate.view.TwoHistories;
import io.quorate.workload.Hang;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether and how a voter can come back while there is no quorum, with the data it had
 * (docs/etcd.md#return-of-a-majority). Nothing is lost by waiting for it: raft goes on where it
 * was.
 */
public enum Return {
  /** The voter answers. */
  SERVES,
  /** The process runs; without quorum a restarted member answers nobody. */
  RUNS,
  /**
   * A process of it runs, and its log is shorter than what the member once knew to be decided, or
   * nobody read its log and it is on another volume than before: somebody emptied its directory, or
   * replaced its volume, and its vote counts all the same (docs/etcd.md#n-03).
   */
  FORGETFUL,
  /** The voter does not run, and can be started with its data. */
  STARTABLE,
  /** The process is stopped by a signal, and votes once a signal lets it go on. */
  STOPPED_BY_SIGNAL,
  /** The process hangs for another reason, which a person has to mend. */
  HANGS,
  /**
   * Nobody knows: its disk is not mounted, its directory holds another's data, or its host tells
   * nothing. It may come back.
   */
  AWAY,
  /**
   * The data is older than the member once was, by the record: a copy, or a volume that was rolled
   * back. The voter must not be started (docs/etcd.md#n-03).
   */
  OUTDATED,
  /**
   * The data contradicts another member's data: a person has to choose between two histories of the
   * cluster (docs/etcd.md#lineage), or has chosen the other history (docs/etcd.md#other-future).
   */
  FORKED,
  /**
   * The voter was added to the membership and nobody ever started it: it counts for quorum, and has
   * no data that could come back (docs/etcd.md#phantom-members).
   */
  NEVER_STARTED,
  /** The data is missing or damaged, and the voter does not run, or ends at every start. */
  GONE;

  /** How this voter can come back. */
  public static Return of(ClusterView view, Member voter) {
    if (view.isLive(voter)) {
      return SERVES;
    }
    if (voter.status().isPresent()) {
      return AWAY;
    }
    if (voter.workload().runs()) {
      return running(view, voter);
    }
    if (isNeverStarted(view, voter)) {
      return NEVER_STARTED;
    }
    if (!isStill(voter) || view.strangerIn(voter).isPresent() || voter.data().doubt().isPresent()) {
      return AWAY;
    }
    if (outdated(view, voter).isPresent()) {
      return OUTDATED;
    }
    if (OtherHistory.givenUp(view, voter).isPresent() || TwoHistories.isIn(view, voter)) {
      return FORKED;
    }
    if (voter.data().intact()) {
      return STARTABLE;
    }
    return voter.data().state() == DataDirectory.State.UNREADABLE ? AWAY : GONE;
  }

  /**
   * Whether nobody ever started this voter, by all that is known: it has no name in the list, which
   * etcd learns at the first start; no peer hears it; neither the record nor the data of any member
   * knows it as started; and nothing at its place, if it has one, is its own. A voter that was
   * started once and lost its data has forgotten what it acknowledged (docs/etcd.md#wiped-members),
   * and is another thing.
   */
  private static boolean isNeverStarted(ClusterView view, Member voter) {
    boolean named = voter.entry().filter(MembershipEntry::started).isPresent();
    boolean heard =
        voter.peerActivity() == PeerActivity.ACTIVE || voter.peerActivity() == PeerActivity.STALLED;
    boolean nothing =
        voter.configured().isEmpty()
            || voter.data().nothingThere()
            || isLeftOver(voter.data())
            || view.strangerIn(voter).isPresent();
    return !named && !heard && nothing && !wasStarted(view, voter);
  }

  /**
   * Whether there is only what etcd leaves whose first start failed: no log, and a database that
   * was read and names nobody. One that could not be read may be of a member that ran.
   */
  private static boolean isLeftOver(DataDirectory data) {
    return data.state() == DataDirectory.State.PARTIAL
        && data.owner().isEmpty()
        && data.position()
            .filter(far -> far.lastIndex() == 0 && far.members().isEmpty())
            .isPresent();
  }

  private static boolean wasStarted(ClusterView view, Member voter) {
    boolean recorded =
        Stream.concat(view.past().earlier().stream(), view.past().incarnation().stream())
            .flatMap(history -> voter.id().flatMap(history::member).stream())
            .anyMatch(
                known ->
                    known.entry().started()
                        || known.raftIndex().isPresent()
                        || known.revision().isPresent());
    return recorded
        || view.members().stream().map(Member::data).anyMatch(data -> knows(data, voter));
  }

  /** Whether the data of any member is this voter's, or lists it with a name. */
  private static boolean knows(DataDirectory data, Member voter) {
    return data.owner().filter(owner -> voter.hasId(owner.member())).isPresent()
        || data.position().stream()
            .flatMap(far -> far.members().stream())
            .anyMatch(entry -> voter.hasId(entry.id()) && entry.started());
  }

  private static Return running(ClusterView view, Member voter) {
    return forgotten(view, voter).isPresent()
        ? FORGETFUL
        : voter.workload().hang().map(Return::hanging).orElse(RUNS);
  }

  /** Why a running voter has not what it had; empty where nothing shows that. */
  private static Optional<String> forgotten(ClusterView view, Member voter) {
    return shorterLog(view, voter).or(() -> otherVolume(view, voter));
  }

  /** The other volume from which a voter runs whose log nobody read: it may be an empty one. */
  private static Optional<String> otherVolume(ClusterView view, Member voter) {
    return OtherMachine.of(view, voter)
        .filter(found -> voter.data().logged().isEmpty())
        .flatMap(OtherMachine::volume);
  }

  /**
   * How far the log of a running voter has come, and how far the record has seen it; empty where it
   * is not shorter, or one of the two is not known. A log only grows, so what was read of a running
   * one is at most too little by what was just written.
   */
  private static Optional<String> shorterLog(ClusterView view, Member voter) {
    return recordedIndex(view, voter)
        .flatMap(
            seen ->
                voter
                    .data()
                    .logged()
                    .filter(reached -> reached < seen)
                    .map(
                        reached ->
                            "runs with a log that ends at raft index %d, and it once had committed %d"
                                .formatted(reached, seen)));
  }

  private static Return hanging(Hang hang) {
    return switch (hang.kind()) {
      case STOPPED -> STOPPED_BY_SIGNAL;
      case DISK, FILES, MUTE -> HANGS;
    };
  }

  /** Whether no process runs and something can be started. */
  private static boolean isStill(Member voter) {
    return voter.workload().isStartable() || voter.loopsWithoutItsData();
  }

  /**
   * How far the data of a voter is, and how far the record has seen it; empty where it is not
   * older, or one of the two is not known.
   */
  public static Optional<String> outdated(ClusterView view, Member voter) {
    Optional<Long> recorded = recordedIndex(view, voter);
    Optional<DataPosition> there =
        voter.data().position().filter(far -> voter.data().state() == DataDirectory.State.PRESENT);
    return recorded
        .filter(seen -> there.filter(far -> far.lastIndex() < seen).isPresent())
        .map(
            seen ->
                "its data ends at raft index "
                    + there.orElseThrow().lastIndex()
                    + ", and it once had committed "
                    + seen
                    + ": an older copy, or a volume that was rolled back");
  }

  private static Optional<Long> recordedIndex(ClusterView view, Member voter) {
    return voter.id().flatMap(view.past()::committed);
  }

  /** Whether it votes by itself, or once it is started or let go on. */
  public boolean isAtHand() {
    return switch (this) {
      case SERVES, RUNS, STARTABLE, STOPPED_BY_SIGNAL -> true;
      case FORGETFUL, HANGS, AWAY, OUTDATED, FORKED, NEVER_STARTED, GONE -> false;
    };
  }

  /** Whether it may come back with its data, if a person does something. */
  public boolean isPossible() {
    return isAtHand() || this == HANGS || this == AWAY;
  }

  /** Whether enough voters are at hand for a quorum. */
  public static boolean isQuorumAtHand(ClusterView view) {
    return view.quorum().isHeldBy(atHand(view).size());
  }

  /**
   * Whether enough voters are at hand for a quorum without those that were started since it was
   * lost and do not run. Only a person says that they are not started once more.
   */
  public static boolean isQuorumAtHandUntried(ClusterView view) {
    long untried =
        atHand(view).stream()
            .filter(
                voter ->
                    of(view, voter) != STARTABLE || !view.past().tried().contains(voter.name()))
            .count();
    return view.quorum().isHeldBy((int) untried);
  }

  /** The voters at hand. */
  public static List<Member> atHand(ClusterView view) {
    return view.voters().stream().filter(voter -> of(view, voter).isAtHand()).toList();
  }

  /** Says why this voter is away, without the voter's name. */
  public String sentence(ClusterView view, Member voter) {
    return switch (this) {
      case SERVES -> "answers";
      case RUNS -> "runs and answers nobody until quorum is back";
      case FORGETFUL -> forgotten(view, voter).orElse("runs and has forgotten what it had");
      case STARTABLE -> "is stopped, its data is there";
      case STOPPED_BY_SIGNAL -> "is stopped by a signal";
      case HANGS -> "hangs: " + voter.workload().hang().map(Hang::evidence).orElse("it runs");
      case AWAY -> VoterCondition.of(view, voter).sentence(view, voter);
      case OUTDATED -> "must not be started: " + outdated(view, voter).orElse("its data is old");
      case FORKED ->
          "must not be started: "
              + OtherHistory.givenUp(view, voter)
                  .map("its data is of another history: "::concat)
                  .orElse("its data and that of another are two histories");
      case NEVER_STARTED -> VoterCondition.NEVER_STARTED.sentence(view, voter);
      case GONE ->
          "is gone: " + VoterCondition.ended(voter) + " and " + VoterCondition.lostData(voter);
    };
  }
}
