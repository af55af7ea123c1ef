package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.VotingStatus;
import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.MissingVoters;
import io.quorate.view.RunningVersions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The table of docs/etcd.md#ranked-table: the first row that matches wins. Numbers in comments are
 * rows of that table. Rows 12, 22 and 23 are {@link Advice}; row 21 needs a reader of data
 * directories.
 */
public final class DiagnosisTable {
  private static final List<Function<ClusterView, Optional<Diagnosis>>> ROWS =
      List.of(
          DiagnosisTable::splitHistories, // 1
          DiagnosisTable::misrouted, // 2
          HistoryRows::otherHistory,
          HistoryRows::shrunk,
          HistoryRows::strayCluster,
          QuorumLossRows::unobservable,
          AlarmRows::corrupt, // 3
          AlarmRows::noSpace, // 4
          DiagnosisTable::leaderDisputed, // 13
          QuorumLossRows::lost, // 14 to 17
          view ->
              voter(
                  view,
                  VoterCondition.DISK_FULL,
                  DiagnosisCode.DISK_FULL,
                  Optional.of("member-restart")), // 5
          view ->
              voter(
                  view,
                  VoterCondition.STOPPED,
                  DiagnosisCode.MEMBER_STOPPED,
                  Optional.of("member-restart")), // 6
          view ->
              voter(
                  view,
                  VoterCondition.HUNG,
                  DiagnosisCode.MEMBER_HUNG,
                  Optional.of("member-restart")),
          ComparisonRow::dataDiffersBesideALoss, // 3
          view ->
              voter(
                  view,
                  VoterCondition.LOST,
                  DiagnosisCode.MINORITY_LOST,
                  Optional.of("minority-replace")), // 9, 10
          view ->
              voter(
                  view,
                  VoterCondition.OTHER_HISTORY,
                  DiagnosisCode.MEMBER_OF_OTHER_HISTORY,
                  Optional.of("minority-replace")),
          view ->
              voter(
                  view,
                  VoterCondition.NEVER_STARTED,
                  DiagnosisCode.PHANTOM_MEMBER,
                  Optional.of("minority-replace")), // 11
          DiagnosisTable::addressChanged, // 7: after what costs a voter
          view ->
              voter(
                  view,
                  VoterCondition.UNREACHABLE,
                  DiagnosisCode.MEMBER_UNREACHABLE,
                  Optional.empty()), // 8, 1.6
          view ->
              voter(
                  view,
                  VoterCondition.NOT_VOTING,
                  DiagnosisCode.MEMBER_NOT_VOTING,
                  Optional.empty()),
          view -> voter(view, VoterCondition.SILENT, DiagnosisCode.MEMBER_SILENT, Optional.empty()),
          LearnerRow::joining, // 18
          // A member that is added copies the data of whoever leads.
          view -> memberMissing(view).flatMap(any -> ComparisonRow.dataDiffers(view)),
          DiagnosisTable::memberMissing,
          DiagnosisTable::versionSkew, // 19
          ComparisonRow::dataDiffers); // 3, where no alarm is raised

  private DiagnosisTable() {}

  /** Returns the trouble of the first row that matches; without a match the cluster is whole. */
  public static Diagnosis diagnose(ClusterView view) {
    return ROWS.stream()
        .flatMap(row -> row.apply(view).stream())
        .findFirst()
        .orElseGet(() -> new Diagnosis.Whole(whole(view)));
  }

  private static String whole(ClusterView view) {
    int voters = view.voters().size();
    return (voters == 1 ? "The only voter votes, " : "All " + voters + " voters vote, ")
        + view.leader().map(leader -> leader.name() + " leads").orElse("nobody leads")
        + "."
        + ComparisonRow.compared(view);
  }

  private static Optional<Diagnosis> splitHistories(ClusterView view) {
    Set<ClusterId> ids =
        view.members().stream()
            .flatMap(member -> member.status().stream())
            .map(MemberStatus::clusterId)
            .collect(Collectors.toSet());
    if (ids.size() < 2) {
      return Optional.empty();
    }
    String answers =
        view.members().stream()
            .filter(member -> member.status().isPresent())
            .map(m -> m.name() + " of " + m.status().map(MemberStatus::clusterId).orElseThrow())
            .collect(Collectors.joining(", "));
    return Optional.of(
        new Inconsistent(
            DiagnosisCode.SPLIT_HISTORIES,
            "Members answer as different clusters ("
                + answers
                + ")."
                + HistoryRows.real(view)
                + HistoryRows.strays(view)
                    .orElse(" Do nothing until a person has said which is the real one."),
            Optional.empty()));
  }

  private static Optional<Diagnosis> misrouted(ClusterView view) {
    return view.members().stream()
        .filter(member -> member.status().isPresent())
        .filter(member -> !member.hasId(member.status().orElseThrow().memberId()))
        .filter(member -> view.lists(member.status().orElseThrow().memberId()))
        .findFirst()
        .map(
            member -> {
              MemberId answered = member.status().orElseThrow().memberId();
              return new Inconsistent(
                  DiagnosisCode.MEMBER_MISROUTED,
                  "The client URL of "
                      + member.name()
                      + " leads to another member ("
                      + answered
                      + "). Mend names, load balancer or configuration first.",
                  Optional.empty());
            });
  }

  private static Optional<Diagnosis> leaderDisputed(ClusterView view) {
    List<Member> claims =
        view.members().stream()
            .filter(view::isLive)
            .filter(member -> member.status().filter(MemberStatus::isLeader).isPresent())
            .toList();
    return claims.size() < 2
        ? Optional.empty()
        : Optional.of(
            new InMotion(
                DiagnosisCode.LEADER_DISPUTED,
                Names.and(claims) + " both say they lead; an election settles it in seconds.",
                Optional.empty()));
  }

  private static Optional<Diagnosis> voter(
      ClusterView view, VoterCondition condition, DiagnosisCode code, Optional<String> runbook) {
    List<Member> matching =
        view.voters().stream().filter(m -> VoterCondition.of(view, m) == condition).toList();
    if (matching.isEmpty()) {
      return Optional.empty();
    }
    String troubles =
        view.voters().stream()
            .filter(member -> VoterCondition.of(view, member) != VoterCondition.VOTING)
            .map(
                member ->
                    member.name()
                        + " "
                        + VoterCondition.of(view, member).sentence(view, member)
                        + ".")
            .collect(Collectors.joining(" "));
    String elsewhere =
        ChangedAddress.in(view).stream()
            .filter(one -> VoterCondition.of(view, one.member()) == VoterCondition.VOTING)
            .map(one -> " " + addressChanged(one, view))
            .collect(Collectors.joining());
    return Optional.of(
        new Impaired(code, troubles + elsewhere + " " + Names.quorum(view), runbook));
  }

  /** Row 7. A URL that cannot be the member's is for a person: the configuration is wrong. */
  private static Optional<Diagnosis> addressChanged(ClusterView view) {
    List<ChangedAddress> changed = ChangedAddress.in(view);
    boolean curable = changed.stream().anyMatch(one -> one.objection(view).isEmpty());
    String sentences =
        changed.stream().map(one -> addressChanged(one, view)).collect(Collectors.joining(" "));
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Impaired(
                DiagnosisCode.ADDRESS_CHANGED,
                sentences + " " + Names.quorum(view),
                Optional.of("member-restart").filter(runbook -> curable)));
  }

  private static String addressChanged(ChangedAddress changed, ClusterView view) {
    return changed.member().name()
        + " is listed at "
        + String.join(", ", changed.listed())
        + " and configured at "
        + changed.configured()
        + "."
        + changed
            .objection(view)
            .map(why -> " Not to be followed: " + why.sentence() + ".")
            .orElse("");
  }

  private static Optional<Diagnosis> versionSkew(ClusterView view) {
    RunningVersions versions = RunningVersions.of(view);
    if (view.downgradeTo().isPresent()) {
      return Optional.of(
          new InMotion(
              DiagnosisCode.VERSION_SKEW,
              "A downgrade to "
                  + view.downgradeTo().get()
                  + " is enabled and not finished (members run "
                  + versions.inWords()
                  + "): until it ends, no member can join.",
              Optional.of("rolling-downgrade")));
    }
    return !versions.areMixed()
        ? Optional.empty()
        : Optional.of(
            new InMotion(
                DiagnosisCode.VERSION_SKEW,
                "Members run different minor versions ("
                    + versions.inWords()
                    + "): an upgrade or a downgrade is not finished.",
                Optional.of("rolling-upgrade")));
  }

  /**
   * An even number of voters with a configured member outside: somebody removed it and did not add
   * it again (an even number is no end state, docs/etcd.md#n-30). With an odd number such members
   * are spares, unless a plan of Quorate left them outside. The row precedes mixed versions,
   * because an upgrade waits for the missing member; while a downgrade is enabled no member can
   * join.
   */
  private static Optional<Diagnosis> memberMissing(ClusterView view) {
    boolean even = view.voters().size() % 2 == 0;
    List<Member> outside =
        (even ? view.members() : MissingVoters.in(view))
            .stream()
                .filter(m -> m.votingStatus() == VotingStatus.UNLISTED && !view.isOtherPlace(m))
                .toList();
    return outside.isEmpty() || view.downgradeTo().isPresent()
        ? Optional.empty()
        : Optional.of(
            new Impaired(
                DiagnosisCode.MEMBER_MISSING,
                (even ? halfway(view, outside) : formerVoters(view, outside))
                    + " "
                    + Names.quorum(view),
                Optional.of("minority-replace")));
  }

  private static String halfway(ClusterView view, List<Member> outside) {
    return Names.and(outside)
        + (outside.size() == 1 ? " is" : " are")
        + " configured and not in the membership, which has "
        + view.voters().size()
        + " voters"
        + (outside.size() == 1 ? "." : ": one of them is missing.");
  }

  private static String formerVoters(ClusterView view, List<Member> outside) {
    return "%s were voters, are configured, and are not in the membership, which has %s. Where they are not to come back, take them out of the configuration."
        .formatted(Names.and(outside), Amounts.count(view.voters().size(), "voter"));
  }

  static Diagnosis blind(DiagnosisCode code, String headline, String details) {
    return new Unobservable(code, headline, details);
  }
}
