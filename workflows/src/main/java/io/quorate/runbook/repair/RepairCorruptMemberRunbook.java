package io.quorate.runbook.repair;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ObservationDepth;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.RunbookReason;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Optional;

/**
 * Repair of a corrupt member (docs/etcd.md#corrupt): one voter has other data than all others.
 * Quorate finds it from the hash of all keys at one revision, because the member that etcd names in
 * its alarm can be a good one. The member is replaced by a copy of the others, and only then the
 * alarm is disarmed. Anything but exactly one member against a quorum is refused and left to people
 * (docs/etcd.md#n-29).
 */
public final class RepairCorruptMemberRunbook implements Runbook<RepairCorruptMemberRequest> {
  @Override
  public String name() {
    return RepairCorruptMemberRequest.NAME;
  }

  @Override
  public String sentence() {
    return "Replace the one member whose data differs from that of all others, and disarm CORRUPT.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.members(
            RepairCorruptMemberRequest.MEMBER,
            "The member you think differs; refused if the comparison says otherwise."),
        Option.flag(
            RepairCorruptMemberRequest.NEVER_RESTORED,
            "You vouch for it that this cluster was never restored and no member ever wiped."));
  }

  @Override
  public RepairCorruptMemberRequest request(Options options) {
    return RepairCorruptMemberRequest.of(options);
  }

  @Override
  public String title(RepairCorruptMemberRequest request) {
    return request
        .member()
        .map(member -> "repair corrupt member " + member)
        .orElse("repair the corrupt member");
  }

  @Override
  public ObservationDepth depth() {
    return ObservationDepth.COMPARING_DATA;
  }

  @Override
  public Prescription prescribe(ClusterView view, RepairCorruptMemberRequest request) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    boolean corrupt =
        diagnosis.code() == DiagnosisCode.CORRUPT || diagnosis.code() == DiagnosisCode.DATA_DIFFERS;
    if (!corrupt && !(diagnosis instanceof Whole) && request.odd().isEmpty()) {
      return ChangeReadiness.toChange(view)
          .orElse(
              new NothingToDo(
                  RunbookReason.OTHER_TROUBLE_FIRST.because(diagnosis.sentence(), new String[0])));
    }
    if (diagnosis instanceof Diagnosis.Inconsistent && !corrupt) {
      return ChangeReadiness.toChange(view).orElseThrow();
    }
    return withoutQuorum(view)
        .or(() -> ChangeReadiness.confirmed(view))
        .orElseGet(() -> new RepairPrescription(view, request).prescription());
  }

  private static Optional<Prescription> withoutQuorum(ClusterView view) {
    return view.margin() < 0
        ? ChangeReadiness.withoutQuorum(
            view,
            new QuorumLost(
                DiagnosisCode.CORRUPT,
                "Too few voters vote"
                    + (view.raises(Alarm.Kind.CORRUPT) ? ", and CORRUPT is raised." : "."),
                "",
                Optional.empty()))
        : Optional.empty();
  }
}
