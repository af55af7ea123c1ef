package io.quorate.runbook.restart;

import io.quorate.cluster.Room;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.AskApproval;
import io.quorate.step.AwaitRoom;
import io.quorate.step.AwaitVoting;
import io.quorate.step.ResumeMember;
import io.quorate.step.UpdatePeerUrl;
import io.quorate.step.VerifyCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One prescription of {@link MemberRestartRunbook}: which members to start, and the objections. */
final class RestartPrescription {
  /** The time that a supervisor gets to bring its process back. */
  private static final Duration BY_ITSELF = Duration.ofSeconds(5);

  private final ClusterView view;
  private final List<MemberName> wanted;
  private final List<Member> chosen;

  RestartPrescription(ClusterView view, List<MemberName> wanted) {
    this.view = view;
    this.wanted = wanted;
    this.chosen =
        wanted.isEmpty()
            ? view.voters().stream().filter(this::isCureFor).toList()
            : view.members().stream().filter(member -> wanted.contains(member.name())).toList();
  }

  private boolean isCureFor(Member voter) {
    return switch (VoterCondition.of(view, voter)) {
      case STOPPED, DISK_FULL -> true;
      case VOTING -> newUrl(voter).isPresent();
      case NOT_VOTING, UNREACHABLE, NEVER_STARTED, LOST, SILENT -> false;
    };
  }

  Prescription prescription() {
    Optional<MemberName> unknown =
        wanted.stream().filter(name -> view.member(name).isEmpty()).findFirst();
    if (unknown.isPresent()) {
      return new Refusal(unknown.get() + " is neither configured nor in the membership.");
    }
    if (chosen.isEmpty()) {
      return somebodyElsesData()
          .orElseGet(() -> new NothingToDo("No member is stopped with its data there."));
    }
    return chosen.stream()
        .flatMap(member -> objection(member).stream())
        .findFirst()
        .orElseGet(this::plan);
  }

  /** A voter that stands still on another's data is no reason to say that nothing is to do. */
  private Optional<Prescription> somebodyElsesData() {
    return view.voters().stream()
        .filter(voter -> !view.isLive(voter) && view.strangerIn(voter).isPresent())
        .findFirst()
        .flatMap(this::objection);
  }

  private Optional<Prescription> objection(Member member) {
    if (!member.isVoter()) {
      return refuse(
          member.name()
              + (member.isLearner() ? " is a learner" : " is not in the membership")
              + ". Use minority-replace.");
    }
    VoterCondition condition = VoterCondition.of(view, member);
    String finding = member.name() + " " + condition.sentence(view, member);
    return switch (condition) {
      case VOTING ->
          newUrl(member).isPresent()
              ? Optional.empty()
              : Optional.of(new NothingToDo(member.name() + " votes."));
      case STOPPED, DISK_FULL -> tooEarly(member, finding).or(() -> startable(member));
      case LOST ->
          refuse(
              finding
                  + ". Started without its data it would forget what it acknowledged: use"
                  + " minority-replace.");
      case NOT_VOTING, UNREACHABLE, NEVER_STARTED, SILENT ->
          refuse(finding + ". That is not cured by starting it.");
    };
  }

  private Optional<Prescription> tooEarly(Member member, String finding) {
    Instant sure = member.silentSince().orElse(view.at()).plus(BY_ITSELF);
    return view.at().isBefore(sure)
        ? Optional.of(
            new NotYet(finding + ". Until " + sure + " it may come back by itself.", sure))
        : Optional.empty();
  }

  private static Optional<Prescription> startable(Member member) {
    return member.workload().state() == Workload.State.ABSENT
        ? refuse(
            "Nothing on the host of "
                + member.name()
                + " can be started ("
                + member.workload().evidence()
                + "). Put back what starts it.")
        : Optional.empty();
  }

  /** The step that tells the membership the configured peer URL, when it lists another. */
  private static Optional<UpdatePeerUrl> newUrl(Member member) {
    Optional<String> configured = member.configured().map(ConfiguredMember::peerUrl);
    Optional<String> listed =
        member
            .entry()
            .map(MembershipEntry::peerUrls)
            .filter(urls -> urls.size() == 1)
            .map(List::getFirst);
    return configured.isEmpty() || listed.isEmpty() || configured.equals(listed)
        ? Optional.empty()
        : Optional.of(
            new UpdatePeerUrl(
                member.name(), member.id().orElseThrow(), listed.get(), configured.get()));
  }

  private Plan plan() {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    for (Member member : chosen) {
      newUrl(member).ifPresent(steps::then);
      if (!view.isVoting(member)) {
        if (member.workload().diskFull()) {
          steps.then(new AwaitRoom(member.name(), Room.toStart(view, member.name()).mebibytes()));
        }
        steps.then(new ResumeMember(member.name()));
      }
      steps.then(new AwaitVoting(member.name()));
    }
    boolean wholeAfterwards =
        view.learners().isEmpty()
            && view.alarms().isEmpty()
            && view.voters().stream()
                .allMatch(voter -> view.isVoting(voter) || chosen.contains(voter));
    if (wholeAfterwards) {
      steps.then(new VerifyCluster(view.voters().size()));
    }
    return new Plan(
        "member-restart",
        Map.of("member", chosen.stream().map(member -> member.name().value()).toList()),
        "Start " + Wording.and(chosen) + " of " + view.cluster() + " with the data that is there",
        view,
        steps.list(),
        List.of(),
        "No acknowledged write can be lost: the data of no member is touched.");
  }

  private static Optional<Prescription> refuse(String because) {
    return Optional.of(new Refusal(because));
  }
}
