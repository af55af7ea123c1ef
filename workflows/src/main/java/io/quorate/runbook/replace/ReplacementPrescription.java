package io.quorate.runbook.replace;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quorum;
import io.quorate.cluster.VotingStatus;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.Origin;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.ReplacementInARoll;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.Spares;
import io.quorate.runbook.Wording;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.MissingVoters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One prescription of {@link MinorityReplaceRunbook}: which members to replace, and the objections.
 */
final class ReplacementPrescription {
  private final ClusterView view;
  private final MinorityReplaceRequest request;
  private final List<Member> chosen;
  private final List<Member> out;
  private final ReplacementPlan plan;

  ReplacementPrescription(ClusterView view, MinorityReplaceRequest request) {
    this.view = view;
    this.request = request;
    this.chosen = request.members().isEmpty() ? inTrouble() : named();
    this.out = learnersInTheWay();
    this.plan =
        new ReplacementPlan(
            view,
            request,
            chosen,
            chosen.stream().filter(member -> !isDone(member) && !out.contains(member)).toList(),
            out);
  }

  /**
   * The learners that are taken out, because they keep others from coming in or coming to an end:
   * one that nobody named beside those that are named, one that cannot be started beside a lost
   * voter, and one with which the number of voters would be even. A learner has no vote, and all it
   * has is a copy.
   */
  private List<Member> learnersInTheWay() {
    List<Member> learners =
        view.learners().stream()
            .filter(learner -> !view.isOtherPlace(learner) && isOurs(learner))
            .toList();
    if (learners.size() != 1 || view.learners().size() != 1) {
      return List.of();
    }
    Member learner = learners.get(0);
    boolean others = chosen.stream().anyMatch(member -> !member.equals(learner));
    boolean named = !request.members().isEmpty() && !chosen.contains(learner);
    boolean even = !others && view.voters().size() % 2 == 1;
    boolean stuck = others && !named && !canRun(learner);
    return (named && others) || even || stuck ? learners : List.of();
  }

  /**
   * Whether the learner is where the configuration has it, or nowhere in it: then it was started by
   * hand, and no place of ours is touched.
   */
  private static boolean isOurs(Member learner) {
    List<String> listed = learner.entry().map(MembershipEntry::peerUrls).orElse(List.of());
    return learner
        .configured()
        .map(place -> place.isAmong(listed))
        .orElseGet(() -> !ReplacementObjections.isPhantom(learner));
  }

  /**
   * Whether the learner can come in. One that runs and does not answer is receiving its snapshot,
   * unless it hangs: it serves only after that.
   */
  private static boolean canRun(Member learner) {
    if (learner.configured().isEmpty()) {
      return false;
    }
    return learner.workload().isStartable()
        || (learner.workload().runs() && learner.hang().isEmpty());
  }

  Prescription prescription() {
    Optional<MemberName> unknown =
        request.members().stream()
            .filter(name -> view.member(name).isEmpty())
            .filter(name -> !request.instead().containsKey(name))
            .findFirst();
    if (unknown.isPresent()) {
      return new Refusal(
          StepReason.MEMBER_UNKNOWN.because(
              unknown.get() + " is neither configured nor in the membership."));
    }
    if (!request.members().isEmpty() && chosen.stream().allMatch(this::isDone)) {
      return new NothingToDo(ReplaceReason.MEMBERS_REPLACED.because(done()));
    }
    ReplacementObjections objections = new ReplacementObjections(view, request.lostByWord());
    return chosen.stream()
        .filter(member -> !isDone(member) && !out.contains(member))
        .filter(member -> member.isListed() || plan.additions().contains(member))
        .flatMap(member -> objections.to(member).stream())
        .findFirst()
        .or(this::objection)
        .orElseGet(plan::make);
  }

  /** The reason why nothing is left to do. A phantom is in no view any more once it is removed. */
  private String done() {
    List<MemberName> removed =
        request.members().stream().filter(name -> view.member(name).isEmpty()).toList();
    String out =
        removed.isEmpty()
            ? ""
            : MemberName.inWords(removed) + (removed.size() == 1 ? " is" : " are") + " removed.";
    String in =
        chosen.isEmpty()
            ? ""
            : Wording.and(chosen) + (chosen.size() == 1 ? " is" : " are") + " replaced.";
    return (out + " " + in).strip();
  }

  private List<Member> named() {
    Set<MemberName> names = Set.copyOf(request.members());
    return view.members().stream().filter(member -> names.contains(member.name())).toList();
  }

  /** All members in trouble; when nobody chose, each of them is replaced. */
  private List<Member> inTrouble() {
    List<Member> missing = missing();
    return view.members().stream()
        .filter(
            member ->
                switch (member.votingStatus()) {
                  case VOTER -> VoterCondition.of(view, member) != VoterCondition.VOTING;
                  case LEARNER -> true;
                  case UNLISTED -> missing.contains(member);
                })
        .toList();
  }

  /**
   * The members to add: as many of those that a plan of Quorate left outside as make the number of
   * voters odd. Where there are none, one of several configured members outside an even number is
   * missing, and the others are spares.
   */
  private List<Member> missing() {
    long real =
        view.voters().stream().filter(voter -> !ReplacementObjections.isPhantom(voter)).count();
    List<Member> voters = MissingVoters.in(view);
    if (voters.isEmpty()) {
      return real % 2 == 0 ? new Spares(view).coming(1) : List.of();
    }
    return new Spares(view)
        .coming(view.members().size()).stream()
            .filter(voters::contains)
            .limit(voters.size() - (real + voters.size() + 1) % 2)
            .toList();
  }

  private boolean isDone(Member member) {
    return request.isReplaced(member) && view.isVoting(member);
  }

  /** The objection to the whole replacement; empty when there is none. */
  private Optional<Prescription> objection() {
    if (chosen.isEmpty()) {
      return Optional.of(
          new NothingToDo(
              view.raises(Alarm.Kind.NOSPACE)
                  ? RunbookReason.NOBODY_LOST.because(
                      "No member is lost. NOSPACE is raised.", Wording.start(view, "clear-nospace"))
                  : RunbookReason.NOBODY_LOST.because("No member is lost.")));
    }
    return remainder()
        .or(this::others)
        .or(this::learners)
        .map(Prescription.class::cast)
        .or(this::versions)
        .or(this::evenOtherwise);
  }

  /**
   * The refusal when the membership lacks most of the configured members: it is then more likely a
   * foreign cluster, started empty under a known name, than the rest of this one, and the data that
   * would be set aside would be the real one (docs/etcd.md#empty-volumes). Spares, of which nothing
   * is there, count only where a single voter is left. Where only learners are to join, nobody's
   * data but theirs is at stake; a restored cluster is known by its id.
   */
  private Optional<Refusal> remainder() {
    if (isRestored() || (!chosen.isEmpty() && chosen.stream().allMatch(Member::isLearner))) {
      return Optional.empty();
    }
    boolean alone = view.voters().size() == 1;
    List<Member> configured =
        view.members().stream()
            .filter(member -> member.configured().isPresent() && !view.isOtherPlace(member))
            .filter(member -> alone || !Spares.isBlank(member))
            .toList();
    List<Member> outside = configured.stream().filter(member -> !member.isListed()).toList();
    int listed = configured.size() - outside.size();
    if (listed >= new Quorum(configured.size()).size()) {
      return Optional.empty();
    }
    List<String> todo = new ArrayList<>(List.of(ReplaceReason.MEMBERSHIP_TOO_SMALL.remedy()));
    if (mayScaleTo(configured.size())) {
      todo.add(
          "Only if "
              + Wording.and(view.voters())
              + (alone ? " does" : " do")
              + " for certain: "
              + Wording.start(view, "scale", "--members " + configured.size()));
    }
    return Optional.of(
        new Refusal(
            ReplaceReason.MEMBERSHIP_TOO_SMALL.because(
                "The membership has "
                    + listed
                    + " of "
                    + configured.size()
                    + (alone ? " configured members" : " members with data or a process")
                    + "; it may be another cluster, started empty.",
                todo)));
  }

  /** Whether an operation restored the cluster: its id tells it from every other one. */
  private boolean isRestored() {
    return view.past()
        .incarnation()
        .filter(now -> now.began().kind() == Origin.Kind.RESTORED)
        .filter(now -> view.clusterId().filter(now.clusterId()::equals).isPresent())
        .isPresent();
  }

  /**
   * Whether scale would not refuse this number: an odd one up to seven, while every voter votes.
   */
  private boolean mayScaleTo(int members) {
    return members % 2 == 1 && members <= 7 && view.voting().size() == view.voters().size();
  }

  private Optional<Refusal> others() {
    List<Member> others =
        inTrouble().stream()
            .filter(member -> member.votingStatus() != VotingStatus.UNLISTED)
            .filter(member -> !chosen.contains(member) && !out.contains(member))
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                ReplaceReason.OTHERS_IN_TROUBLE.because(
                    Wording.and(others)
                        + (others.size() == 1 ? " is" : " are")
                        + " in trouble as well.")));
  }

  private Optional<Refusal> learners() {
    List<Member> learners = view.learners();
    return learners.size() < 2
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                ReplaceReason.SEVERAL_LEARNERS.because(
                    Wording.and(learners)
                        + " are learners at the same time, and Quorate adds one at a time.")));
  }

  private Optional<Prescription> versions() {
    return new ReplacementInARoll(view)
        .objection(chosen.stream().anyMatch(Member::isVoter))
        .or(() -> new JoinSteps(view).objection(plan.additions()));
  }

  /**
   * The refusal when no member is to be removed and adding one would make the number of voters
   * even.
   */
  private Optional<Prescription> evenOtherwise() {
    if (plan.changesSomething()) {
      return Optional.empty();
    }
    boolean removedByUs =
        chosen.stream().allMatch(member -> request.instead().containsKey(member.name()));
    if (removedByUs) {
      return Optional.of(
          new NothingToDo(
              ReplaceReason.MEMBERS_REPLACED.because(
                  Wording.and(chosen)
                      + (chosen.size() == 1 ? " is" : " are")
                      + " removed, as planned.")));
    }
    return Optional.of(
        new Refusal(
            ReplaceReason.EVEN_NUMBER.because(
                "With "
                    + Wording.and(chosen)
                    + " there would be "
                    + (view.voters().size() + chosen.size())
                    + " voters. An even number tolerates no more losses than one voter less.")));
  }
}
