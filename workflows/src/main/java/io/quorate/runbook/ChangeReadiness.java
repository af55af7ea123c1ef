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
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
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

  private static final String LOOK_YOURSELF =
      " No runbook answers that: look at the host and its network first.";

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
                    voter.name()
                        + " runs, and at the place of its data is that of "
                        + view.strangerIn(voter).orElseThrow()
                        + ": it would not come back. Look at its mounts and directories."));
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
                    .flatMap(voter -> notWhole(voter).stream())
                    .findFirst()
                    .flatMap(ChangeReadiness::refuse));
  }

  /** Why a running voter has no data to be started with, in a sentence. */
  private static Optional<String> notWhole(Member voter) {
    String stopped = voter.name() + " runs, and stopped it would not come back: ";
    DataDirectory data = voter.data();
    if (data.doubt().isPresent()) {
      return Optional.of(stopped + data.doubt().get() + ".");
    }
    String advice = ". Look at its directories; planned-migration --by replace takes it elsewhere.";
    return switch (data.state()) {
      case ABSENT -> Optional.of(stopped + "its data directory is not there" + advice);
      case EMPTY -> Optional.of(stopped + "its data directory is empty" + advice);
      case PARTIAL ->
          Optional.of(
              stopped
                  + "there is no database, or no log in "
                  + data.wal().map(WalDirectory::path).orElse("its data directory")
                  + advice);
      case PRESENT, UNREADABLE -> Optional.empty();
    };
  }

  /** The objection when the next loss would stop writes. */
  public static Optional<Prescription> nobodyToSpare(ClusterView view) {
    return view.margin() > 0
        ? Optional.empty()
        : refuse(
            "With "
                + view.voters().size()
                + (view.voters().size() == 1 ? " voter" : " voters")
                + " nobody can be spared: writes would stop. "
                + howToGrow(view));
  }

  /**
   * How a cluster gets more voters. While a downgrade is enabled no member can join, and while
   * minor versions are mixed only a replacement brings one in, with the older etcd.
   */
  private static String howToGrow(ClusterView view) {
    if (view.downgradeTo().isPresent()) {
      return "While the downgrade to "
          + view.downgradeTo().get()
          + " is enabled no member can join: call it off with rolling-downgrade --cancel first.";
    }
    return RunningVersions.of(view).areMixed()
        ? "Write one more member into quorate.yml. With it in the configuration, minority-replace"
            + " brings it in with the older etcd."
        : "Use scale to go to 3 voters first.";
  }

  /**
   * The objection to any planned change; empty when there is none.
   *
   * @param expected diagnoses that are no objection
   */
  public static Optional<Prescription> toChange(ClusterView view, DiagnosisCode... expected) {
    return switch (Diagnosis.of(view)) {
      case Whole whole -> confirmed(view).or(() -> settled(view)).or(() -> metrics(view));
      case Impaired impaired when List.of(expected).contains(impaired.code()) ->
          confirmed(view).or(() -> settled(view)).or(() -> metrics(view));
      case Impaired impaired ->
          refuse(first(impaired) + (impaired.runbook().isEmpty() ? LOOK_YOURSELF : ""));
      case InMotion motion when List.of(expected).contains(motion.code()) ->
          confirmed(view).or(() -> settled(view)).or(() -> metrics(view));
      case InMotion motion ->
          refuse(
              motion.sentence()
                  + motion
                      .runbook()
                      .map(runbook -> " Let it come to its end first; " + runbook + " takes it up.")
                      .orElse(" Let it come to its end first."));
      case Inconsistent trouble when List.of(expected).contains(trouble.code()) ->
          confirmed(view).or(() -> settled(view));
      case Inconsistent trouble -> refuse(first(trouble));
      case QuorumLost lost -> withoutQuorum(view, lost);
      case Unobservable blind -> wait(blind.sentence(), view.at().plus(LOOK_SOON));
    };
  }

  /** Names the runbook, or the person, that answers a trouble: a sentence after a blank. */
  public static String use(Diagnosis trouble) {
    return trouble
        .runbook()
        .map(runbook -> " Use " + runbook + ".")
        .orElse(trouble instanceof Impaired ? LOOK_YOURSELF : "");
  }

  private static String first(Diagnosis trouble) {
    return trouble.sentence()
        + trouble.runbook().map(runbook -> " Use " + runbook + " first.").orElse("");
  }

  /** The objection when quorum does not confirm the membership, whatever else is wrong. */
  public static Optional<Prescription> confirmed(ClusterView view) {
    return view.source() == MembershipSource.LINEARIZABLE
        ? Optional.empty()
        : wait("Quorum does not confirm the membership at this moment.", view.at().plus(LOOK_SOON));
  }

  private static Optional<Prescription> settled(ClusterView view) {
    Instant sure = view.settledSince().plus(SETTLED);
    return sure.isAfter(view.at())
        ? wait(
            "Membership, leader and term have to be unchanged until " + Amounts.moment(sure) + ".",
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
                    "The metrics of "
                        + voter.name()
                        + " cannot be read, and this work waits on them. If it serves them"
                        + " elsewhere (--listen-client-http-urls), write its metricsUrl into"
                        + " quorate.yml.",
                    view.at().plus(LOOK_SOON)));
  }

  /**
   * Waits for quorum for a moment, then refuses: after the death of a leader quorum is back within
   * seconds.
   */
  public static Optional<Prescription> withoutQuorum(ClusterView view, QuorumLost lost) {
    return quorumMayComeBack(view, lost)
        .or(() -> refuse(lost.sentence() + " Use majority-recovery."));
  }

  /** The wait for quorum that a moment ago was there or that an election may bring. */
  public static Optional<Prescription> quorumMayComeBack(ClusterView view, Diagnosis lost) {
    Instant sure = view.settledSince().plus(SETTLED);
    return sure.isAfter(view.at()) ? wait(lost.sentence(), sure) : Optional.empty();
  }

  /** A wait for a fact that shows itself within seconds. */
  public static NotYet soon(ClusterView view, String because) {
    return new NotYet(because, view.at().plus(LOOK_SOON));
  }

  private static Optional<Prescription> wait(String because, Instant until) {
    return Optional.of(new NotYet(because, until));
  }

  private static Optional<Prescription> refuse(String because) {
    return Optional.of(new Refusal(because));
  }
}
