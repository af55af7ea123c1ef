package io.quorate.operation;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.SavedSnapshot;
import io.quorate.plan.MemberTable;
import io.quorate.plan.Plan;
import io.quorate.step.AskApproval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a person decides on, ready to be shown: made once per round, by pure code, so that Slack,
 * page and command line show the same words.
 *
 * @param diagnosis its stable name: {@code minority-lost}
 * @param finding what is wrong, in one sentence
 * @param title {@code Replace etcd-1 of payments}
 * @param digest of the plan, in full
 * @param memberTable monospaced lines, the first one the head
 * @param planLines the numbered steps, monospaced, with what each can destroy
 * @param marginLine {@code now 0 · during 0 · after 1}
 * @param snapshotLine the last snapshot, or that there is none
 * @param promise what can and cannot be lost
 * @param pointOfNoReturn the sentences that cannot be undone
 * @param needs {@code 1 of: oncall}
 */
public record Briefing(
    String diagnosis,
    String finding,
    String title,
    String digest,
    List<String> memberTable,
    List<String> planLines,
    String marginLine,
    String snapshotLine,
    String promise,
    List<String> warnings,
    String pointOfNoReturn,
    String needs) {
  public Briefing {
    memberTable = List.copyOf(memberTable);
    planLines = List.copyOf(planLines);
    warnings = List.copyOf(warnings);
  }

  /** The same with one more thing to know before a yes. */
  public Briefing warning(String sentence) {
    List<String> more = new ArrayList<>(warnings);
    more.add(sentence);
    return new Briefing(
        diagnosis,
        finding,
        title,
        digest,
        memberTable,
        planLines,
        marginLine,
        snapshotLine,
        promise,
        more,
        pointOfNoReturn,
        needs);
  }

  /** What there is to say about this plan. */
  public static Briefing of(Plan plan, String diagnosis, String finding) {
    return new Briefing(
        diagnosis,
        finding,
        plan.title(),
        plan.digest(),
        MemberTable.of(plan.seen()),
        plan.lines(),
        plan.marginLine(),
        snapshotLine(plan.seen()),
        plan.promise(),
        plan.warnings(),
        plan.pointOfNoReturn(),
        needs(plan));
  }

  /** The last snapshot that is known, with its age. */
  public static String snapshotLine(ClusterView view) {
    return view.lastSnapshot()
        .map(saved -> "Last snapshot " + age(saved, view) + ", SHA-256 verified.")
        .orElse("No snapshot saved by Quorate yet.");
  }

  private static String age(SavedSnapshot saved, ClusterView view) {
    long minutes = Duration.between(saved.savedAt(), view.at()).toMinutes();
    return minutes + " min ago: revision " + saved.atLeast() + " or later";
  }

  private static String needs(Plan plan) {
    return plan.steps().stream()
        .filter(AskApproval.class::isInstance)
        .map(AskApproval.class::cast)
        .findFirst()
        .map(ask -> ask.approvals() + ask.group().map(group -> " of " + group).orElse(""))
        .orElse("0");
  }
}
