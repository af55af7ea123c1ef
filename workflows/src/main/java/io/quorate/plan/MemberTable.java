package io.quorate.plan;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberStatus;
import io.quorate.diagnosis.VoterCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The members of a cluster as monospaced lines, the head first. */
public final class MemberTable {
  private static final List<String> HEAD =
      List.of("MEMBER", "ZONE", "STATE", "VERSION", "REVISION", "BEHIND", "DB");

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
            status ->
                List.of(
                    member.name().value(),
                    zone,
                    state(view, member),
                    status.version().toString(),
                    status.revision().toString(),
                    String.format(Locale.ROOT, "%,d", behind(view, status)),
                    mebibytes(status.dbSizeBytes())))
        .orElseGet(
            () -> List.of(member.name().value(), zone, state(view, member), "-", "-", "-", "-"));
  }

  private static long behind(ClusterView view, MemberStatus status) {
    long leader =
        view.leader()
            .flatMap(Member::status)
            .map(MemberStatus::raftIndex)
            .orElse(status.raftIndex());
    return Math.max(0, leader - status.raftAppliedIndex());
  }

  /** {@code 21 MiB}; rounded up, so that something is never nothing. */
  public static String mebibytes(long bytes) {
    return Math.ceilDiv(bytes, 1L << 20) + " MiB";
  }

  private static String state(ClusterView view, Member member) {
    String status = member.votingStatus().name().toLowerCase(Locale.ROOT);
    if (view.leader().filter(member::equals).isPresent()) {
      return status + ", leader";
    }
    if (!member.isVoter()) {
      return member.status().isPresent() ? status : status + ", silent";
    }
    return switch (VoterCondition.of(view, member)) {
      case VOTING -> status;
      case NOT_VOTING -> status + ", not voting";
      case UNREACHABLE -> status + ", unreachable";
      case NEVER_STARTED -> status + ", never started";
      case DISK_FULL -> status + ", disk full";
      case STOPPED -> status + ", stopped";
      case LOST -> status + ", lost";
      case SILENT -> status + ", silent";
    };
  }
}
