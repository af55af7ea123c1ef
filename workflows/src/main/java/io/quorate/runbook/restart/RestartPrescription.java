package io.quorate.runbook.restart;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.SilentMember;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.Addresses.AwaitReached;
import io.quorate.step.Addresses.UpdatePeerUrl;
import io.quorate.step.Awaits.AwaitRoom;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.Reason;
import io.quorate.step.Runs.AwaitEnd;
import io.quorate.step.Runs.KillMember;
import io.quorate.step.Runs.TerminateMember;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.StepReason;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import io.quorate.workload.Grace;
import io.quorate.workload.Hang;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One prescription of {@link MemberRestartRunbook}: which members to start, and the objections.
 *
 * <p>A member whose address changed is started first: it reaches the others from its new address,
 * and answers there before the membership is told. A plan changes one URL, and ends when every
 * other member reaches the member; the next URL is for the next round.
 */
final class RestartPrescription {
  /** The time that a supervisor gets to bring its process back. */
  private static final Duration BY_ITSELF = Duration.ofSeconds(5);

  /** The time that a hung process gets to go on: twice etcd's health interval. */
  private static final Duration GOES_ON = Duration.ofSeconds(10);

  private final ClusterView view;
  private final List<MemberName> wanted;
  private final List<Member> chosen;
  private final Optional<ChangedAddress> moved;

  RestartPrescription(ClusterView view, List<MemberName> wanted) {
    this.view = view;
    this.wanted = wanted;
    this.chosen =
        wanted.isEmpty()
            ? view.voters().stream().filter(this::isCureFor).toList()
            : view.members().stream().filter(member -> wanted.contains(member.name())).toList();
    this.moved =
        chosen.stream()
            .flatMap(member -> ChangedAddress.of(member).stream())
            .filter(changed -> changed.objection(view).isEmpty())
            .findFirst();
  }

  private boolean isCureFor(Member voter) {
    return switch (VoterCondition.of(view, voter)) {
      case STOPPED, DISK_FULL, HUNG -> true;
      case VOTING -> ChangedAddress.of(voter).isPresent();
      case NOT_VOTING, UNREACHABLE, NEVER_STARTED, LOST, OTHER_HISTORY, SILENT -> false;
    };
  }

  Prescription prescription() {
    Optional<MemberName> unknown =
        wanted.stream().filter(name -> view.member(name).isEmpty()).findFirst();
    if (unknown.isPresent()) {
      return new Refusal(
          StepReason.MEMBER_UNKNOWN.because(
              unknown.get() + " is neither configured nor in the membership."));
    }
    if (chosen.isEmpty()) {
      return notItsData()
          .orElseGet(
              () ->
                  new NothingToDo(
                      RestartReason.NOBODY_STOPPED.because(
                          "No member is stopped with its data there.")));
    }
    return turn().stream()
        .flatMap(member -> objection(member).stream())
        .findFirst()
        .or(this::nothingButWrongUrls)
        .orElseGet(this::plan);
  }

  /**
   * The members of this plan: a hung one gets a plan of its own, after the others, because what
   * follows depends on whether it ends.
   */
  private List<Member> turn() {
    List<Member> others = chosen.stream().filter(member -> !isHung(member)).toList();
    return others.isEmpty() ? chosen.subList(0, 1) : others;
  }

  private boolean isHung(Member member) {
    return member.isVoter() && VoterCondition.of(view, member) == VoterCondition.HUNG;
  }

  /**
   * A voter that stands still on another's data or history, or without its disk, is no reason to
   * say that nothing is to do.
   */
  private Optional<Prescription> notItsData() {
    return view.voters().stream()
        .filter(voter -> !view.isLive(voter))
        .filter(
            voter ->
                view.strangerIn(voter).isPresent()
                    || voter.data().doubt().isPresent()
                    || OtherHistory.of(view, voter).isPresent())
        .findFirst()
        .flatMap(this::objection);
  }

  private Optional<Prescription> objection(Member member) {
    if (!member.isVoter()) {
      return refuse(
          replace(
              member,
              member.name()
                  + (member.isLearner() ? " is a learner." : " is not in the membership.")));
    }
    VoterCondition condition = VoterCondition.of(view, member);
    String finding = member.name() + " " + condition.sentence(view, member);
    return switch (condition) {
      case VOTING ->
          ChangedAddress.of(member).isPresent()
              ? Optional.empty()
              : Optional.of(
                  new NothingToDo(RestartReason.MEMBER_VOTES.because(member.name() + " votes.")));
      case STOPPED, DISK_FULL -> tooEarly(member, finding).or(() -> startable(member));
      case HUNG -> tooEarly(member, finding).or(() -> mayBeEnded(member, finding));
      case LOST ->
          refuse(
              replace(
                  member,
                  finding + ". Started without its data, it would forget what it acknowledged."));
      case OTHER_HISTORY -> tooEarly(member, finding).or(() -> refuse(ofAnotherHistory(member)));
      case SILENT -> {
        SilentMember silent = SilentMember.of(view, member);
        yield refuse(RestartReason.NO_CURE.because(silent.finding(), silent.todo()));
      }
      case NOT_VOTING ->
          noCure(
              finding,
              "Read the log of " + member.name() + ", and look at its network to other members.");
      case UNREACHABLE ->
          noCure(
              finding,
              "Look at the network between Quorate and "
                  + member.words().placeOf(member.name())
                  + "; restart nothing.");
      case NEVER_STARTED -> noCure(finding, anew(member));
    };
  }

  private static Optional<Prescription> noCure(String finding, String todo) {
    return refuse(RestartReason.NO_CURE.because(finding + ". A start does not cure that.", todo));
  }

  /** The reason never to start a member, not even by hand; its data is set aside and kept. */
  private Reason ofAnotherHistory(Member member) {
    return RestartReason.NOT_TO_BE_RESTARTED.because(
        "%s has data of another history: %s."
            .formatted(member.name(), OtherHistory.of(view, member).orElse("its log differs")),
        "Never start " + member.name() + " by hand: it could take quorum.",
        "Keeping its data: " + anew(member));
  }

  /** A hung member is ended only if it can come back, and got its time to end by SIGTERM. */
  private Optional<Prescription> mayBeEnded(Member member, String finding) {
    if (!view.hasOwnData(member)) {
      return refuse(
          RestartReason.DISK_BAD.because(
              finding
                  + ". Its data directory is "
                  + member.data().state().name().toLowerCase(Locale.ROOT)
                  + ".",
              "Mend the disk of " + member.name() + "."));
    }
    Optional<Duration> term = member.workload().sinceTerm();
    return term.isEmpty() || member.workload().termIsSpent()
        ? Optional.empty()
        : Optional.of(
            new NotYet(
                RestartReason.TERM_IS_PENDING.because(
                    finding + ". It was asked to end (" + member.words().term() + ")."),
                view.at().plus(Grace.TERM).minus(term.get())));
  }

  private Optional<Prescription> tooEarly(Member member, String finding) {
    Duration alone = isHung(member) ? GOES_ON : BY_ITSELF;
    Instant sure = member.silentSince().orElse(view.at()).plus(alone);
    return view.at().isBefore(sure)
        ? Optional.of(
            new NotYet(
                RestartReason.MAY_COME_BACK.because(
                    finding
                        + (isHung(member) ? ". It may go on until " : ". It may come back until ")
                        + Amounts.moment(sure)
                        + "."),
                sure))
        : Optional.empty();
  }

  private static Optional<Prescription> startable(Member member) {
    return member.workload().isAbsent()
        ? refuse(
            StepReason.CANNOT_BE_STARTED.because(
                "Nothing on "
                    + member.words().placeOf(member.name())
                    + " can be started ("
                    + member.workload().evidence()
                    + ").",
                "Put back what starts " + member.name() + "."))
        : Optional.empty();
  }

  /** The refusal where nobody is to be started and no configured URL is the member's. */
  private Optional<Prescription> nothingButWrongUrls() {
    return moved.isPresent() || !toStart().isEmpty()
        ? Optional.empty()
        : refuse(
            RestartReason.URL_NOT_ITS_OWN.because(
                objectionsToUrls().stream()
                    .map(why -> why.fact() + ".")
                    .collect(Collectors.joining(" ")),
                objectionsToUrls().stream().map(ChangedAddress.Objection::todo).toList()));
  }

  private List<Member> toStart() {
    return turn().stream().filter(member -> !view.isVoting(member)).toList();
  }

  private List<ChangedAddress.Objection> objectionsToUrls() {
    return chosen.stream()
        .flatMap(member -> ChangedAddress.of(member).stream())
        .flatMap(changed -> changed.objection(view).stream())
        .toList();
  }

  private Plan plan() {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    for (Member member : toStart()) {
      if (isHung(member)) {
        end(steps, member);
      }
      if (member.workload().diskFull()) {
        steps.then(AwaitRoom.toStart(view, member));
      }
      steps.then(new ResumeMember(member.name()), new AwaitVoting(member.name()));
    }
    moved.ifPresent(changed -> update(changed, steps));
    boolean wholeAfterwards =
        view.learners().isEmpty()
            && view.alarms().isEmpty()
            && view.voters().stream()
                .allMatch(voter -> view.isVoting(voter) || turn().contains(voter));
    if (wholeAfterwards) {
      steps.then(new VerifyCluster(view.voters().size()));
    }
    return new Plan(
        "member-restart",
        Map.of("member", turn().stream().map(member -> member.name().value()).toList()),
        title(),
        view,
        steps.list(),
        warnings(),
        "No acknowledged write can be lost: the data of no member is touched.");
  }

  private static void update(ChangedAddress changed, StepList steps) {
    MemberName name = changed.member().name();
    MemberId id = changed.member().id().orElseThrow();
    steps.then(
        new UpdatePeerUrl(
            name,
            id,
            changed.replaced().orElseThrow(),
            changed.configured(),
            Optional.of(changed.kept()).filter(kept -> !kept.isEmpty())),
        new AwaitReached(name, id, changed.configured()),
        new AwaitVoting(name));
  }

  private String title() {
    Optional<String> update =
        moved.map(changed -> "pdate the peer URL of " + changed.member().name());
    if (toStart().isEmpty()) {
      return "U" + update.orElseThrow() + " in " + view.cluster();
    }
    return (toStart().stream().anyMatch(this::isHung) ? "End and start " : "Start ")
        + Wording.and(toStart())
        + " of "
        + view.cluster()
        + " with the data that is there"
        + update.map(words -> ", and u" + words).orElse("");
  }

  private List<String> warnings() {
    return Stream.concat(
            objectionsToUrls().stream()
                .map(why -> "A peer URL is left as it is: " + why.sentence() + "."),
            turn().stream().filter(this::isHung).flatMap(member -> warnings(member).stream()))
        .toList();
  }

  private void end(StepList steps, Member member) {
    Run run = member.workload().run().orElseThrow();
    Hang hang = member.hang().orElseThrow();
    if (member.workload().sinceTerm().isPresent()) {
      steps.then(new KillMember(member.name(), run, hang));
    } else {
      steps.then(new TerminateMember(member.name(), run, hang), new AwaitEnd(member.name(), run));
    }
  }

  /** Warns people before they approve the end of a process. */
  private static List<String> warnings(Member member) {
    String pid = member.workload().run().map(Run::words).orElse("the process");
    PlaceWords words = member.words();
    return switch (member.hang().orElseThrow().kind()) {
      case STOPPED ->
          List.of(
              "Somebody or something stopped "
                  + pid
                  + ". If it was on purpose, let it go on (kill -CONT) in place of approving"
                  + " this.");
      case DISK ->
          List.of(
              "Neither "
                  + words.term()
                  + " nor "
                  + words.kill()
                  + " ends "
                  + pid
                  + " before its disk answers. Look at the disk first.");
      case FILES ->
          List.of("Raise the limit of open files of " + member.name() + ", or it will hang again.");
      case MUTE -> List.of();
    };
  }

  private static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }

  /** The reason of a member that has to come in anew; its data is set aside and kept. */
  private Reason replace(Member member, String headline) {
    return RestartReason.NOT_TO_BE_RESTARTED.because(headline, anew(member));
  }

  private String anew(Member member) {
    return Wording.start(view, "minority-replace", "--member " + member.name());
  }
}
