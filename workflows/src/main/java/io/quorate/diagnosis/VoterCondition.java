package io.quorate.diagnosis;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerActivity;
import io.quorate.cluster.Silence;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import io.quorate.workload.Hang;
import io.quorate.workload.Run;
import java.util.Locale;
import java.util.Optional;

/** Condition of one voter, from everything that was seen of it. */
public enum VoterCondition {
  /** Takes part in the quorum of the current term. */
  VOTING,
  /** Answers, but follows no leader, or not the leader of the current term. */
  NOT_VOTING,
  /** The voter does not answer Quorate, but is alive: peers hear the voter. */
  UNREACHABLE,
  /**
   * The process is there and does nothing: a signal stopped the process, or the process waits for
   * its disk.
   */
  HUNG,
  /** Is in the membership and was never started. */
  NEVER_STARTED,
  /** Does not run, and its log says that its file system is full. */
  DISK_FULL,
  /** Does not run, and its data is there: it can be started again. */
  STOPPED,
  /**
   * No peer hears it, its data is gone or known bad, and it does not run, or ends at every start.
   */
  LOST,
  /**
   * Does not run, and its data is of another history than the one that serves, under the same ids:
   * it is never started (docs/etcd.md#other-future).
   */
  OTHER_HISTORY,
  /**
   * Does not answer as the member it should be: for a reason that cannot be seen, because its
   * directory holds somebody else's data, or because its disk is not mounted.
   */
  SILENT;

  /** The condition of a voter in this view. */
  public static VoterCondition of(ClusterView view, Member voter) {
    if (view.isVoting(voter)) {
      return VOTING;
    }
    if (view.isLive(voter)) {
      return NOT_VOTING;
    }
    if (voter.status().isPresent()) {
      return SILENT;
    }
    if (voter.hang().isPresent()) {
      return HUNG;
    }
    if (voter.peerActivity() == PeerActivity.ACTIVE) {
      return UNREACHABLE;
    }
    if (voter.entry().filter(MembershipEntry::started).isEmpty()) {
      return NEVER_STARTED;
    }
    if (!voter.workload().provenAbsent() && !voter.loopsWithoutItsData()) {
      return SILENT;
    }
    if (view.strangerIn(voter).isPresent()) {
      return SILENT;
    }
    if (voter.data().doubt().isPresent()) {
      return SILENT;
    }
    if (OtherHistory.of(view, voter).isPresent()) {
      return OTHER_HISTORY;
    }
    if (voter.workload().diskFull()) {
      return DISK_FULL;
    }
    if (voter.data().intact()) {
      return STOPPED;
    }
    return voter.data().lost() && voter.peerActivity() == PeerActivity.INACTIVE ? LOST : SILENT;
  }

  /** Whether nothing of it can come back to the history that serves, so that it is replaced. */
  public boolean isToBeReplaced() {
    return this == LOST || this == OTHER_HISTORY;
  }

  /** Says what is wrong with this voter, without the voter's name: {@code is lost: ...}. */
  public String sentence(ClusterView view, Member voter) {
    return switch (this) {
      case VOTING -> "votes";
      case NOT_VOTING -> "answers, but follows no leader of the current term";
      case UNREACHABLE ->
          "is alive: its peers exchange raft messages with it; only Quorate cannot reach it ("
              + voter.silence().map(Silence::words).orElse("no answer")
              + ")";
      case HUNG -> hang(voter);
      case NEVER_STARTED ->
          "is in the membership at "
              + voter.entry().map(l -> String.join(", ", l.peerUrls())).orElse("no URL")
              + " and was never started";
      case DISK_FULL -> "stopped because its file system is full";
      case STOPPED -> "is stopped and its data is there (" + voter.workload().evidence() + ")";
      case LOST -> "is lost: " + ended(voter) + " and " + lostData(voter);
      case OTHER_HISTORY ->
          "is stopped, and its data is of another history than the one that serves: "
              + OtherHistory.of(view, voter).orElse("its log differs");
      case SILENT ->
          voter
              .status()
              .map(status -> otherId(voter, status))
              .or(() -> stranger(view, voter))
              .or(() -> doubted(voter))
              .orElseGet(() -> "does not answer (" + silence(voter) + ")");
    };
  }

  private static String hang(Member voter) {
    String process = voter.workload().run().map(Run::words).orElse("its process");
    String peers =
        switch (voter.peerActivity()) {
          case STALLED ->
              "the leader receives nothing from it, over connections that stand, while it receives"
                  + " from others";
          case ACTIVE -> "the connections of its peers stand";
          case INACTIVE -> "no peer hears it";
          case UNKNOWN -> "what its peers see is not known";
        };
    return "is hung: "
        + process
        + " "
        + voter.hang().map(Hang::evidence).orElse("runs")
        + " and does not answer ("
        + voter.silence().map(Silence::words).orElse("no answer")
        + "); "
        + peers;
  }

  static String ended(Member voter) {
    return voter.workload().isRestarting()
        ? "its process ends at every start (" + voter.workload().evidence() + ")"
        : "its process is gone";
  }

  static String lostData(Member voter) {
    return voter
        .data()
        .damage()
        .map(damage -> "its data is damaged: " + damage.words())
        .orElse("its data directory is " + word(voter.data().state()));
  }

  private static String otherId(Member voter, MemberStatus status) {
    return "answers as another member than the membership has ("
        + status.memberId()
        + " in place of "
        + voter.id().map(Object::toString).orElse("none")
        + "): an old process runs there, or its client URL leads elsewhere";
  }

  private static Optional<String> stranger(ClusterView view, Member voter) {
    return view.strangerIn(voter)
        .filter(owner -> voter.workload().provenAbsent())
        .map(
            owner ->
                "is stopped, and its data directory holds the data of %s: its own has to be put back"
                    .formatted(owner));
  }

  private static Optional<String> doubted(Member voter) {
    return voter
        .data()
        .doubt()
        .filter(doubt -> voter.workload().provenAbsent())
        .map("is stopped, and %s"::formatted);
  }

  private static String silence(Member voter) {
    String answer = voter.silence().map(Silence::words).orElse("no answer");
    String peers =
        switch (voter.peerActivity()) {
          case ACTIVE -> "its peers hear it";
          case STALLED -> "nothing comes from it over its peers' connections";
          case INACTIVE -> "no peer hears it";
          case UNKNOWN -> "what its peers see is not known";
        };
    return answer
        + "; "
        + peers
        + "; process: "
        + voter.workload().evidence()
        + "; data directory "
        + word(voter.data().state())
        + voter.data().owner().map(owner -> ", of " + owner).orElse("");
  }

  private static String word(DataDirectory.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
