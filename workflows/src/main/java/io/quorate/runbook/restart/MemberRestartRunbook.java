package io.quorate.runbook.restart;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.Diagnosis.Impaired;
import io.quorate.diagnosis.Diagnosis.InMotion;
import io.quorate.diagnosis.Diagnosis.Inconsistent;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.Diagnosis.Whole;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.ChangeReadiness;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.RunbookReason;
import io.quorate.view.ClusterView;
import java.util.List;

/**
 * Member restart (docs/etcd.md#restarting, #a-changed-address, #full-disks): a voter is down and
 * its data is whole. The voter is started with its data, which is better than any replacement; a
 * changed address is told to the membership first, and on a full file system people make room
 * first. A hung one is ended before, by SIGKILL only after a question of its own
 * (docs/etcd.md#hung-members). An alarm is no obstacle: every member has to be up before the alarm
 * can be cleared. A member without its data is never started; minority-replace replaces it.
 */
public final class MemberRestartRunbook implements Runbook<List<MemberName>> {
  private static final String MEMBER = "member";

  @Override
  public String name() {
    return "member-restart";
  }

  @Override
  public String sentence() {
    return "Start members that are down with their data whole, end and start those that hang, and"
        + " follow a changed address.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.members(MEMBER, "The member to start; left out: all that this is the cure for."));
  }

  @Override
  public List<MemberName> request(Options options) {
    return options.members(MEMBER);
  }

  @Override
  public String title(List<MemberName> members) {
    return members.isEmpty() ? "start what is stopped" : "start " + MemberName.inWords(members);
  }

  @Override
  public Prescription prescribe(ClusterView view, List<MemberName> members) {
    return switch (DiagnosisTable.diagnose(view)) {
      case Whole whole -> new NothingToDo(RunbookReason.CLUSTER_WHOLE.because(whole.sentence()));
      case Impaired impaired -> restart(view, members);
      case InMotion motion -> restart(view, members);
      case Inconsistent alarmed when isAlarm(alarmed) -> restart(view, members);
      case Inconsistent trouble -> new Refusal(ChangeReadiness.first(view, trouble));
      case QuorumLost lost -> ChangeReadiness.withoutQuorum(view, lost).orElseThrow();
      case Unobservable blind -> ChangeReadiness.toChange(view).orElseThrow();
    };
  }

  private static boolean isAlarm(Inconsistent trouble) {
    return trouble.code() == DiagnosisCode.NO_SPACE || trouble.code() == DiagnosisCode.CORRUPT;
  }

  private static Prescription restart(ClusterView view, List<MemberName> members) {
    return ChangeReadiness.confirmed(view)
        .orElseGet(() -> new RestartPrescription(view, members).prescription());
  }
}
