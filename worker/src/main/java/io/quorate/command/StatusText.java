package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quorum;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.DataDivergence;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.plan.MemberTable;
import io.quorate.runbook.Proposal;
import io.quorate.snapshot.Protection;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Text of a look at a cluster: the head of the operation or incident, the trouble, the members, the
 * proposal.
 *
 * @param first the head of what is under way or needed; empty where nothing is, or the gateway did
 *     not say it
 * @param underWay what an operation does about it, in place of a proposal; empty where none is
 *     under way, or the gateway did not say it
 */
record StatusText(
    ClusterView view, Instant now, Paint paint, List<String> first, Optional<String> underWay) {
  StatusText {
    first = List.copyOf(first);
  }

  String text() {
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    StringBuilder text = new StringBuilder();
    first.forEach(line -> text.append(line).append('\n'));
    text.append(first.isEmpty() ? "" : "\n").append(head(diagnosis)).append('\n');
    text.append(diagnosis.sentence()).append("\n\n");
    text.append(String.join("\n", MemberTable.of(view))).append("\n").append('\n');
    text.append(snapshot()).append('\n');
    text.append(comparison()).append('\n');
    underWay
        .or(() -> Proposal.on(view).map(this::proposal))
        .ifPresent(words -> text.append(words).append('\n'));
    Advice.on(view)
        .forEach(advice -> text.append("Advice: ").append(advice.sentence()).append('\n'));
    return text.toString();
  }

  /** The first line: {@code payments MINORITY LOST 3 voters, 2 alive, quorum 2, margin 0}. */
  String head(Diagnosis diagnosis) {
    String words = diagnosis.code().words().replace('-', ' ').toUpperCase(Locale.ROOT);
    String painted = diagnosis instanceof Diagnosis.Whole ? paint.good(words) : paint.bad(words);
    if (view.source() == MembershipSource.NONE) {
      return view.cluster()
          + "   "
          + painted
          + "   "
          + Amounts.count(view.members().size(), "member")
          + " configured, who votes is not known";
    }
    long alive = view.voters().stream().filter(view::isLive).count();
    return view.cluster()
        + "   "
        + painted
        + "   "
        + Amounts.count(view.voters().size(), "voter")
        + ", "
        + alive
        + " alive, quorum "
        + view.quorum().size()
        + ", "
        + (view.margin() < 0
            ? Quorum.missing(view.voters().size(), view.margin())
            : "margin " + view.margin());
  }

  private String snapshot() {
    return view.lastSnapshot()
            .map(
                saved ->
                    "Last snapshot "
                        + Amounts.ago(saved.savedAt(), now)
                        + ": revision "
                        + saved.atLeast()
                        + ", verified.")
            .orElseGet(() -> MemberTable.noSnapshot(view))
        + drill();
  }

  private String drill() {
    return view.protection()
        .flatMap(Protection::lastDrill)
        .map(drill -> "\n" + drill.sentence(now) + ".")
        .orElse("");
  }

  private String comparison() {
    return DataDivergence.lastAbout(view)
        .map(
            last ->
                "Data compared "
                    + Amounts.ago(last.at(), now)
                    + ": "
                    + (last.isEqual() ? "equal" : "not equal")
                    + " at revision "
                    + last.revision()
                    + ".")
        .orElseGet(
            () ->
                view.lastComparison().isPresent()
                    ? "Data not compared since the voters changed."
                    : "Data not compared by Quorate yet.");
  }

  private String proposal(Proposal proposal) {
    return switch (proposal) {
      case Proposal.Command command -> "Proposed: quorate start " + command.text(view);
      case Proposal.Refused refused ->
          "No command is proposed. " + refused.runbook() + " refuses: " + withoutDiagnosis(refused);
      case Proposal.Unknown unknown ->
          "Answered by the runbook " + unknown.runbook() + ", which is not in this version.";
    };
  }

  /** The refusal without the sentence of the diagnosis, which stands above the members. */
  private String withoutDiagnosis(Proposal.Refused refused) {
    Diagnosis found = DiagnosisTable.diagnose(view);
    Reason reason = refused.reason();
    String rest =
        reason.headline().replace(found.sentence(), "").replace(found.headline(), "").strip();
    return Reason.text(rest.isEmpty() ? reason.headline() : rest, reason.todo());
  }
}
