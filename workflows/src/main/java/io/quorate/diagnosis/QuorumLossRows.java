package io.quorate.diagnosis;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quorum;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rows 14 to 17 of the table: too few voters vote, or nobody answers. */
final class QuorumLossRows {
  private QuorumLossRows() {}

  /** No member answers, and the hosts do not prove that the processes are gone. */
  static Optional<Diagnosis> unobservable(ClusterView view) {
    if (view.source() == MembershipSource.NONE && !answering(view).isEmpty()) {
      return Optional.of(
          DiagnosisTable.blind(
              DiagnosisCode.UNOBSERVABLE,
              Names.and(answering(view))
                  + " answered, but nobody gave the list of members; without it nothing is done.",
              learnersOnly(view)));
    }
    boolean answered = view.members().stream().anyMatch(member -> member.status().isPresent());
    if (answered || provesLoss(view)) {
      return Optional.empty();
    }
    Optional<String> certificates = certificates(view);
    if (certificates.isPresent()) {
      return Optional.of(
          DiagnosisTable.blind(
              DiagnosisCode.UNOBSERVABLE,
              "No member lets Quorate in, because of certificates.",
              certificates.get()));
    }
    String running =
        view.members().stream().anyMatch(m -> m.workload().runs())
            ? " Processes run on their "
                + view.words().places()
                + ": without quorum a member that was restarted answers nobody."
            : "";
    return Optional.of(
        DiagnosisTable.blind(
            DiagnosisCode.UNOBSERVABLE,
            "No member answers, so nothing can be said; Quorate itself may be cut off.",
            running + moved(view)));
  }

  /** Advice when only learners answer: a learner gives its member list to its peers alone. */
  private static String learnersOnly(ClusterView view) {
    List<Member> answering = answering(view);
    boolean learners =
        answering.stream().allMatch(one -> one.status().filter(MemberStatus::learner).isPresent());
    return learners
        ? " A learner gives the list to its peers alone, and its peer URL did not answer Quorate."
            + " Only if the voters are gone for good, stop "
            + Names.and(answering)
            + " on its "
            + view.words().place()
            + ", and keep its data: the files name the members, and status reads them."
        : "";
  }

  /**
   * Whether the hosts prove that there is no quorum, although nobody answers: so many voters do not
   * run that the others are too few. Without a known membership nobody may run.
   */
  private static boolean provesLoss(ClusterView view) {
    List<Member> voters = votersOrAll(view);
    long absent =
        voters.stream()
            .filter(voter -> voter.workload().provenAbsent() || voter.loopsWithoutItsData())
            .count();
    return !voters.isEmpty()
        && (view.voters().isEmpty()
            ? absent == voters.size()
            : !view.quorum().isHeldBy((int) (voters.size() - absent)));
  }

  /** Returns why TLS keeps Quorate out, each reason once; empty where TLS does not. */
  private static Optional<String> certificates(ClusterView view) {
    Map<String, List<Member>> reasons =
        view.members().stream()
            .filter(member -> member.tlsFailure().isPresent())
            .collect(
                Collectors.groupingBy(
                    member -> member.tlsFailure().orElseThrow().words(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            reasons.entrySet().stream()
                .map(reason -> Names.and(reason.getValue()) + ": " + reason.getKey())
                .collect(
                    Collectors.joining(
                        ". ",
                        " ",
                        ". Whether the cluster is well cannot be said before that is mended.")));
  }

  static Optional<Diagnosis> lost(ClusterView view) {
    List<Member> voters = votersOrAll(view);
    Quorum quorum = new Quorum(voters.size());
    if (!voters.isEmpty() && quorum.isHeldBy(view.voting().size())) {
      return Optional.empty();
    }
    if (observerCutOff(view)) {
      return Optional.of(
          DiagnosisTable.blind(
              DiagnosisCode.OBSERVER_PARTITIONED,
              "Of the voters only "
                  + Names.and(reached(view))
                  + " can be reached, and a leader is followed there: Quorate seems to be cut off"
                  + " from the others.",
              out(view) + " Look from another place before anything is done."));
    }
    long returning = voters.stream().filter(member -> mayReturn(view, member)).count();
    return Optional.of(
        returning >= quorum.size()
            ? waiting(view, voters, quorum)
            : gone(view, voters, quorum, returning));
  }

  private static QuorumLost waiting(ClusterView view, List<Member> voters, Quorum quorum) {
    boolean allAnswer = voters.stream().allMatch(view::isLive);
    String why =
        allAnswer
            ? "All voters answer and none follows a leader: an election is under way, or their"
                + " peers cannot reach each other."
            : view.voting().size()
                + " of "
                + voters.size()
                + (view.voting().size() == 1 ? " voters votes, " : " voters vote, ")
                + quorum.size()
                + (quorum.size() == 1 ? " is" : " are")
                + " needed; enough can come back with their data.";
    String details =
        allAnswer
            ? ""
            : bringBack(standing(view, voters)) + hung(view, voters) + notTheirs(view, voters);
    return new QuorumLost(
        DiagnosisCode.WAITING_FOR_QUORUM,
        why,
        details + moved(view),
        Optional.of("majority-recovery"));
  }

  private static String moved(ClusterView view) {
    return ListedUrls.moved(view).map(" "::concat).orElse("");
  }

  private static String bringBack(List<Member> standing) {
    return standing.isEmpty() ? "" : " Bring back " + Names.and(standing) + ".";
  }

  /**
   * Lists the voters that do not run and can come back; where all of them run, the voters that do
   * not answer.
   */
  private static List<Member> standing(ClusterView view, List<Member> voters) {
    List<Member> silent =
        voters.stream().filter(voter -> !view.isLive(voter) && mayReturn(view, voter)).toList();
    List<Member> still = silent.stream().filter(voter -> !voter.workload().runs()).toList();
    return still.isEmpty() ? silent : still;
  }

  private static QuorumLost gone(
      ClusterView view, List<Member> voters, Quorum quorum, long returning) {
    return new QuorumLost(
        DiagnosisCode.QUORUM_LOST,
        "Quorum is lost: "
            + (returning == 0 ? "none" : "only " + returning)
            + " of "
            + voters.size()
            + (voters.size() == 1 ? " voter" : " voters")
            + " can come back with data, "
            + quorum.size()
            + (quorum.size() == 1 ? " is needed." : " are needed."),
        neverStarted(view, voters) + notTheirs(view, voters) + moved(view),
        Optional.of("majority-recovery"));
  }

  /** Names the voters that would vote again at once if their processes went on. */
  private static String hung(ClusterView view, List<Member> voters) {
    return voters.stream()
        .filter(voter -> VoterCondition.of(view, voter) == VoterCondition.HUNG)
        .map(voter -> " " + voter.name() + " " + VoterCondition.HUNG.sentence(view, voter) + ".")
        .collect(Collectors.joining());
  }

  /**
   * Names the voters that count for quorum and were never started (docs/etcd.md#phantom-members).
   */
  private static String neverStarted(ClusterView view, List<Member> voters) {
    return voters.stream()
        .filter(Member::isVoter)
        .filter(voter -> Return.of(view, voter) == Return.NEVER_STARTED)
        .map(voter -> " " + voter.name() + " " + Return.NEVER_STARTED.sentence(view, voter) + ".")
        .collect(Collectors.joining());
  }

  /**
   * Names the voters whose directory holds another member's data, or lies below a disk that is not
   * mounted. Such a voter may return once its own data is put back.
   */
  private static String notTheirs(ClusterView view, List<Member> voters) {
    return voters.stream()
        .filter(voter -> voter.workload().provenAbsent())
        .filter(voter -> view.strangerIn(voter).isPresent() || voter.data().doubt().isPresent())
        .map(voter -> " " + voter.name() + " " + VoterCondition.SILENT.sentence(view, voter) + ".")
        .collect(Collectors.joining());
  }

  /** The voters; without a member list, all configured members. */
  private static List<Member> votersOrAll(ClusterView view) {
    return view.voters().isEmpty() ? view.members() : view.voters();
  }

  /**
   * Whether a voter can come back: also with another's data in its directory, for its own may be in
   * that other's, and without quorum the list of members can be an old one; and where its disk is
   * not mounted, for its data is on that.
   */
  private static boolean mayReturn(ClusterView view, Member member) {
    if (member.isVoter() && Return.of(view, member) == Return.NEVER_STARTED) {
      return false;
    }
    return view.isLive(member)
        || (!member.workload().provenAbsent() && !member.loopsWithoutItsData())
        || member.data().intact()
        || member.data().doubt().isPresent();
  }

  /**
   * Whether only a minority is reached and it has a leader: then the others hold quorum
   * (docs/etcd.md#seen-from-one-place). Where some of the others are out, as their places show, a
   * leader that has just died may still be followed; only a list that quorum confirmed in this look
   * tells that the rest holds quorum.
   */
  private static boolean observerCutOff(ClusterView view) {
    List<Member> reached = reached(view);
    return !reached.isEmpty()
        && reached.stream().allMatch(m -> m.status().flatMap(MemberStatus::leader).isPresent())
        && (view.voters().stream().noneMatch(voter -> isOut(view, voter)) || restVotes(view));
  }

  /**
   * Whether quorum has just answered through a leader that may live, without those that are out.
   */
  private static boolean restVotes(ClusterView view) {
    List<Member> rest =
        view.voters().stream()
            .filter(voter -> view.isLive(voter) || !voter.workload().isRestarting())
            .filter(voter -> !isOut(view, voter))
            .toList();
    return view.source() == MembershipSource.LINEARIZABLE
        && view.quorum().isHeldBy(rest.size())
        && reached(view).stream()
            .flatMap(one -> one.status().flatMap(MemberStatus::leader).stream())
            .allMatch(leader -> rest.stream().anyMatch(voter -> voter.hasId(leader)));
  }

  /** Whether a voter votes for nobody, whoever looks: its process is gone, or does nothing. */
  private static boolean isOut(ClusterView view, Member voter) {
    return !view.isLive(voter)
        && (voter.workload().provenAbsent()
            || voter.loopsWithoutItsData()
            || voter.hang().isPresent());
  }

  /** Names the voters that are out beside those that cannot be reached. */
  private static String out(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> isOut(view, voter))
        .map(
            voter ->
                " "
                    + voter.name()
                    + " "
                    + VoterCondition.of(view, voter).sentence(view, voter)
                    + ".")
        .collect(Collectors.joining());
  }

  private static List<Member> answering(ClusterView view) {
    return view.members().stream().filter(member -> member.status().isPresent()).toList();
  }

  private static List<Member> reached(ClusterView view) {
    return view.members().stream().filter(view::isLive).toList();
  }
}
