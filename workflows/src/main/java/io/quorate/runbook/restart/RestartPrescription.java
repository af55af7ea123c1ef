package io.quorate.runbook.restart;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.step.AskApproval;
import io.quorate.step.AwaitReached;
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

  /** Space for two preallocated WAL files of 64 MB (docs/etcd.md#full-disks). */
  private static final long WAL_MEBIBYTES = 128;

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
      case STOPPED, DISK_FULL -> true;
      case VOTING -> ChangedAddress.of(voter).isPresent();
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
        .or(this::nothingButWrongUrls)
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
          ChangedAddress.of(member).isPresent()
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

  /** The refusal where nobody is to be started and no configured URL is the member's. */
  private Optional<Prescription> nothingButWrongUrls() {
    return moved.isPresent() || !toStart().isEmpty()
        ? Optional.empty()
        : refuse(String.join(". ", objectionsToUrls()) + ".");
  }

  private List<Member> toStart() {
    return chosen.stream().filter(member -> !view.isVoting(member)).toList();
  }

  private List<String> objectionsToUrls() {
    return chosen.stream()
        .flatMap(member -> ChangedAddress.of(member).stream())
        .flatMap(changed -> changed.objection(view).stream())
        .toList();
  }

  private Plan plan() {
    StepList steps = StepList.of(AskApproval.AS_POLICY_SAYS);
    for (Member member : toStart()) {
      if (member.workload().diskFull()) {
        steps.then(new AwaitRoom(member.name(), mebibytesNeeded()));
      }
      steps.then(new ResumeMember(member.name()), new AwaitVoting(member.name()));
    }
    moved.ifPresent(changed -> update(changed, steps));
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
        title(),
        view,
        steps.list(),
        objectionsToUrls().stream().map(why -> "Its peer URL is left as it is: " + why).toList(),
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
    return "Start "
        + Wording.and(toStart())
        + " of "
        + view.cluster()
        + " with the data that is there"
        + update.map(words -> ", and u" + words).orElse("");
  }

  /**
   * Free space that the start needs, in MiB: the log it repairs, and a copy of the database with a
   * fifth to spare.
   */
  private long mebibytesNeeded() {
    long bytes = view.leader().flatMap(Member::status).map(MemberStatus::dbSizeBytes).orElse(0L);
    return WAL_MEBIBYTES + Math.ceilDiv(bytes * 6 / 5, 1 << 20);
  }

  private static Optional<Prescription> refuse(String because) {
    return Optional.of(new Refusal(because));
  }
}
