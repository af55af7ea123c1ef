package io.quorate.plan;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The members of a cluster as a table in monospaced lines, the head first. */
public final class MemberTable {
  private static final List<String> HEAD =
      List.of("MEMBER", "ZONE", "STATE", "VERSION", "REVISION", "BEHIND", "DB");

  private static final String UNTRIED = "; none that is kept was ever restored on trial.";

  private MemberTable() {}

  public static List<String> of(ClusterView view) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    view.members().forEach(member -> rows.add(row(view, member)));
    return Columns.lines(rows);
  }

  private static List<String> row(ClusterView view, Member member) {
    String zone = member.zone().value();
    return member
        .status()
        .map(
            answer ->
                List.of(
                    member.name().value(),
                    zone,
                    state(view, member),
                    answer.version().toString(),
                    answer.revision().toString(),
                    String.format(Locale.ROOT, "%,d", behind(view, answer)),
                    Amounts.mebibytes(answer.dbSizeBytes())))
        .orElseGet(
            () -> List.of(member.name().value(), zone, state(view, member), "-", "-", "-", "-"));
  }

  private static long behind(ClusterView view, MemberStatus answer) {
    long leader =
        view.leader()
            .flatMap(Member::status)
            .map(MemberStatus::raftIndex)
            .orElse(answer.raftIndex());
    return Math.max(0, leader - answer.raftAppliedIndex());
  }

  /**
   * Sentences about the last known snapshot, with its age, and about the last restore on trial: how
   * long a restore took, for whoever has to decide about data.
   */
  public static String snapshotLine(ClusterView view) {
    Optional<String> drill =
        view.protection()
            .flatMap(Protection::lastDrill)
            .map(last -> " " + last.sentence(view.at()) + ".");
    return view.lastSnapshot()
            .map(saved -> "Last snapshot " + age(saved, view) + ", SHA-256 verified")
            .map(last -> last + (drill.isEmpty() && wasRead(view) ? UNTRIED : "."))
            .orElseGet(() -> noSnapshot(view))
        + drill.orElse("");
  }

  private static boolean wasRead(ClusterView view) {
    return view.protection().filter(known -> known.unread().isEmpty()).isPresent();
  }

  /** Why no snapshot is known; a drill shows that there was one. */
  public static String noSnapshot(ClusterView view) {
    Optional<Protection> known = view.protection();
    return known
        .flatMap(Protection::unread)
        .map(why -> "The snapshots cannot be read: " + why + ".")
        .orElseGet(
            () ->
                known
                        .filter(one -> one.lastDrill().isPresent() || one.gone().isPresent())
                        .isPresent()
                    ? "No snapshot that could be restored is left."
                    : "No snapshot saved by Quorate yet.");
  }

  private static String age(SavedSnapshot saved, ClusterView view) {
    return Amounts.ago(saved.savedAt(), view.at()) + ": revision " + saved.atLeast() + " or later";
  }

  private static String state(ClusterView view, Member member) {
    String status = member.votingStatus().name().toLowerCase(Locale.ROOT);
    if (view.leader().filter(member::equals).isPresent()) {
      return status + ", leader";
    }
    if (view.source() == MembershipSource.NONE) {
      return member.status().isPresent() ? "not known" : "not known, silent";
    }
    if (!member.isVoter()) {
      return member.status().isPresent() ? status : status + ", silent";
    }
    return switch (VoterCondition.of(view, member)) {
      case VOTING -> status;
      case NOT_VOTING -> status + ", not voting";
      case UNREACHABLE -> status + ", unreachable";
      case HUNG -> status + ", hung";
      case NEVER_STARTED -> status + ", never started";
      case DISK_FULL -> status + ", disk full";
      case STOPPED -> status + ", stopped";
      case LOST -> status + ", lost";
      case OTHER_HISTORY -> status + ", of another history";
      case SILENT -> status + ", silent";
    };
  }
}
