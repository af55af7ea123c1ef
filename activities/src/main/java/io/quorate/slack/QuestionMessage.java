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
import io.quorate.head.Head;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Message with the question of a round: what is wrong, what is proposed, what it can cost, and the
 * buttons. After the decision the message has no buttons and says how the question ended.
 */
final class QuestionMessage {
  private static final int HEADER_LIMIT = 150;
  private static final int DIALOG_LIMIT = 260;
  private static final String COSTS = "*This can cost acknowledged writes:* ";
  private static final String NAME_IS_TYPED = "Approve asks you to type the name of the cluster.";

  private final OperationState state;
  private final Approval approval;
  private final Optional<QuestionBody> body;
  private final Optional<Attachment> attachment;
  private final boolean inFull;
  private final Links links;

  private QuestionMessage(
      OperationState state, Approval approval, Set<String> standing, Links links) {
    this.state = state;
    this.links = links;
    this.approval = approval;
    this.body = briefing().map(QuestionBody::of);
    this.attachment =
        body.filter(shown -> !shown.whole())
            .flatMap(shown -> briefing())
            .map(this::file)
            .filter(file -> approval.isOpen() || standing.contains(file.key()));
    this.inFull =
        body.isPresent() && attachment.map(file -> standing.contains(file.key())).orElse(true);
  }

  static String key(Approval approval) {
    return "question." + approval.question().id();
  }

  static Message of(OperationState state, Approval approval, Set<String> standing, Links links) {
    QuestionMessage question = new QuestionMessage(state, approval, standing, links);
    return new Message(
        key(approval),
        Optional.empty(),
        question.text(),
        question.blocks(),
        question.attachment,
        Message.Manner.POSTED,
        question.wakes());
  }

  /** People who may answer while the question is open; the requester only where theirs counts. */
  private Optional<Audience> wakes() {
    Question asked = approval.question();
    return approval.isOpen()
        ? Optional.of(
            new Audience(
                asked.needed().group(),
                Optional.of(asked.requestedBy()).filter(who -> !asked.needed().requesterCounts())))
        : Optional.empty();
  }

  private Attachment file(Briefing known) {
    String digest = Question.shortDigest(known.digest());
    return new Attachment(
        "file." + approval.question().id(), "plan-" + digest + ".txt", known.text());
  }

  /** Returns the text for lock screens and screen readers, where no block is seen. */
  private String text() {
    if (approval.isOpen() && briefing().isEmpty()) {
      return Mrkdwn.text(state.title() + "? The plan cannot be shown here.");
    }
    return approval.isOpen()
        ? Mrkdwn.text(head().push())
        : Mrkdwn.text(state.title() + ". " + Words.outcome(approval));
  }

  /** Returns the head as of the question, so that the message does not change by itself. */
  private Head head() {
    return Head.of(state, approval.question().askedAt(), Optional.empty());
  }

  /** Returns who asked; while people decide, also what an alert proves. */
  private String requester() {
    return Mrkdwn.text(
        approval.isOpen()
            ? state.requester().toApprovers(state.requestedBy())
            : state.requester().named(state.requestedBy()));
  }

  /** Where the requester may approve, the name is typed for plans that cost nothing too. */
  private String costs() {
    return approval.question().needed().requesterCounts() ? "" : COSTS;
  }

  /** Returns what an approver has to type; empty where a click is enough. */
  private Optional<String> typed() {
    return approval.question().typed();
  }

  /**
   * Returns the briefing of this question. Only the briefing of the last round is known; an older
   * question shows its digest and how it ended.
   */
  private Optional<Briefing> briefing() {
    return state.briefing().filter(known -> known.digest().equals(approval.question().digest()));
  }

  private List<LayoutBlock> blocks() {
    List<LayoutBlock> blocks = new ArrayList<>();
    String title = briefing().map(Briefing::title).orElse(state.title());
    blocks.add(header(h -> h.text(plainText(shortened(title, HEADER_LIMIT)))));
    body.ifPresent(shown -> blocks.addAll(shown.blocks()));
    attachment.ifPresent(file -> blocks.add(paragraph(rest(file))));
    String outcome = Words.outcome(approval);
    if (!outcome.isEmpty()) {
      blocks.add(paragraph("*Decision* " + Mrkdwn.text(outcome)));
    }
    blocks.add(context(c -> c.elements(List.of(markdownText(contextLine())))));
    if (approval.isOpen()) {
      typed().ifPresent(name -> blocks.add(paragraph(costs() + NAME_IS_TYPED)));
      briefing()
          .ifPresentOrElse(
              known -> blocks.add(actions(a -> a.blockId("decision").elements(buttons(known)))),
              () -> blocks.add(paragraph("The plan cannot be shown here: " + elsewhere())));
    }
    return blocks;
  }

  private String rest(Attachment file) {
    return inFull
        ? "*This is not all of it.* The whole text is the file `"
            + file.name()
            + "` in the thread; read it before you decide."
        : "*This is not all of it,* and the whole text could not be put into the thread, so it"
            + " cannot be approved here. Read it with "
            + elsewhere()
            + " and decide there.";
  }

  private String elsewhere() {
    return "`quorate show " + Mrkdwn.text(state.operation()) + "`";
  }

  private String contextLine() {
    Question question = approval.question();
    String digest = Question.shortDigest(question.digest());
    List<String> parts = new ArrayList<>();
    parts.add("Asked by " + requester());
    parts.add("digest " + digest);
    if (approval.isOpen()) {
      parts.add("expires " + Words.expiry(question.askedAt(), question.expiresAt()));
      briefing().ifPresent(known -> parts.add("needs " + Mrkdwn.text(known.needs())));
      String confirm = typed().isPresent() ? " --confirm CLUSTER" : "";
      parts.add("`quorate approve " + state.operation() + " --digest " + digest + confirm + "`");
    }
    parts.add("operation " + Mrkdwn.text(state.operation()));
    parts.addAll(links.of(state.operation(), state.cluster()));
    return String.join(" · ", parts);
  }

  /**
   * Returns the buttons, without {@code Approve} where neither message nor file shows the plan in
   * full.
   */
  private List<BlockElement> buttons(Briefing known) {
    Question question = approval.question();
    String value =
        new ButtonValue(state.operation(), question.id(), question.digest(), typed()).text();
    List<BlockElement> buttons = new ArrayList<>();
    if (inFull) {
      buttons.add(
          button(
              b ->
                  b.actionId(ButtonValue.APPROVE)
                      .text(plainText(typed().isPresent() ? "Approve…" : "Approve"))
                      .style("primary")
                      .value(value)
                      .confirm(dialog(known))));
    }
    buttons.add(
        button(b -> b.actionId(ButtonValue.REJECT).text(plainText("Reject…")).value(value)));
    buttons.add(
        button(
            b -> b.actionId(ButtonValue.EVIDENCE).text(plainText("Show evidence")).value(value)));
    return buttons;
  }

  private ConfirmationDialogObject dialog(Briefing known) {
    String undone = known.pointOfNoReturn();
    String words =
        undone.isBlank() ? "Every step of it can be undone." : "Cannot be undone: " + undone;
    return confirmationDialog(
        d ->
            d.title(plainText("Approve this plan?"))
                .text(plainText(shortened(words, DIALOG_LIMIT)))
                .confirm(plainText(typed().isPresent() ? "Type the name" : "Approve"))
                .deny(plainText("Not yet")));
  }

  private static String shortened(String words, int limit) {
    return words.length() <= limit ? words : words.substring(0, limit - 1) + "…";
  }

  private static LayoutBlock paragraph(String mrkdwn) {
    return section(s -> s.text(markdownText(mrkdwn)));
  }
}
