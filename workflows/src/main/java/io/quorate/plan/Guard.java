package io.quorate.plan;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.diagnosis.Return;
import io.quorate.step.QuorumNeed;
import io.quorate.step.Reason;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.SetAsides.SetVolumeAside;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import io.quorate.view.HistoryConflict;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Judges one step of a plan on a fresh look at the cluster. No step reaches the outside without
 * passing the guard; it is stricter than etcd's own checks, which allow a cluster without margin
 * (docs/etcd.md#what-etcd-checks-itself).
 *
 * <p>Order of the checks: whether cluster and membership are those that the plan expects here;
 * whether the step is done already; the rules common to all steps (the NEVER list, quorum of the
 * projected membership with a new member assumed dead); the step's own rules.
 */
public final class Guard {
  private static final Reason UNCONFIRMED =
      GuardReason.MEMBERSHIP_UNCONFIRMED.because(
          "quorum does not confirm the membership at this moment");

  private final Plan plan;
  private final int index;
  private final AddedIds added;
  private final ClusterView now;
  private final Step step;

  private Guard(Plan plan, int index, AddedIds added, ClusterView now) {
    this.plan = plan;
    this.index = index;
    this.added = added;
    this.now = now;
    this.step = plan.step(index, added);
  }

  /**
   * Judges the step at {@code index}.
   *
   * @param added ids that earlier steps of the plan brought about
   * @param now a look taken in the same attempt
   */
  public static Verdict judge(Plan plan, int index, AddedIds added, ClusterView now) {
    return new Guard(plan, index, added, now).verdict();
  }

  private Verdict verdict() {
    if (step.quorumNeed() == QuorumNeed.NONE) {
      return step.isDone(now).<Verdict>map(Verdict.AlreadyDone::new).orElseGet(this::byRules);
    }
    Optional<Verdict> foreign = identity();
    if (foreign.isPresent()) {
      return foreign.get();
    }
    Optional<String> done =
        step.isDone(now).filter(evidence -> isBefore() || isAfter() || hasLeft());
    if (done.isPresent()) {
      return new Verdict.AlreadyDone(done.get());
    }
    if (hasLeft()) {
      return step.mayRun(now);
    }
    if (!isBefore()) {
      return isConfirmed()
          ? new Verdict.Changed(GuardReason.MEMBERSHIP_CHANGED.because(difference()))
          : new Verdict.NotYet(UNCONFIRMED);
    }
    return byRules();
  }

  private Verdict byRules() {
    List<Function<Guard, Optional<Verdict>>> rules =
        step.hazard().mutates() ? rules(step.quorumNeed()) : List.of();
    return rules.stream()
        .flatMap(rule -> rule.apply(this).stream())
        .findFirst()
        .orElseGet(() -> step.mayRun(now));
  }

  /**
   * The common rules for a need of quorum. A step that only reads has none but the check of the
   * cluster's identity.
   */
  static List<Function<Guard, Optional<Verdict>>> rules(QuorumNeed need) {
    return switch (need) {
      case WITH_QUORUM ->
          List.of(
              Guard::cameBack,
              Guard::alarms,
              Guard::versions,
              Guard::stillVoting,
              Guard::quorum,
              Guard::room,
              Guard::comesBack);
      case RETURNS_VOTES ->
          List.of(Guard::keepsMembership, Guard::takesNoVote, Guard::isStillToBeRestored);
      case WITHOUT_QUORUM ->
          List.of(
              Guard::quorumIsLost,
              Guard::quorumIsAtHand,
              Guard::cameBack,
              Guard::alarms,
              Guard::roomForCopy);
      case ENDS_CLUSTER -> List.of(Guard::cameBack);
      case NONE -> List.of(Guard::keepsMembership, Guard::takesNoVote);
    };
  }

  /** The first objection of these rules to the step at {@code index}. */
  static Optional<Verdict> byRules(
      QuorumNeed need, Plan plan, int index, AddedIds added, ClusterView now) {
    Guard guard = new Guard(plan, index, added, now);
    return rules(need).stream().flatMap(rule -> rule.apply(guard).stream()).findFirst();
  }

  private Optional<Verdict> identity() {
    if (now.clusterId().isEmpty()) {
      return notYet(
          GuardReason.CLUSTER_ID_UNKNOWN.because(
              "no quorum of the members agrees on a cluster id"
                  + now.past()
                      .unread()
                      .map(why -> ", and the record is not read: " + why)
                      .orElse("")));
    }
    Optional<ClusterId> expected = plan.expected(index, added).clusterId();
    boolean isAfterwards =
        now.clusterId().equals(plan.expected(index + 1, added).clusterId()) && isAfter();
    if (!now.clusterId().equals(expected) && !isAfterwards) {
      return refused(
          GuardReason.OTHER_CLUSTER.because(
              "the members answer as cluster "
                  + now.clusterId().get()
                  + ", the plan is for "
                  + expected.map(Object::toString).orElse("none")));
    }
    Optional<HistoryConflict> wentBack =
        now.conflict().filter(conflict -> conflict.kind() != HistoryConflict.Kind.MEMBERSHIP);
    if (wentBack.isPresent()) {
      return refused(
          GuardReason.OTHER_HISTORY.because(
              "another history answers: " + wentBack.get().inWords()));
    }
    return step.quorumNeed() == QuorumNeed.WITH_QUORUM && !isConfirmed()
        ? notYet(UNCONFIRMED)
        : Optional.empty();
  }

  /**
   * Whether quorum confirms the member list. A single member's list may be stale or empty, so it
   * never tells of a change (docs/etcd.md#n-27).
   */
  private boolean isConfirmed() {
    return now.source() == MembershipSource.LINEARIZABLE;
  }

  private boolean isBefore() {
    return now.fingerprint().equals(plan.expected(index, added).fingerprint());
  }

  /**
   * Whether the membership is what this step makes of it; the id that the step adds is accepted as
   * found.
   */
  private boolean isAfter() {
    AddedIds withNewcomer =
        step.newcomer()
            .flatMap(now::member)
            .flatMap(member -> member.id().map(id -> Map.of(member.name(), id)))
            .map(added::plus)
            .orElse(added);
    return now.fingerprint().equals(plan.expected(index + 1, withNewcomer).fingerprint());
  }

  /**
   * Whether the membership is that of before without the member that may leave during the step. An
   * attempt before has begun it then, and nothing but its end is wanted.
   */
  private boolean hasLeft() {
    return step.leaver()
        .map(name -> plan.expected(index, added).projected().removed(name).fingerprint())
        .filter(now.fingerprint()::equals)
        .isPresent();
  }

  private String difference() {
    ClusterView expected = plan.expected(index, added);
    Set<String> was = lines(expected);
    Set<String> is = lines(now);
    String gone = is.containsAll(was) ? "" : "gone: " + without(was, is) + ". ";
    String fresh = was.containsAll(is) ? "" : "new: " + without(is, was) + ". ";
    return "the membership is not what this plan expects here; somebody else changed it. "
        + (gone + fresh).strip();
  }

  private static Set<String> lines(ClusterView view) {
    return Set.of(view.fingerprint().split("; "));
  }

  private static String without(Set<String> all, Set<String> others) {
    return all.stream()
        .filter(line -> !others.contains(line))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** A voter that the plan takes as silent answers again: the plan has to be made anew. */
  private Optional<Verdict> cameBack() {
    ClusterView expected = plan.expected(index, added);
    return expected.voters().stream()
        .filter(voter -> !expected.isLive(voter))
        .flatMap(voter -> now.member(voter.name()).stream().filter(m -> m.id().equals(voter.id())))
        .filter(now::isLive)
        .findFirst()
        .map(
            member ->
                new Verdict.Changed(
                    GuardReason.MEMBER_ANSWERS_AGAIN.because(member.name() + " answers again.")));
  }

  /** An alarm that was not raised when the plan was made is a new fact. */
  private Optional<Verdict> alarms() {
    return Arrays.stream(Alarm.Kind.values())
        .filter(kind -> now.raises(kind) && !plan.seen().raises(kind))
        .findFirst()
        .flatMap(
            kind ->
                refused(
                    GuardReason.ALARM_RAISED.because(
                        "alarm " + kind + " was raised since the plan was made",
                        "quorate abort " + now.cluster(),
                        "quorate status " + now.cluster() + " proposes what answers the alarm.")));
  }

  private Optional<Verdict> versions() {
    boolean changesMembership =
        step.leaver().isPresent() || !step.project(now).fingerprint().equals(now.fingerprint());
    return changesMembership ? new VersionRule(plan.seen(), step, now).verdict() : Optional.empty();
  }

  /** The membership is changed only while quorum confirms it. */
  private Optional<Verdict> keepsMembership() {
    return step.project(now).fingerprint().equals(now.fingerprint())
        ? Optional.empty()
        : refused(
            GuardReason.WOULD_CHANGE_MEMBERSHIP.because(
                "it would change the membership, which needs a quorum that confirms it"));
  }

  /** A step that is allowed without quorum must not take a vote away. */
  private Optional<Verdict> takesNoVote() {
    return step.project(now).margin() < now.margin()
        ? refused(
            GuardReason.WOULD_TAKE_A_VOTE.because(
                "it would take a vote away, and is only to bring votes back"))
        : Optional.empty();
  }

  /** Nobody is kept stopped for a restore that the cluster does not need by now. */
  private Optional<Verdict> isStillToBeRestored() {
    boolean restores = plan.steps().stream().skip(index).anyMatch(RestoreMember.class::isInstance);
    return restores ? quorumIsLost().or(this::quorumIsAtHand).or(this::cameBack) : Optional.empty();
  }

  /** A step for a cluster without quorum does not run once quorum is back. */
  private Optional<Verdict> quorumIsLost() {
    return now.margin() < 0
        ? Optional.empty()
        : Optional.of(
            new Verdict.Changed(
                StepReason.QUORUM_IS_BACK.because(
                    "Quorum is back; the plan was made without it.")));
  }

  /**
   * Stops a plan once enough voters for a quorum can come back with their data (docs/etcd.md#n-13).
   * Voters that were started in vain do not count. The rule does not apply once a voter is
   * restored, which is a member of the new cluster, and not to a plan that gives wrong data up.
   */
  private Optional<Verdict> quorumIsAtHand() {
    Optional<ClusterId> lost = plan.seen().clusterId();
    boolean restored =
        !plan.expected(index, added).clusterId().equals(lost)
            || plan.seen().past().isUnserved(lost);
    boolean givenUp =
        plan.steps().stream().anyMatch(one -> one.quorumNeed() == QuorumNeed.ENDS_CLUSTER);
    return !restored && !givenUp && Return.isQuorumAtHandUntried(now)
        ? Optional.of(
            new Verdict.Changed(
                GuardReason.VOTERS_CAN_RETURN.because(
                    "Enough voters can come back with their data by now: "
                        + Return.atHand(now).stream()
                            .map(member -> member.name().value())
                            .collect(Collectors.joining(", "))
                        + ".")))
        : Optional.empty();
  }

  /**
   * Every voter that voted when the plan was made, or that the plan gave a vote, has to vote now.
   */
  private Optional<Verdict> stillVoting() {
    return plan.expected(index, added).voting().stream()
        .map(Member::name)
        .filter(name -> now.member(name).filter(now::isVoting).isEmpty())
        .findFirst()
        .flatMap(
            name ->
                notYet(
                    StepReason.VOTER_DOES_NOT_VOTE.because(
                        name + " does not vote at this moment; the plan counts on its vote",
                        "Bring " + name + " back.")));
  }

  private Optional<Verdict> quorum() {
    if (now.margin() < 0) {
      return notYet(GuardReason.QUORUM_LOST_NOW.because("quorum is lost at this moment"));
    }
    Projection after = step.project(now).projected();
    ClusterView worst =
        step.newcomer().filter(name -> !growsFromOne(name)).map(after::silent).orElse(after.view());
    if (worst.margin() < 0) {
      String newcomer =
          step.newcomer().map(MemberName::value).map(n -> " if " + n + " dies").orElse("");
      return refused(
          GuardReason.QUORUM_WOULD_BE_LOST.because(
              "after this step "
                  + worst.voting().size()
                  + " of "
                  + Amounts.count(worst.voters().size(), "voter")
                  + " would vote"
                  + newcomer
                  + ": quorum would be lost"));
    }
    return Optional.empty();
  }

  /**
   * A voter is taken out only while there is room for what comes in its place: a disk may have
   * filled up since people were asked (docs/etcd.md#full-disks).
   */
  private Optional<Verdict> room() {
    boolean takesOut =
        step.leaver().isPresent() || step.project(now).voters().size() < now.voters().size();
    return missing(later -> takesOut)
        .flatMap(missing -> notYet(StepReason.NO_SPACE_ON_DISK.because(missing)));
  }

  /** The first room on a disk that is missing for these of the steps after this one. */
  private Optional<String> missing(Predicate<Step> wanted) {
    return plan.steps().stream()
        .skip(index + 1L)
        .filter(wanted)
        .flatMap(later -> later.room(now).stream())
        .filter(room -> !getsNewVolume(room.member()))
        .flatMap(room -> room.missing(now).stream())
        .findFirst();
  }

  /** Whether the member gets another volume, of whose room the present one says nothing. */
  private boolean getsNewVolume(MemberName member) {
    return plan.steps().stream()
        .skip(index + 1L)
        .anyMatch(later -> later instanceof SetVolumeAside aside && aside.member().equals(member));
  }

  /**
   * Objects to the end of a process without quorum where the plan copies the data afterwards and
   * there is no room for the copy. A plan that gives the data up makes no copy.
   */
  private Optional<Verdict> roomForCopy() {
    boolean runs =
        step.host().flatMap(now::member).filter(member -> member.workload().runs()).isPresent();
    return missing(later -> runs && later.host().equals(step.host()))
        .flatMap(
            missing ->
                notYet(
                    StepReason.NO_SPACE_ON_DISK.because(
                        missing,
                        StepReason.NO_SPACE_ON_DISK.remedy(),
                        "Or abort, and start with --from snapshot.")));
  }

  /**
   * A voter is stopped or taken out only while it could be started afterwards, where the plan does
   * so: its files may have been changed since people were asked.
   */
  private Optional<Verdict> comesBack() {
    ClusterView after = step.project(now);
    Set<MemberName> out =
        now.voting().stream()
            .map(Member::name)
            .filter(name -> after.member(name).filter(after::isVoting).isEmpty())
            .collect(Collectors.toSet());
    now.voters().stream()
        .map(Member::name)
        .filter(name -> after.member(name).filter(Member::isVoter).isEmpty())
        .forEach(out::add);
    return plan.steps().stream()
        .skip(index + 1L)
        .filter(Step::startsOnData)
        .flatMap(
            later ->
                later.host().filter(out::contains).flatMap(now::member).stream()
                    .flatMap(member -> obstacle(later, member).stream()))
        .findFirst()
        .flatMap(why -> refused(GuardReason.CANNOT_START_AFTERWARDS.because(why)));
  }

  /** Why this step could not start the member, by its files of now. */
  private static Optional<String> obstacle(Step start, Member member) {
    return member
        .data()
        .doubt()
        .or(() -> start.newcomer().flatMap(joins -> member.installation().joinObstacle()))
        .map(why -> member.name() + " could not be started afterwards: " + why);
  }

  /**
   * Whether this is the growth from one voter to two, which tolerate no loss
   * (docs/etcd.md#scaling); then the second one has to live at least.
   */
  private boolean growsFromOne(MemberName newcomer) {
    return now.voters().size() == 1 && now.member(newcomer).filter(now::isLive).isPresent();
  }

  private static Optional<Verdict> notYet(Reason reason) {
    return Optional.of(new Verdict.NotYet(reason));
  }

  private static Optional<Verdict> refused(Reason reason) {
    return Optional.of(new Verdict.Refused(reason));
  }
}
