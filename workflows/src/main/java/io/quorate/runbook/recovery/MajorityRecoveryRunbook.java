package io.quorate.runbook.recovery;

import io.quorate.cluster.ObservationDepth;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.diagnosis.MachineAdvice;
import io.quorate.diagnosis.Return;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.recovery.comeback.ReturnPrescription;
import io.quorate.runbook.recovery.comeback.UnobservableCluster;
import io.quorate.runbook.recovery.comeback.UnusedAsides;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.runbook.recovery.restore.RestoreObjections;
import io.quorate.runbook.recovery.restore.RestorePrescription;
import io.quorate.runbook.recovery.restore.RollbackToSnapshot;
import io.quorate.runbook.recovery.restore.RollbackToSnapshot.ChosenMember;
import io.quorate.runbook.recovery.restore.UnfinishedRestore;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.view.TwoHistories;
import java.util.List;
import java.util.Optional;

/**
 * Majority recovery (docs/etcd.md#return-of-a-majority): quorum is lost.
 *
 * <p>The cheapest recovery is no recovery: members that are down with their own whole data are
 * started, in any order, and raft goes on where it was. Members whose data is empty, partial, old
 * or another's are kept from starting meanwhile. Where too few are at hand, waiting loses nothing,
 * and people see who is missing. Once quorum is back, what is left is the loss of a minority, which
 * the same operation repairs.
 */
public final class MajorityRecoveryRunbook implements Runbook<MajorityRecoveryRequest> {
  /**
   * The runbook that follows a restore. The restore ends before this drill, because a drill may
   * take an hour.
   */
  private static final String AFTERWARDS = "restore-drill";

  private static final List<String> OF_A_MINORITY = List.of("minority-replace", "member-restart");

  @Override
  public String name() {
    return MajorityRecoveryRequest.NAME;
  }

  @Override
  public String sentence() {
    return "Bring a cluster back that has lost quorum: members return with their data, or what is"
        + " left is restored.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.text(
            MajorityRecoveryRequest.FROM,
            "SOURCE",
            "return, survivor or snapshot; left out: return while that is possible. Or the member"
                + " whose data is taken, where members that serve have different data."),
        Option.text(
            MajorityRecoveryRequest.SNAPSHOT, "ID", "The snapshot to restore, by its file."),
        Option.text(
            MajorityRecoveryRequest.BUMP,
            "N",
            "By how much revisions are raised; left out: 1,000,000,000, or more where clients have"
                + " seen more, and 0 raises none."),
        Option.text(
            MajorityRecoveryRequest.WRONG,
            "TEXT",
            "Go back to --snapshot though the cluster works, and why."),
        Option.members(
            MajorityRecoveryRequest.OFF,
            "The process of this member is gone and its machine is off or cut away: stated by you,"
                + " because nobody can look."));
  }

  @Override
  public MajorityRecoveryRequest request(Options options) {
    return MajorityRecoveryRequest.of(options);
  }

  @Override
  public String title(MajorityRecoveryRequest request) {
    return request
        .from()
        .map(From::words)
        .map("recover by "::concat)
        .or(() -> request.chosen().map(member -> "recover by the data of " + member))
        .orElse("recover quorum");
  }

  @Override
  public ObservationDepth depth() {
    return ObservationDepth.SOURCES;
  }

  @Override
  public Optional<String> snapshot(MajorityRecoveryRequest request) {
    return request.snapshot();
  }

  @Override
  public boolean answersBlind() {
    return true;
  }

  /** Continues with the repair of a lost minority once quorum is back. */
  @Override
  public Optional<String> goesOnAs(ClusterView view, MajorityRecoveryRequest request) {
    return request.isUnderWay() && view.margin() >= 0
        ? DiagnosisTable.diagnose(view).runbook().filter(OF_A_MINORITY::contains)
        : Optional.empty();
  }

  @Override
  public Prescription own(Prescription answer, MajorityRecoveryRequest request) {
    return answer instanceof Plan plan
        ? new Plan(
            MajorityRecoveryRequest.NAME,
            request.at(request.stage(), plan.request()),
            plan.title(),
            plan.seen(),
            plan.steps(),
            plan.warnings(),
            plan.promise())
        : followed(answer, request);
  }

  @Override
  public Prescription prescribe(ClusterView view, MajorityRecoveryRequest request) {
    return followed(answer(view, request), request);
  }

  /**
   * Lets a drill follow a complete restore. The answer may come from this runbook or from the
   * runbook as which it goes on.
   */
  private static Prescription followed(Prescription answer, MajorityRecoveryRequest request) {
    return answer instanceof NothingToDo nothing && request.stage() == Stage.RESTORED
        ? nothing.thenBy(AFTERWARDS)
        : answer;
  }

  private static Prescription answer(ClusterView view, MajorityRecoveryRequest request) {
    Diagnosis found = DiagnosisTable.diagnose(view);
    RollbackToSnapshot back = new RollbackToSnapshot(view, request, found);
    if (request.chosen().isPresent() && request.dataIsWrong().isEmpty()) {
      return new ChosenMember(view, request, found).prescription();
    }
    boolean blindly = found instanceof Unobservable && request.off().members().isEmpty();
    if (back.isAskedFor() && !blindly) {
      return back.prescription();
    }
    return switch (found) {
      case Whole whole -> new NothingToDo(RunbookReason.CLUSTER_WHOLE.because(whole.sentence()));
      case Impaired impaired -> withQuorum(view, request, ChangeReadiness.first(view, impaired));
      case InMotion motion -> withQuorum(view, request, ChangeReadiness.underWay(view, motion));
      case Inconsistent alarm when isAlarm(alarm) && view.margin() < 0 ->
          withoutQuorum(view, request, alarm);
      case Inconsistent trouble -> withQuorum(view, request, ChangeReadiness.first(view, trouble));
      case QuorumLost lost -> withoutQuorum(view, request, lost);
      case Unobservable blind ->
          UnobservableCluster.byStatement(view, request.off())
              .map(lost -> withoutQuorum(view, request, lost))
              .orElseGet(() -> UnobservableCluster.prescription(view, blind));
    };
  }

  /** Alarms stay raised without quorum, and keep nobody from coming back. */
  private static boolean isAlarm(Inconsistent trouble) {
    return trouble.code() == DiagnosisCode.NO_SPACE || trouble.code() == DiagnosisCode.CORRUPT;
  }

  private static Prescription withoutQuorum(
      ClusterView view, MajorityRecoveryRequest request, Diagnosis lost) {
    return ChangeReadiness.quorumMayComeBack(view, lost)
        .orElseGet(() -> withProbes(view, recover(view, request)));
  }

  /** A kubelet that ends members while quorum is lost ends those that the plan starts. */
  private static Prescription withProbes(ClusterView view, Prescription found) {
    return found instanceof Plan plan ? plan.warning(MachineAdvice.probes(view)) : found;
  }

  /**
   * An unfinished restore is finished; what was set aside for one that was never made is put back;
   * else return comes first, and what is left is restored only where too few can come back. Of two
   * histories a person chooses before either.
   */
  private static Prescription recover(ClusterView view, MajorityRecoveryRequest request) {
    UnfinishedRestore unfinished = new UnfinishedRestore(view, request);
    if (unfinished.isThere()) {
      return unfinished.prescription();
    }
    Optional<Prescription> unused = new UnusedAsides(view, request).prescription();
    if (unused.isPresent()) {
      return unused.get();
    }
    Optional<TwoHistories> two = TwoHistories.in(view);
    if (two.isPresent()) {
      return new Refusal(
          RecoveryReason.TWO_HISTORIES.because(
              two.get().sentence(),
              "Decide which one counts, and of the other rename its data directory (delete"
                  + " nothing)."));
    }
    ReturnPrescription returning = new ReturnPrescription(view, request);
    Optional<Prescription> passedOver = returning.passedOver();
    if (passedOver.isPresent() && !unfinished.isPassedOver()) {
      return passedOver.get();
    }
    Optional<Prescription> misstated = new RestoreObjections(view, request).misstated();
    if (misstated.isPresent() && !Return.isQuorumAtHand(view)) {
      return misstated.get();
    }
    return returning.isPossible() && !unfinished.isPassedOver()
        ? returning.prescription()
        : new RestorePrescription(view, request).prescription();
  }

  /**
   * Answers while quorum holds: nothing is recovered (docs/etcd.md#n-13), or nothing is left to do,
   * if this operation brought quorum back.
   */
  private static Prescription withQuorum(
      ClusterView view, MajorityRecoveryRequest request, Reason trouble) {
    if (view.margin() < 0) {
      return new Refusal(trouble);
    }
    return request.isUnderWay()
        ? new NothingToDo(
            RecoveryReason.RECOVERED.because(
                "Quorum is back. " + trouble.headline(), trouble.todo()))
        : new Refusal(
            RecoveryReason.QUORUM_HOLDS.because(
                "Quorum holds, and nothing is recovered while it does. " + trouble.headline(),
                trouble.todo()));
  }
}
