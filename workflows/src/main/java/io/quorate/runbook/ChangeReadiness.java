package io.quorate.runbook;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipSource;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.diagnosis.RealHistory;
import io.quorate.plan.GuardReason;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import io.quorate.workload.WalDirectory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Whether planned work may begin on a cluster (docs/etcd.md#planned-work): everybody votes, nothing
 * is under way, no alarm, one member can be spared.
 */
public final class ChangeReadiness {
  /** Twice etcd's health interval: an election or a restart shows itself within it. */
  public static final Duration SETTLED = Duration.ofSeconds(10);

  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private ChangeReadiness() {}

  /**
   * The objection to work that takes one voter out for a while; empty when there is none.
   *
   * @param expected diagnoses that are no objection: what this work goes on with
   */
  public static Optional<Prescription> toSpareOne(ClusterView view, DiagnosisCode... expected) {
    return toChange(view, expected).or(() -> nobodyToSpare(view)).or(() -> wouldNotComeBack(view));
  }

  /**
   * The objection where a voter that runs could not be started again: what is at the place of its
   * data by now, renamed or mounted over it, is another's.
   */
  private static Optional<Prescription> wouldNotComeBack(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> view.strangerIn(voter).isPresent())
        .findFirst()
        .flatMap(
            voter ->
                refuse(
                    GuardReason.CANNOT_START_AFTERWARDS.because(
                        voter.name()
                            + " would not come back: its data directory holds the data of "
                            + view.strangerIn(voter).orElseThrow()
                            + ".",
                        "Look at the mounts and directories of " + voter.name() + ".")));
  }

  /**
   * The objection to work that stops voters and starts them again with their data; empty when there
   * is none.
   *
   * @param expected diagnoses that are no objection: what this work goes on with
   */
  public static Optional<Prescription> toRestart(ClusterView view, DiagnosisCode... expected) {
    return toSpareOne(view, expected)
        .or(
            () ->
                view.voters().stream()
                    .filter(view::isLive)
                    .flatMap(voter -> notWhole(view, voter).stream())
                    .findFirst()
                    .flatMap(ChangeReadiness::refuse));
  }

  /** Why a running voter has no data to be started with. */
  private static Optional<Reason> notWhole(ClusterView view, Member voter) {
    DataDirectory data = voter.data();
    if (data.doubt().isPresent()) {
      return Optional.of(
          GuardReason.CANNOT_START_AFTERWARDS.because(
              voter.name() + " would not come back after a stop.",
              "Mend " + voter.name() + ": " + data.doubt().get() + "."));
    }
    Optional<String> why =
        switch (data.state()) {
          case ABSENT -> Optional.of("its data directory is not there");
          case EMPTY -> Optional.of("its data directory is empty");
          case PARTIAL ->
              Optional.of(
                  "there is no database, or no log in "
                      + data.wal().map(WalDirectory::path).orElse("its data directory"));
          case PRESENT, UNREADABLE -> Optional.empty();
        };
    return why.map(
        missing ->
            GuardReason.CANNOT_START_AFTERWARDS.because(
                voter.name() + " would not come back after a stop: " + missing + ".",
                "Look at the directories of " + voter.name() + "; delete nothing.",
                "To move "
                    + voter.name()
                    + " elsewhere: "
                    + Wording.start(
                        view, "planned-migration", "--member " + voter.name(), "--by replace")));
  }

  /** The objection when the next loss would stop writes. */
  public static Optional<Prescription> nobodyToSpare(ClusterView view) {
    return view.margin() > 0
        ? Optional.empty()
        : refuse(
            RunbookReason.NOBODY_TO_SPARE.because(
                "With "
                    + Amounts.count(view.voters().size(), "voter")
                    + " none can be spared: writes would stop.",
                howToGrow(view)));
  }

  /**
   * How a cluster gets more voters. While a downgrade is enabled no member can join, and while
   * minor versions are mixed only a replacement brings one in, with the older etcd.
   */
  private static String howToGrow(ClusterView view) {
    if (view.downgradeTo().isPresent()) {
      return Wording.start(view, "rolling-downgrade", "--cancel");
    }
    return RunningVersions.of(view).areMixed()
        ? "Write one more member into quorate.yml; then minority-replace brings it in with the"
            + " older etcd."
        : Wording.start(view, "scale", "--members 3");
  }

  /**
   * The objection to any planned change; empty when there is none.
   *
   * @param expected diagnoses that are no objection
   */
  public static Optional<Prescription> toChange(ClusterView view, DiagnosisCode... expected) {
    return switch (DiagnosisTable.diagnose(view)) {
      case Whole whole -> confirmed(view).or(() -> settled(view)).or(() -> metrics(view));
      case Impaired impaired when List.of(expected).contains(impaired.code()) ->
          confirmed(view).or(() -> settled(view)).or(() -> metrics(view));
      case Impaired impaired -> refuse(first(view, impaired));
      case InMotion motion when List.of(expected).contains(motion.code()) ->
          confirmed(view).or(() -> settled(view)).or(() -> metrics(view));
      case InMotion motion -> refuse(underWay(view, motion));
      case Inconsistent trouble when List.of(expected).contains(trouble.code()) ->
          confirmed(view).or(() -> settled(view));
      case Inconsistent trouble -> refuse(first(view, trouble));
      case QuorumLost lost -> withoutQuorum(view, lost);
      case Unobservable blind -> wait(unobservable(view, blind), view.at().plus(LOOK_SOON));
    };
  }

  /** Returns the reason that too little of the cluster answers: Quorate itself may be cut off. */
  public static Reason unobservable(ClusterView view, Unobservable blind) {
    boolean answered = view.members().stream().anyMatch(one -> one.status().isPresent());
    if (!answered && view.members().stream().anyMatch(one -> one.tlsFailure().isPresent())) {
      return RunbookReason.UNOBSERVABLE.because(
          Wording.seen(view, blind),
          "Mend the certificates; restart nothing and restore nothing.",
          "To see which certificates: quorate status " + view.cluster());
    }
    boolean membersRun = answered || view.members().stream().anyMatch(one -> one.workload().runs());
    return membersRun
        ? RunbookReason.UNOBSERVABLE.because(
            Wording.seen(view, blind),
            "Mend the network between Quorate and the members; restart nothing and restore"
                + " nothing.")
        : RunbookReason.UNOBSERVABLE.because(
            Wording.seen(view, blind),
            RunbookReason.UNOBSERVABLE.remedy(),
            "If they run, mend the network between Quorate and the members.");
  }

  /** The reason that another trouble has to be answered first, and what answers it. */
  public static Reason first(ClusterView view, Diagnosis trouble) {
    String fact = trouble.headline();
    String headline = fact.endsWith(".") ? fact : fact + ".";
    List<String> history = RealHistory.todo(view, trouble);
    if (!history.isEmpty()) {
      return RunbookReason.OTHER_TROUBLE_FIRST.because(headline, history);
    }
    return RunbookReason.OTHER_TROUBLE_FIRST.because(
        headline,
        trouble
            .runbook()
            .map(runbook -> Wording.start(view, runbook))
            .orElse(
                trouble instanceof Impaired
                    ? "Look at the " + view.words().place() + " and its network; no runbook does."
                    : "A person has to look: quorate status " + view.cluster()));
  }

  /** The reason that a change has to end first, and what takes it up. */
  public static Reason underWay(ClusterView view, InMotion motion) {
    return RunbookReason.CHANGE_UNDER_WAY.because(
        motion.sentence(),
        motion
            .runbook()
            .map(
                runbook -> "Let it come to its end, or take it up: " + Wording.start(view, runbook))
            .orElse(RunbookReason.CHANGE_UNDER_WAY.remedy()));
  }

  /** The objection when quorum does not confirm the membership, whatever else is wrong. */
  public static Optional<Prescription> confirmed(ClusterView view) {
    return view.source() == MembershipSource.LINEARIZABLE
        ? Optional.empty()
        : wait(
            GuardReason.MEMBERSHIP_UNCONFIRMED.because(
                "Quorum does not confirm the membership at this moment."),
            view.at().plus(LOOK_SOON));
  }

  private static Optional<Prescription> settled(ClusterView view) {
    Instant sure = view.settledSince().plus(SETTLED);
    return sure.isAfter(view.at())
        ? wait(
            RunbookReason.NOT_SETTLED.because(
                "Membership, leader and term have to stay unchanged until "
                    + Amounts.moment(sure)
                    + "."),
            sure)
        : Optional.empty();
  }

  /**
   * The wait for metrics: what a member sees of the others, and whether it applies a raft snapshot,
   * stands nowhere else, and a plan would stop half way without them.
   */
  private static Optional<Prescription> metrics(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> view.isLive(voter) && voter.clusterVersion().isEmpty())
        .findFirst()
        .flatMap(
            voter ->
                wait(
                    RunbookReason.METRICS_UNREADABLE.because(
                        "The metrics of "
                            + voter.name()
                            + " cannot be read, and the plan would wait on them.",
                        "If it serves them elsewhere (--listen-client-http-urls), write its"
                            + " metricsUrl into quorate.yml."),
                    view.at().plus(LOOK_SOON)));
  }

  /**
   * Waits for quorum for a moment, then refuses: after the death of a leader quorum is back within
   * seconds.
   */
  public static Optional<Prescription> withoutQuorum(ClusterView view, QuorumLost lost) {
    return quorumMayComeBack(view, lost)
        .or(
            () ->
                refuse(
                    StepReason.NO_QUORUM.because(
                        lost.headline(), Wording.start(view, "majority-recovery"))));
  }

  /** The wait for quorum that a moment ago was there or that an election may bring. */
  public static Optional<Prescription> quorumMayComeBack(ClusterView view, Diagnosis lost) {
    Instant sure = view.settledSince().plus(SETTLED);
    return sure.isAfter(view.at())
        ? wait(StepReason.NO_QUORUM.because(lost.headline(), List.of()), sure)
        : Optional.empty();
  }

  /** A wait for a fact that shows itself within seconds. */
  public static NotYet soon(ClusterView view, Reason reason) {
    return new NotYet(reason, view.at().plus(LOOK_SOON));
  }

  private static Optional<Prescription> wait(Reason reason, Instant until) {
    return Optional.of(new NotYet(reason, until));
  }

  private static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
