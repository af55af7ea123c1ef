package io.quorate.diagnosis;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.LastComparison;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.RunningVersions;
import io.quorate.cluster.VotingStatus;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The table of docs/etcd.md#ranked-table: the first row that matches wins. Numbers in comments are
 * rows of that table. Rows 12, 22 and 23 are {@link Advice}; row 21 needs a reader of data
 * directories.
 */
final class DiagnosisTable {
  private static final List<Function<ClusterView, Optional<Diagnosis>>> ROWS =
      List.of(
          DiagnosisTable::splitHistories, // 1
          DiagnosisTable::misrouted, // 2
          HistoryRows::otherHistory,
          HistoryRows::shrunk,
          QuorumLossRows::unobservable,
          DiagnosisTable::corrupt, // 3
          DiagnosisTable::noSpace, // 4
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
          DiagnosisTable::addressChanged, // 7
          view ->
              voter(
                  view,
                  VoterCondition.UNREACHABLE,
                  DiagnosisCode.MEMBER_UNREACHABLE,
                  Optional.empty()), // 8, 1.6
          view ->
              voter(
                  view,
                  VoterCondition.LOST,
                  DiagnosisCode.MINORITY_LOST,
                  Optional.of("minority-replace")), // 9, 10
          view ->
              voter(
                  view,
                  VoterCondition.NEVER_STARTED,
                  DiagnosisCode.PHANTOM_MEMBER,
                  Optional.of("minority-replace")), // 11
          view ->
              voter(
                  view,
                  VoterCondition.NOT_VOTING,
                  DiagnosisCode.MEMBER_NOT_VOTING,
                  Optional.empty()),
          view -> voter(view, VoterCondition.SILENT, DiagnosisCode.MEMBER_SILENT, Optional.empty()),
          DiagnosisTable::joining, // 18
          DiagnosisTable::memberMissing,
          DiagnosisTable::versionSkew, // 19
          DiagnosisTable::dataDiffers); // 3, where no alarm is raised

  /** How many entries any follower may be behind without being worth a word. */
  private static final long NEAR = 100;

  private DiagnosisTable() {}

  static Diagnosis first(ClusterView view) {
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
        + compared(view);
  }

  /** What the comparisons of this look say of the data of voters that are whole otherwise. */
  private static String compared(ClusterView view) {
    return DataDivergence.result(view)
        .filter(compared -> view.voters().size() > 1)
        .map(compared -> " Their data is equal at revision " + compared.revision() + ".")
        .or(
            () ->
                DataDivergence.undecided(view)
                    .map(because -> " Their data could not be compared: " + because))
        .orElse("");
  }

  /**
   * Row 3 without an alarm: etcd has no check of its own switched on that would raise one. The row
   * is the last one, because the repair needs everybody to vote and nothing else under way.
   */
  private static Optional<Diagnosis> dataDiffers(ClusterView view) {
    return DataDivergence.lastAbout(view)
        .flatMap(
            last ->
                last.difference()
                    .map(
                        difference ->
                            new Inconsistent(
                                DiagnosisCode.DATA_DIFFERS,
                                difference
                                    + " at revision "
                                    + last.revision()
                                    + " (compared "
                                    + Amounts.moment(last.at())
                                    + "), and no alarm is raised: reads through a wrong one are"
                                    + " wrong, linearizable ones too."
                                    + unlessOne(last)
                                    + unlessNow(view, last),
                                last.odd().map(odd -> "repair-corrupt-member"))));
  }

  private static String unlessNow(ClusterView view, LastComparison last) {
    return last.at().equals(view.at())
        ? ""
        : " \"quorate plan repair-corrupt-member " + view.cluster() + "\" compares again.";
  }

  private static String unlessOne(LastComparison last) {
    return last.odd().isPresent()
        ? ""
        : " Nobody can tell by counting who is right. Change nothing, save a snapshot of every"
            + " member, and let the owner of the data say which one is right.";
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
                + " Do nothing until a person has said which is the real one.",
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

  /** Row 3. The alarm may name no member, or a good one (docs/etcd.md#corrupt). */
  private static Optional<Diagnosis> corrupt(ClusterView view) {
    List<Member> named =
        view.alarms().stream()
            .filter(alarm -> alarm.kind() == Alarm.Kind.CORRUPT)
            .flatMap(alarm -> alarm.member().stream())
            .flatMap(id -> view.members().stream().filter(member -> member.hasId(id)))
            .toList();
    String whom =
        named.isEmpty()
            ? "etcd does not say whose"
            : "etcd names " + Names.and(named) + ", which may be the wrong one";
    return Optional.<Diagnosis>of(
            new Inconsistent(
                DiagnosisCode.CORRUPT,
                "Members hold different data (alarm CORRUPT); " + whom + "." + others(view),
                Optional.of("repair-corrupt-member")))
        .filter(found -> view.raises(Alarm.Kind.CORRUPT));
  }

  private static Optional<Diagnosis> noSpace(ClusterView view) {
    String full = "A database has reached its quota (alarm NOSPACE): etcd refuses writes.";
    return view.raises(Alarm.Kind.NOSPACE)
        ? Optional.of(
            new Inconsistent(
                DiagnosisCode.NO_SPACE, full + others(view), Optional.of(beforeClearing(view))))
        : Optional.empty();
  }

  /**
   * The runbook that comes first: NOSPACE can be cleared only when everybody votes
   * (docs/etcd.md#nospace).
   */
  private static String beforeClearing(ClusterView view) {
    Set<VoterCondition> conditions =
        view.voters().stream().map(v -> VoterCondition.of(view, v)).collect(Collectors.toSet());
    if (view.margin() < 0 && conditions.contains(VoterCondition.LOST)) {
      return "majority-recovery";
    }
    if (conditions.contains(VoterCondition.STOPPED)
        || conditions.contains(VoterCondition.DISK_FULL)
        || conditions.contains(VoterCondition.HUNG)) {
      return "member-restart";
    }
    return conditions.contains(VoterCondition.LOST) ? "minority-replace" : "clear-nospace";
  }

  /** The conditions of other voters that do not vote, each as a sentence after a blank. */
  private static String others(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> VoterCondition.of(view, voter) != VoterCondition.VOTING)
        .map(
            voter ->
                " "
                    + voter.name()
                    + " "
                    + VoterCondition.of(view, voter).sentence(view, voter)
                    + ".")
        .collect(Collectors.joining());
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
    return Optional.of(new Impaired(code, troubles + " " + Names.quorum(view), runbook));
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
        + changed.objection(view).map(why -> " Not to be followed: " + why + ".").orElse("");
  }

  private static Optional<Diagnosis> joining(ClusterView view) {
    return view.learners().stream()
        .findFirst()
        .map(
            learner ->
                new InMotion(
                    DiagnosisCode.MEMBER_JOINING,
                    learner.name()
                        + " is a learner ("
                        + coming(view, learner)
                        + "); it does not count for quorum. "
                        + Names.quorum(view),
                    Optional.of(
                        view.isOtherPlace(learner) ? "planned-migration" : "minority-replace")));
  }

  /** What can be seen of a learner's progress: one look does not tell whether it stands still. */
  private static String coming(ClusterView view, Member learner) {
    if (learner.entry().filter(MembershipEntry::started).isEmpty() && !view.isLive(learner)) {
      return "it was never started";
    }
    if (!view.isLive(learner)) {
      return "it does not answer"
          + learner
              .silentSince()
              .filter(since -> since.isBefore(view.at()))
              .map(since -> " for " + Amounts.time(Duration.between(since, view.at())))
              .orElse("")
          + ", "
          + process(learner);
    }
    long behind =
        view.leader().flatMap(Member::status).map(MemberStatus::raftIndex).orElse(0L)
            - learner.status().map(MemberStatus::raftAppliedIndex).orElse(0L);
    return behind <= NEAR
        ? "it answers"
        : String.format(Locale.ROOT, "it answers, %,d entries behind the leader", behind);
  }

  private static String process(Member learner) {
    String pid = learner.workload().run().map(Workload::pid).orElse("its process");
    return learner
        .hang()
        .map(hang -> "hung: " + pid + " " + hang.evidence())
        .orElse(learner.workload().evidence());
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
   * it again (an even number is no end state, docs/etcd.md#n-30). With an odd number such a member
   * is a spare. The row precedes mixed versions, because an upgrade waits for the missing member;
   * while a downgrade is enabled no member can join.
   */
  private static Optional<Diagnosis> memberMissing(ClusterView view) {
    List<Member> outside =
        view.members().stream()
            .filter(m -> m.votingStatus() == VotingStatus.UNLISTED && !view.isOtherPlace(m))
            .toList();
    return view.voters().size() % 2 != 0 || outside.isEmpty() || view.downgradeTo().isPresent()
        ? Optional.empty()
        : Optional.of(
            new Impaired(
                DiagnosisCode.MEMBER_MISSING,
                Names.and(outside)
                    + (outside.size() == 1 ? " is" : " are")
                    + " configured and not in the membership, which has "
                    + view.voters().size()
                    + " voters"
                    + (outside.size() == 1 ? "" : ": one of them is missing")
                    + ". "
                    + Names.quorum(view),
                Optional.of("minority-replace")));
  }

  static Diagnosis blind(DiagnosisCode code, String sentence) {
    return new Unobservable(code, sentence);
  }
}
