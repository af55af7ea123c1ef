package io.quorate.slack;

import static com.slack.api.model.block.Blocks.actions;
import static com.slack.api.model.block.Blocks.context;
import static com.slack.api.model.block.Blocks.header;
import static com.slack.api.model.block.Blocks.section;
import static com.slack.api.model.block.composition.BlockCompositions.confirmationDialog;
import static com.slack.api.model.block.composition.BlockCompositions.markdownText;
import static com.slack.api.model.block.composition.BlockCompositions.plainText;
import static com.slack.api.model.block.element.BlockElements.button;

import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.composition.ConfirmationDialogObject;
import com.slack.api.model.block.element.BlockElement;
import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The question of a round: what is wrong, what is proposed, what it can cost, and the buttons. Once
 * it is decided the buttons go and the message says how it ended.
 */
final class QuestionMessage {
  private static final int HEADER_LIMIT = 150;
  private static final int DIALOG_LIMIT = 260;
  private static final int MOST_WARNINGS = 10;

  private final OperationState state;
  private final Approval approval;

  private QuestionMessage(OperationState state, Approval approval) {
    this.state = state;
    this.approval = approval;
  }

  static String key(Approval approval) {
    return "question." + approval.question().id();
  }

  static Message of(OperationState state, Approval approval) {
    QuestionMessage question = new QuestionMessage(state, approval);
    return new Message(key(approval), Optional.empty(), question.text(), question.blocks());
  }

  private String text() {
    String title = Mrkdwn.text(state.title());
    String by = " Asked by " + Mrkdwn.text(state.requestedBy()) + ".";
    String margin =
        briefing().map(known -> " Margin: " + Mrkdwn.text(known.marginLine()) + ".").orElse("");
    return approval.isOpen()
        ? title + "?" + margin + by
        : title + ". " + Mrkdwn.text(Words.outcome(approval));
  }

  /**
   * The plan is at hand for the last round only; an older question keeps its digest and its end.
   */
  private Optional<Briefing> briefing() {
    return state.briefing().filter(known -> known.digest().equals(approval.question().digest()));
  }

  private List<LayoutBlock> blocks() {
    List<LayoutBlock> blocks = new ArrayList<>();
    String title = briefing().map(Briefing::title).orElse(state.title());
    blocks.add(header(h -> h.text(plainText(shortened(title, HEADER_LIMIT)))));
    briefing().ifPresent(known -> blocks.addAll(body(known)));
    String outcome = Words.outcome(approval);
    if (!outcome.isEmpty()) {
      blocks.add(paragraph("*Decision* " + Mrkdwn.text(outcome)));
    }
    blocks.add(context(c -> c.elements(List.of(markdownText(contextLine())))));
    if (approval.isOpen()) {
      briefing()
          .ifPresentOrElse(
              known -> blocks.add(actions(a -> a.blockId("decision").elements(buttons(known)))),
              () ->
                  blocks.add(
                      paragraph(
                          "The plan cannot be shown here: `quorate show "
                              + state.operation()
                              + "`")));
    }
    return blocks;
  }

  private static List<LayoutBlock> body(Briefing known) {
    List<LayoutBlock> blocks = new ArrayList<>();
    blocks.add(paragraph(Mrkdwn.text(known.finding())));
    blocks.add(paragraph(Mrkdwn.code(known.memberTable())));
    blocks.add(paragraph("*The plan*"));
    blocks.add(paragraph(Mrkdwn.code(known.planLines())));
    if (!known.pointOfNoReturn().isBlank()) {
      blocks.add(paragraph("*Cannot be undone:* " + Mrkdwn.text(known.pointOfNoReturn())));
    }
    blocks.add(paragraph("*Margin* " + Mrkdwn.text(known.marginLine())));
    blocks.add(paragraph("*Snapshot* " + Mrkdwn.text(known.snapshotLine())));
    blocks.add(paragraph("*What can be lost* " + Mrkdwn.text(known.promise())));
    known.warnings().stream()
        .limit(MOST_WARNINGS)
        .forEach(warning -> blocks.add(paragraph("*Warning* " + Mrkdwn.text(warning))));
    if (known.warnings().size() > MOST_WARNINGS) {
      blocks.add(paragraph("… " + (known.warnings().size() - MOST_WARNINGS) + " more warnings"));
    }
    return blocks;
  }

  private String contextLine() {
    Question question = approval.question();
    String digest = Words.shortDigest(question.digest());
    List<String> parts = new ArrayList<>();
    parts.add("digest " + digest);
    if (approval.isOpen()) {
      parts.add("expires " + Words.expiry(question.askedAt(), question.expiresAt()));
      briefing().ifPresent(known -> parts.add("needs " + Mrkdwn.text(known.needs())));
      parts.add("`quorate approve " + state.cluster() + " --digest " + digest + "`");
    }
    parts.add("operation " + Mrkdwn.text(state.operation()));
    return String.join(" · ", parts);
  }

  /** Nobody can approve here what was not shown here. */
  private List<BlockElement> buttons(Briefing known) {
    Question question = approval.question();
    String value = new ButtonValue(state.operation(), question.id(), question.digest()).text();
    return List.of(
        button(
            b ->
                b.actionId(ButtonValue.APPROVE)
                    .text(plainText("Approve"))
                    .style("primary")
                    .value(value)
                    .confirm(dialog(known))),
        button(b -> b.actionId(ButtonValue.REJECT).text(plainText("Reject…")).value(value)),
        button(
            b -> b.actionId(ButtonValue.EVIDENCE).text(plainText("Show evidence")).value(value)));
  }

  private static ConfirmationDialogObject dialog(Briefing known) {
    String undone = known.pointOfNoReturn();
    String words =
        undone.isBlank() ? "Every step of it can be undone." : "Cannot be undone: " + undone;
    return confirmationDialog(
        d ->
            d.title(plainText("Approve this plan?"))
                .text(plainText(shortened(words, DIALOG_LIMIT)))
                .confirm(plainText("Approve"))
                .deny(plainText("Not yet")));
  }

  private static String shortened(String words, int limit) {
    return words.length() <= limit ? words : words.substring(0, limit - 1) + "…";
  }

  private static LayoutBlock paragraph(String mrkdwn) {
    return section(s -> s.text(markdownText(mrkdwn)));
  }
}
