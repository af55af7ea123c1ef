package io.quorate.slack;

import static com.slack.api.model.block.Blocks.actions;
import static com.slack.api.model.block.Blocks.context;
import static com.slack.api.model.block.Blocks.header;
import static com.slack.api.model.block.composition.BlockCompositions.confirmationDialog;
import static com.slack.api.model.block.composition.BlockCompositions.markdownText;
import static com.slack.api.model.block.composition.BlockCompositions.plainText;
import static com.slack.api.model.block.element.BlockElements.button;

import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.composition.ConfirmationDialogObject;
import com.slack.api.model.block.element.BlockElement;
import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sentences;
import io.quorate.head.Head;
import io.quorate.head.Reach;
import io.quorate.operation.Briefing;
import io.quorate.operation.OperationState;
import io.quorate.operation.Steered;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Message with the question of a round: the five lines, the buttons, then members, plan, cost and
 * warnings. A question that is over is three lines, without buttons; its plan stands in the thread.
 */
final class QuestionMessage {
  private static final int HEADER_LIMIT = 150;
  private static final int DIALOG_LIMIT = 290;
  private static final String NAME_IS_TYPED = "Approve asks you to type the name of the cluster.";

  private final OperationState state;
  private final Approval approval;
  private final Optional<QuestionBody> body;
  private final Optional<Attachment> attachment;
  private final boolean inFull;
  private final Links links;
  private final Optional<Reach> reach;

  private QuestionMessage(OperationState state, Approval approval, Standing standing, Links links) {
    this.state = state;
    this.reach = standing.reach().filter(any -> approval.isOpen());
    this.links = links;
    this.approval = approval;
    this.body = briefing().map(known -> QuestionBody.of(known, state.steps()));
    this.attachment =
        body.filter(shown -> !shown.whole())
            .flatMap(shown -> briefing())
            .map(this::file)
            .filter(file -> approval.isOpen() || standing.keys().contains(file.key()));
    this.inFull =
        body.isPresent()
            && attachment.map(file -> standing.keys().contains(file.key())).orElse(true);
  }

  static String key(Approval approval) {
    return "question." + approval.question().id();
  }

  /**
   * Returns the message of a question.
   *
   * @param next address of the question that replaced it; empty where none did, or it does not
   *     stand yet
   * @param standing what stands in the channel already
   */
  static Message of(
      OperationState state,
      Approval approval,
      Optional<String> next,
      Standing standing,
      Links links) {
    return new QuestionMessage(state, approval, standing, links).message(next);
  }

  private Message message(Optional<String> next) {
    return new Message(
        key(approval),
        Optional.empty(),
        text(),
        approval.isOpen() ? open() : over(next),
        attachment,
        Message.Manner.POSTED,
        wakes());
  }

  /**
   * Returns the plan of a question that is over, for its thread; empty while it is open, and where
   * the plan is not known any more.
   */
  static Optional<Message> plan(OperationState state, Approval approval) {
    QuestionMessage question =
        new QuestionMessage(state, approval, Standing.of(Set.of()), Links.NONE);
    return question
        .body
        .filter(shown -> !approval.isOpen())
        .map(
            shown ->
                new Message(
                    "plan." + approval.question().id(),
                    Optional.of(key(approval)),
                    Mrkdwn.text("The plan of the question: " + state.title()),
                    shown.blocks(),
                    Optional.empty(),
                    Message.Manner.POSTED,
                    Optional.empty()));
  }

  /** People who may answer while the question is open; the requester only where theirs counts. */
  private Optional<Audience> wakes() {
    Question asked = approval.question();
    return approval.isOpen()
        ? Optional.of(
            Audience.of(asked.needed().group())
                .except(asked.needed().requesterCounts() ? "" : asked.requestedBy()))
        : Optional.empty();
  }

  private Attachment file(Briefing known) {
    String digest = Question.shortDigest(known.digest());
    return new Attachment(
        "file." + approval.question().id(), "plan-" + digest + ".txt", known.text());
  }

  /** Returns the text for lock screens and screen readers, where no block is seen. */
  private String text() {
    if (!approval.isOpen()) {
      return Mrkdwn.text(state.title() + ". " + Words.outcome(approval));
    }
    return briefing().isEmpty()
        ? Mrkdwn.text(state.title() + "? The plan cannot be shown here.")
        : Mrkdwn.text(head().push());
  }

  /** Returns the head as of the question, so that the message does not change by itself. */
  private Head head() {
    return Head.of(state, approval.question().askedAt(), reach);
  }

  /** Returns who asked; while people decide, also what an alert proves. */
  private String requester() {
    return Mrkdwn.text(
        approval.isOpen()
            ? state.requester().toApprovers(state.requestedBy())
            : state.requester().named(state.requestedBy()));
  }

  /** Returns what the plan does that has to be known before; empty for what can be undone. */
  private String warning() {
    return state.hazard().warning().map(words -> "*This " + words + ":* ").orElse("");
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

  private List<LayoutBlock> open() {
    List<LayoutBlock> blocks = new ArrayList<>();
    blocks.add(header(h -> h.text(plainText(CleanText.line(title(), HEADER_LIMIT)))));
    if (briefing().isPresent()) {
      blocks.add(QuestionBody.paragraph(Mrkdwn.text(String.join("\n", head().lines()))));
    }
    if (!asked().isEmpty()) {
      blocks.add(QuestionBody.paragraph(Mrkdwn.text(asked())));
    }
    attachment.ifPresent(file -> blocks.add(QuestionBody.paragraph(rest(file))));
    briefing()
        .ifPresentOrElse(
            known -> blocks.add(actions(a -> a.blockId("decision").elements(buttons()))),
            () -> {
              blocks.add(QuestionBody.paragraph("The plan cannot be shown here: " + elsewhere()));
              if (links.page().isPresent()) {
                blocks.add(actions(a -> a.blockId("decision").elements(List.of(page()))));
              }
            });
    typed().ifPresent(name -> blocks.add(QuestionBody.paragraph(warning() + NAME_IS_TYPED)));
    body.ifPresent(shown -> blocks.addAll(shown.blocks()));
    blocks.add(context(c -> c.elements(List.of(markdownText(contextLine())))));
    return blocks;
  }

  private String title() {
    return briefing().isPresent() ? head().title() : state.title();
  }

  /** Returns three lines: the question, its end, and a link to the next question. */
  private List<LayoutBlock> over(Optional<String> next) {
    String on = next.map(url -> "<" + url + "|The question that replaced it> · ").orElse("");
    List<LayoutBlock> blocks = new ArrayList<>();
    blocks.add(
        QuestionBody.paragraph(
            "*"
                + Mrkdwn.text(title())
                + "*\n"
                + Mrkdwn.text(Words.outcome(approval))
                + "\n"
                + on
                + contextLine()));
    if (isLast()) {
      String stand = Verbs.waits(state) ? "Waits: " + Sentences.ended(state.because()) : "";
      String said = Sentences.joined(stand, asked());
      if (!said.isEmpty()) {
        blocks.add(QuestionBody.paragraph(Mrkdwn.text(said)));
      }
      List<BlockElement> verbs = Verbs.ofRun(state);
      if (!verbs.isEmpty()) {
        blocks.add(Verbs.row(verbs));
      }
    }
    return blocks;
  }

  private boolean isLast() {
    return approval.state() == Approval.State.APPROVED
        && state.approvals().getLast().question().id().equals(approval.question().id());
  }

  /**
   * Returns who asked for an abort that has not come yet, else for a pause that has not begun,
   * because the operation will do nothing after its approval.
   */
  private String asked() {
    return state.abortAsked().or(state::pauseAsked).map(Steered::line).orElse("");
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
      String confirm = state.option(question) + (typed().isPresent() ? " --confirm CLUSTER" : "");
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
  private List<BlockElement> buttons() {
    String value = value();
    List<BlockElement> buttons = new ArrayList<>();
    if (inFull) {
      buttons.add(
          button(
              b ->
                  b.actionId(ButtonValue.APPROVE)
                      .text(plainText(typed().isPresent() ? "Approve…" : "Approve"))
                      .style("primary")
                      .value(value)
                      .confirm(dialog())));
    }
    buttons.add(
        button(b -> b.actionId(ButtonValue.REJECT).text(plainText("Reject…")).value(value)));
    buttons.add(Verbs.take(state.operation()));
    buttons.add(
        button(
            b -> b.actionId(ButtonValue.EVIDENCE).text(plainText("Show evidence")).value(value)));
    if (links.page().isPresent()) {
      buttons.add(page());
    }
    return buttons;
  }

  private BlockElement page() {
    return button(
        b -> b.actionId(ButtonValue.PAGE).text(plainText("Open the page")).value(value()));
  }

  private String value() {
    Question question = approval.question();
    return new ButtonValue(
            state.operation(),
            question.id(),
            question.digest(),
            typed(),
            typed().map(any -> head().costs()))
        .text();
  }

  /** Returns the dialog before an approval, with what it costs. */
  private ConfirmationDialogObject dialog() {
    long undone =
        state.steps().stream().filter(step -> QuestionBody.cannotBeUndone(step.hazard())).count();
    String steps =
        undone == 0
            ? "Every step of it can be undone."
            : undone + " of " + state.steps().size() + " steps cannot be undone.";
    String words = CleanText.line(head().costs(), DIALOG_LIMIT - steps.length() - 1);
    return confirmationDialog(
        d ->
            d.title(plainText("Approve this plan?"))
                .text(plainText(Sentences.joined(words, steps)))
                .confirm(plainText(typed().isPresent() ? "Type the name" : "Approve"))
                .deny(plainText("Not yet")));
  }
}
