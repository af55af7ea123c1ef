package io.quorate.narrative;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.Guard;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Reason;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Answers of the core as the text of a narrative. */
final class Telling {
  private Telling() {}

  static String diagnosis(ClusterView view) {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    StringBuilder text = new StringBuilder();
    text.append(diagnosis.code().words())
        .append(" (")
        .append(family(diagnosis))
        .append("), margin ");
    text.append(view.margin()).append('\n').append(diagnosis.sentence()).append('\n');
    diagnosis.runbook().ifPresent(name -> text.append("runbook: ").append(name).append('\n'));
    for (Advice advice : Advice.on(view)) {
      text.append("advice ").append(advice.name()).append(": ").append(advice.sentence());
      text.append('\n');
    }
    return text.toString();
  }

  static String prescription(Scene scene, List<String> words) {
    boolean again = words.get(0).equals("again");
    String runbook = again ? scene.plan().runbook() : words.get(0);
    Options options = again ? new Options(scene.plan().request()) : options(words);
    ClusterView view = scene.view();
    Prescription answer = Runbooks.prescribe(runbook, options, view, ApprovalPolicy.DEFAULT);
    return switch (answer) {
      case Plan plan -> {
        scene.keep(plan);
        yield plan.text().replaceFirst("digest [0-9a-f]{8}", "digest ********")
            + plan.marginLine()
            + "\n";
      }
      case Prescription.NotYet wait ->
          "not yet, look again in "
              + Duration.between(view.at(), wait.until()).toSeconds()
              + " s"
              + said(wait.reason(), "");
      case Prescription.NothingToDo nothing ->
          "nothing to do"
              + said(
                  nothing.reason(),
                  nothing.followedBy().map(next -> " Then follows " + next + ".").orElse(""));
      case Prescription.Refusal refusal -> "refused" + said(refusal.reason(), "");
    };
  }

  static String verdict(Scene scene, int number) {
    ClusterView now = scene.view();
    Plan plan = scene.plan();
    AddedIds added = scene.added();
    Verdict verdict = Guard.judge(plan, number - 1, added, now);
    String step = plan.step(number - 1, added).sentence(plan.seen()) + "\n";
    return step
        + switch (verdict) {
          case Verdict.Proceed proceed -> "proceed\n";
          case Verdict.AlreadyDone done -> "already done: " + done.evidence() + "\n";
          case Verdict.NotYet wait -> "not yet" + said(wait.reason(), "");
          case Verdict.Refused refused -> "refused" + said(refused.reason(), "");
          case Verdict.Changed changed -> "changed" + said(changed.reason(), "");
        };
  }

  /** A code in brackets, the headline, and a line for each thing to do. */
  private static String said(Reason reason, String then) {
    StringBuilder text =
        new StringBuilder(" (" + reason.code() + "): " + reason.headline() + then + "\n");
    reason.todo().forEach(todo -> text.append("do: ").append(todo).append('\n'));
    return text.toString();
  }

  private static String family(Diagnosis diagnosis) {
    return diagnosis
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=.)([A-Z])", " $1")
        .toLowerCase(Locale.ROOT);
  }

  private static Options options(List<String> words) {
    Map<String, List<String>> values = new TreeMap<>();
    String option = "";
    for (String word : words.subList(1, words.size())) {
      if (word.startsWith("--")) {
        option = word.substring(2);
        values.computeIfAbsent(option, name -> new ArrayList<>());
      } else {
        values.computeIfAbsent(option, name -> new ArrayList<>()).add(word);
      }
    }
    return new Options(values);
  }
}
