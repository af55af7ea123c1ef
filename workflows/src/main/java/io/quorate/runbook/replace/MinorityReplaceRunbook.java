package io.quorate.runbook.replace;

import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.RunbookReason;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Minority replace (docs/etcd.md#order-of-a-replacement): voters are gone for good and the others
 * still hold quorum.
 *
 * <p>Members are removed before others are added: quorum must not count a voter that cannot answer,
 * and etcd refuses to add while one of three is dead. All lost members are removed before the first
 * is added. A replacement joins as a learner, so one that never starts costs the cluster nothing. A
 * member that was added by hand and never started (docs/etcd.md#phantom-members) is removed like a
 * lost one.
 *
 * <p>An unfinished upgrade is no obstacle: the replacement joins with the older etcd
 * (docs/etcd.md#upgrades). A downgrade that waits only for the lost member is no obstacle either
 * (docs/etcd.md#traps-of-a-downgrade).
 *
 * <p>NOSPACE is no obstacle: every member has to vote before the alarm can be cleared
 * (docs/etcd.md#nospace).
 */
public final class MinorityReplaceRunbook implements Runbook<MinorityReplaceRequest> {
  @Override
  public String name() {
    return "minority-replace";
  }

  @Override
  public String sentence() {
    return "Replace members that are gone for good while the others hold quorum.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.members(
            MinorityReplaceRequest.MEMBER, "The member to replace; left out: all that are lost."),
        Option.flag(
            MinorityReplaceRequest.DATA_IS_LOST,
            "You vouch for it that the data of the member cannot come back."));
  }

  @Override
  public MinorityReplaceRequest request(Options options) {
    return MinorityReplaceRequest.of(options);
  }

  @Override
  public String title(MinorityReplaceRequest request) {
    return request.members().isEmpty()
        ? "replace what is lost"
        : "replace "
            + request.members().stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  @Override
  public Prescription prescribe(ClusterView view, MinorityReplaceRequest request) {
    return switch (DiagnosisTable.diagnose(view)) {
      case Whole whole when request.members().isEmpty() ->
          new NothingToDo(RunbookReason.CLUSTER_WHOLE.because(whole.sentence()));
      case Whole whole -> replace(view, request);
      case Impaired impaired -> replace(view, request);
      case InMotion motion when motion.runbook().filter(name()::equals).isPresent() ->
          replace(view, request);
      case InMotion motion when goesOn(motion, request) -> replace(view, request);
      case Inconsistent full when full.code() == DiagnosisCode.NO_SPACE -> replace(view, request);
      case InMotion motion -> new Refusal(ChangeReadiness.underWay(view, motion));
      case Inconsistent trouble -> new Refusal(ChangeReadiness.first(view, trouble));
      case QuorumLost lost -> ChangeReadiness.withoutQuorum(view, lost).orElseThrow();
      case Unobservable blind ->
          new NotYet(
              ChangeReadiness.unobservable(view, blind),
              view.at().plus(ReplacementObjections.LOST_FOR));
    };
  }

  /**
   * Whether this operation has removed a lost member during a roll and goes on with its
   * replacement.
   */
  private static boolean goesOn(InMotion motion, MinorityReplaceRequest request) {
    return motion.code() == DiagnosisCode.VERSION_SKEW && !request.instead().isEmpty();
  }

  private static Prescription replace(ClusterView view, MinorityReplaceRequest request) {
    return ChangeReadiness.confirmed(view)
        .orElseGet(() -> new ReplacementPrescription(view, request).prescription());
  }
}
