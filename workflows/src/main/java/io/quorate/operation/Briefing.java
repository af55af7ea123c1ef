package io.quorate.operation;

import io.quorate.cluster.RehearsalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Briefing of the person who decides: made once per round, by pure code, so that Slack, page and
 * command line show the same words.
 *
 * @param diagnosis the stable name of the diagnosis: {@code minority-lost}
 * @param finding what is wrong, in one sentence
 * @param title {@code Replace etcd-1 of payments}
 * @param digest of the plan, in full
 * @param memberTable monospaced lines, the first one the heading
 * @param planLines the numbered steps, monospaced, with what each can destroy
 * @param marginLine {@code now 0 · during 0 · after 1}
 * @param snapshotLine the last snapshot, or that there is none
 * @param promise what can and cannot be lost
 * @param pointOfNoReturn the sentences that cannot be undone
 * @param needs {@code 1 of: oncall}
 * @param loss what a recovery costs; empty for every other runbook
 * @param brief the plan in brief; empty in plans of releases that recorded none
 * @param trouble the diagnosis with the condition of each voter that does not vote: {@code
 *     minority-lost: etcd-1 LOST}; empty in plans of releases that recorded none
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
    String needs,
    Optional<LossSummary> loss,
    Optional<PlanInBrief> brief,
    Optional<String> trouble) {
  public Briefing {
    memberTable = List.copyOf(memberTable);
    planLines = List.copyOf(planLines);
    warnings = List.copyOf(warnings);
  }

  /**
   * Returns the whole briefing as plain text, in the words and the order in which a question shows
   * it.
   */
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(title + "   digest " + digest);
    lines.add(finding);
    lines.add("");
    lines.addAll(memberTable);
    lines.add("");
    lines.addAll(planLines);
    lines.add("");
    if (!pointOfNoReturn.isBlank()) {
      lines.add("Cannot be undone: " + pointOfNoReturn);
    }
    lines.add("Margin: " + marginLine);
    lines.add("Snapshot: " + snapshotLine);
    lines.add("What can be lost: " + promise);
    loss.ifPresent(report -> lines.addAll(report.lines()));
    warnings.forEach(warning -> lines.add("Warning: " + warning));
    return String.join("\n", lines) + "\n";
  }

  /** Returns a margin line for people, to whom a margin below zero says nothing. */
  public static String margin(String marginLine) {
    return marginLine.replaceAll("-\\d+", "no quorum");
  }

  /**
   * Returns the briefing after the plan saved its own snapshot, which is newer than the last
   * snapshot known when the plan was made.
   *
   * @param number of the step that saved the snapshot, from 1
   * @param evidence which file the snapshot is
   */
  public Briefing snapshotSaved(int number, String evidence) {
    return with("Snapshot saved by step " + number + " of this plan: " + evidence + ".", warnings);
  }

  /** Returns the briefing of a rehearsal: each of its lines says so. */
  public Briefing rehearsed() {
    return new Briefing(
        diagnosis,
        RehearsalText.marked(finding),
        RehearsalText.marked(title),
        digest,
        RehearsalText.marked(memberTable),
        RehearsalText.marked(planLines),
        RehearsalText.marked(marginLine),
        RehearsalText.marked(snapshotLine),
        RehearsalText.marked(promise),
        RehearsalText.marked(warnings),
        RehearsalText.marked(pointOfNoReturn),
        needs,
        loss.map(LossSummary::rehearsed),
        brief,
        trouble);
  }

  /** Returns the briefing with one more warning to read before an approval. */
  public Briefing warning(String sentence) {
    List<String> more = new ArrayList<>(warnings);
    more.add(sentence);
    return with(snapshotLine, more);
  }

  private Briefing with(String snapshot, List<String> said) {
    return new Briefing(
        diagnosis,
        finding,
        title,
        digest,
        memberTable,
        planLines,
        marginLine,
        snapshot,
        promise,
        said,
        pointOfNoReturn,
        needs,
        loss,
        brief,
        trouble);
  }
}
