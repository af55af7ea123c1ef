package io.quorate.runbook.repair;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.DataDivergence.Equal;
import io.quorate.diagnosis.DataDivergence.OneOdd;
import io.quorate.diagnosis.DataDivergence.Undecided;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.GuardReason;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.JoinSteps;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.VersionSkew;
import io.quorate.runbook.Wording;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import io.quorate.view.RunningVersions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One prescription of {@link RepairCorruptMemberRunbook}: whose data differs, and the objections to
 * replacing that member.
 */
final class RepairPrescription {
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  /**
   * The wait before the next look when the data was not compared; a look with a comparison takes
   * about a minute, or longer where databases are large.
   */
  private static final Duration COMPARING = Duration.ofMinutes(1);

  private final ClusterView view;
  private final RepairCorruptMemberRequest request;
  private final Optional<Member> fenced;
  private final List<Member> lost;
  private final DataDivergence divergence;

  RepairPrescription(ClusterView view, RepairCorruptMemberRequest request) {
    this.view = view;
    this.request = request;
    this.fenced = view.voters().stream().filter(this::isFenced).findFirst();
    this.lost =
        view.voters().stream()
            .filter(voter -> VoterCondition.of(view, voter).isToBeReplaced())
            .filter(voter -> fenced.filter(voter::equals).isEmpty())
            .toList();
    this.divergence =
        new DataDivergence(
            view,
            view.voters().stream()
                .filter(voter -> fenced.filter(voter::equals).isEmpty() && !lost.contains(voter))
                .map(Member::name)
                .toList());
  }

  /**
   * Whether this voter is out because it differs: an earlier plan of this operation found it to
   * differ and has stopped it, or a person names it and it is stopped.
   */
  private boolean isFenced(Member voter) {
    MemberId id = request.odd().get(voter.name());
    boolean found = id != null && voter.hasId(id) && voter.workload().isHeld();
    boolean named = request.member().filter(voter.name()::equals).isPresent();
    return !view.isLive(voter)
        && (found || (named && VoterCondition.of(view, voter) == VoterCondition.STOPPED));
  }

  Prescription prescription() {
    Optional<MemberName> unknown = request.member().filter(name -> view.member(name).isEmpty());
    if (unknown.isPresent()) {
      return new Refusal(
          StepReason.MEMBER_UNKNOWN.because(
              unknown.get() + " is neither configured nor in the membership."));
    }
    return notVoting()
        .or(this::lostTooBriefly)
        .or(this::unlistedAlarm)
        .or(this::notCompared)
        .orElseGet(this::judged);
  }

  private Optional<Prescription> notVoting() {
    List<Member> out =
        view.voters().stream()
            .filter(voter -> !view.isVoting(voter))
            .filter(voter -> fenced.filter(voter::equals).isEmpty() && !lost.contains(voter))
            .toList();
    return out.isEmpty()
        ? Optional.empty()
        : refuse(
            RepairReason.VOTERS_NOT_COMPARED.because(
                Wording.and(out)
                    + (out.size() == 1 ? " does" : " do")
                    + " not vote, and all voters have to be compared.",
                Wording.start(view, "member-restart"),
                "If %s then exits with \"found different hash values\": "
                        .formatted(out.getFirst().name())
                    + Wording.start(
                        view,
                        RepairCorruptMemberRequest.NAME,
                        "--member " + out.getFirst().name())));
  }

  /** The wait until a voter has looked lost for 5 s, as for any replacement. */
  private Optional<Prescription> lostTooBriefly() {
    return lost.stream()
        .map(
            voter ->
                voter
                    .lostSince()
                    .or(
                        () ->
                            voter
                                .silentSince()
                                .filter(since -> OtherHistory.of(view, voter).isPresent()))
                    .orElse(view.at())
                    .plus(LOOK_SOON))
        .filter(view.at()::isBefore)
        .findFirst()
        .map(
            sure ->
                new NotYet(
                    RepairReason.LOST_TOO_BRIEFLY.because(
                        Wording.and(lost) + " is lost, and has to stay so for 5 s."),
                    sure));
  }

  /**
   * The wait for the list of alarms while a member reports CORRUPT and the list cannot be read or
   * lacks it.
   */
  private Optional<Prescription> unlistedAlarm() {
    return view.raises(Alarm.Kind.CORRUPT) && RepairPlan.corruptAlarms(view).isEmpty()
        ? Optional.of(
            new NotYet(
                RepairReason.ALARM_NOT_LISTED.because(
                    "CORRUPT is reported and not in the list of alarms yet."),
                view.at().plus(LOOK_SOON)))
        : Optional.empty();
  }

  /** The wait for a look with a comparison of the data, after a look without one. */
  private Optional<Prescription> notCompared() {
    return view.comparisons().isEmpty()
        ? Optional.of(
            new NotYet(
                RepairReason.NOT_COMPARED_YET.because(
                    "The data of the voters was not compared yet."),
                view.at().plus(COMPARING)))
        : Optional.empty();
  }

  private Prescription judged() {
    return switch (divergence.finding()) {
      case Undecided human -> whoIsRight(human.because(), human.groups().isPresent());
      case OneOdd one when fenced.isPresent() ->
          whoIsRight(
              one.odd()
                  + " differs from the others, and "
                  + fenced.get().name()
                  + " was stopped because it did.",
              false);
      case OneOdd one -> replace(one);
      case Equal equal when fenced.isPresent() ->
          inARoll()
              .or(() -> new JoinSteps(view).noRoom(List.of(fenced.get())))
              .orElseGet(() -> plan().replacing(fenced.get(), lost));
      case Equal equal when !isQuorum() ->
          whoIsRight(
              "Only " + Wording.and(view.voting()) + " can be compared, which is no quorum.",
              false);
      case Equal equal when !lost.isEmpty() ->
          restored()
              .or(this::inMotion)
              .or(() -> lost.stream().flatMap(one -> untouchable(one).stream()).findFirst())
              .or(() -> new JoinSteps(view).objection(lost))
              .orElseGet(() -> plan().replacingLost(lost));
      case Equal equal -> finish();
    };
  }

  private boolean isQuorum() {
    return view.quorum().isHeldBy(view.voting().size());
  }

  /**
   * The refusal to say which data is right.
   *
   * @param proven whether members are proven to differ, so that the owner's choice can be carried
   *     out
   */
  private Refusal whoIsRight(String finding, boolean proven) {
    return new Refusal(
        RepairReason.WHO_IS_RIGHT.because(
            finding + new ComparisonTable(view).text(), aHuman(proven)));
  }

  private String[] aHuman(boolean proven) {
    return Stream.of(
            view.raises(Alarm.Kind.CORRUPT)
                ? "Change nothing and do not disarm CORRUPT."
                : "Change nothing.",
            RepairReason.WHO_IS_RIGHT.remedy(),
            proven ? "Then: " + Wording.start(view, "majority-recovery", "--from MEMBER") : "")
        .filter(one -> !one.isEmpty())
        .toArray(String[]::new);
  }

  private Prescription replace(OneOdd found) {
    Member odd = view.member(found.odd()).orElseThrow();
    return asked(found)
        .or(this::restored)
        .or(this::inMotion)
        .or(() -> untouchable(odd))
        .or(() -> new JoinSteps(view).noRoom(List.of(odd)))
        .or(this::notSettled)
        .orElseGet(() -> plan().replacing(odd, lost));
  }

  private Optional<Prescription> asked(OneOdd found) {
    return request
        .member()
        .filter(name -> !name.equals(found.odd()))
        .flatMap(
            name ->
                refuse(
                    RepairReason.OTHER_MEMBER_DIFFERS.because(
                        name
                            + " has the same data as "
                            + MemberName.inWords(
                                found.right().stream().filter(m -> !m.equals(name)).toList())
                            + "; "
                            + found.odd()
                            + " differs."
                            + new ComparisonTable(view).text(),
                        Wording.start(
                            view, RepairCorruptMemberRequest.NAME, "--member " + found.odd()))));
  }

  /**
   * The objection after a restore, when members that lost writes can be the majority
   * (docs/etcd.md#n-29). A restore by Quorate is none once all data was compared and equal.
   */
  private Optional<Prescription> restored() {
    if (ComparedRestore.of(view).isPresent()) {
      return Optional.empty();
    }
    return view.members().stream()
        .filter(member -> member.data().restoredBy().isPresent())
        .findFirst()
        .flatMap(
            member ->
                refuse(
                    RepairReason.RESTORED_DATA.because(
                        "The data of "
                            + member.name()
                            + " comes from a restored snapshot ("
                            + member.data().restoredBy().orElseThrow()
                            + "). After a restore the majority can be wrong."
                            + new ComparisonTable(view).text(),
                        Stream.concat(
                                Stream.of(RepairReason.RESTORED_DATA.remedy()),
                                Stream.of(aHuman(false)))
                            .toArray(String[]::new))));
  }

  private Optional<Prescription> inMotion() {
    if (!view.learners().isEmpty()) {
      return refuse(
          RepairReason.LEARNER_IN_THE_WAY.because(
              Wording.and(view.learners())
                  + " is a learner, and one member is brought in at a time. Its data lacks nothing"
                  + " that the voters have, and the alarm allows its removal.",
              view.learners().stream()
                  .map(one -> Wording.removal(view, one))
                  .toArray(String[]::new)));
    }
    return inARoll();
  }

  private Optional<Prescription> inARoll() {
    if (view.downgradeTo().isPresent()) {
      return downgrading(view.downgradeTo().get());
    }
    RunningVersions versions = RunningVersions.of(view);
    return !versions.areMixed()
        ? Optional.empty()
        : refuse(
            GuardReason.VERSIONS_MIXED.because(
                "Members run different minor versions ("
                    + versions.inWords()
                    + "); membership is not changed while versions are mixed.",
                "Bring all of them to one version by hand."));
  }

  /**
   * The objection while a downgrade is enabled. Where everybody who answers has come down, nothing
   * can be called off: etcd ends the downgrade once the others answer or are out.
   */
  private Optional<Prescription> downgrading(String line) {
    String enabled =
        "A downgrade to " + line + " is enabled, and until it ends no member can join.";
    if (!VersionSkew.hasComeDown(view, line)) {
      return refuse(
          StepReason.DOWNGRADE_ENABLED.because(
              enabled, Wording.start(view, "rolling-downgrade", "--cancel")));
    }
    List<Member> out = view.voters().stream().filter(voter -> !view.isVoting(voter)).toList();
    return out.isEmpty()
        ? Optional.of(
            ChangeReadiness.soon(
                view,
                RepairReason.DOWNGRADE_ENDS_NOW.because(enabled + " etcd ends it within seconds.")))
        : refuse(
            StepReason.DOWNGRADE_ENABLED.because(
                enabled
                    + " etcd ends it once "
                    + Wording.and(out)
                    + (out.size() == 1 ? " answers or is" : " answer or are")
                    + " out of the membership.",
                "If the data is lost for good: "
                    + out.stream()
                        .map(one -> Wording.removal(view, one))
                        .collect(Collectors.joining(", "))));
  }

  private static Optional<Prescription> untouchable(Member odd) {
    if (odd.configured().isEmpty()) {
      return refuse(
          RunbookReason.NOT_CONFIGURED.because(
              odd.name() + " is not in quorate.yml, so it cannot be started again."));
    }
    return odd.workload().runs() || odd.workload().isStartable()
        ? JoinSteps.cannotBeginEmpty(odd)
        : refuse(
            StepReason.PROCESS_UNKNOWN.because(
                "What runs as "
                    + odd.name()
                    + " is not known ("
                    + odd.workload().evidence()
                    + "), so it cannot be stopped.",
                odd.words().lookAt(odd.name())));
  }

  /**
   * The wait for a settled cluster. Under the alarm CORRUPT nothing is written, so nothing has to
   * settle.
   */
  private Optional<Prescription> notSettled() {
    return view.raises(Alarm.Kind.CORRUPT)
        ? Optional.empty()
        : ChangeReadiness.toChange(view, DiagnosisCode.DATA_DIFFERS);
  }

  /** Prescribes what an earlier repair left undone, when all voters have equal data. */
  private Prescription finish() {
    Optional<Member> missing = RepairPlan.missing(view);
    if (!view.raises(Alarm.Kind.CORRUPT) && missing.isEmpty()) {
      return new NothingToDo(
          RepairReason.DATA_EQUAL.because(
              (view.voters().size() == 1
                      ? "There is one voter, and its data was read at revision "
                      : "All " + view.voters().size() + " voters have the same data at revision ")
                  + view.comparisons().get(0).at()
                  + "."));
    }
    return missing
        .filter(member -> !member.isLearner() && !member.workload().provenAbsent())
        .flatMap(
            member ->
                refuse(
                    RunbookReason.STRAY_PROCESS.because(
                        "A process may run as "
                            + member.name()
                            + " ("
                            + member.workload().evidence()
                            + "), which is no member.",
                        member.words())))
        .or(() -> missing.flatMap(this::mayNotJoin))
        .orElseGet(() -> plan().finishing(missing));
  }

  private Optional<Prescription> mayNotJoin(Member missing) {
    return inARoll().or(() -> new JoinSteps(view).objection(List.of(missing)));
  }

  private RepairPlan plan() {
    return new RepairPlan(view, request);
  }

  private static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
