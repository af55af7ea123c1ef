package io.quorate.slack;

import static com.slack.api.model.block.composition.BlockCompositions.confirmationDialog;
import static com.slack.api.model.block.composition.BlockCompositions.plainText;
import static com.slack.api.model.block.element.BlockElements.button;

import com.slack.api.model.block.composition.ConfirmationDialogObject;
import com.slack.api.model.block.element.ButtonElement;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sentences;
import io.quorate.cluster.StableName;
import java.util.Arrays;
import java.util.Optional;

/**
 * Verb that a button asks for. A verb with a reason opens a dialog for it, which says the
 * consequence; of the others all but {@link #TAKE} say the consequence before they count.
 */
public enum SlackVerb {
  RETRY("Retry", "Retry the step?"),
  SKIP("Skip…", "Skip the step"),
  ABORT("Abort…", "Abort the operation"),
  PAUSE("Pause", "Pause the operation?"),
  CONTINUE("Continue", "Continue?"),
  END_WAIT("End the wait…", "End the wait"),
  TAKE("I am on it", ""),
  ASK_AGAIN("Ask again…", "Ask again");

  private static final String PREFIX = "quorate.";

  /** Most characters of a confirmation; Slack refuses more than 300. */
  private static final int LONGEST = 290;

  private final String label;
  private final String title;

  SlackVerb(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** Returns the action of the button, and the callback of its dialog: {@code quorate.end-wait}. */
  public String id() {
    return PREFIX + StableName.of(this);
  }

  /** Returns the verb of this action or callback. */
  public static Optional<SlackVerb> of(String id) {
    return Arrays.stream(values()).filter(verb -> verb.id().equals(id)).findFirst();
  }

  /** Returns the label of the button, in a sentence about it. */
  public String label() {
    return label;
  }

  /** Returns the title of the dialog, of at most 24 characters, which is Slack's limit. */
  public String title() {
    return title;
  }

  /** Returns whether a dialog asks for a reason. */
  public boolean takesReason() {
    return label.endsWith("…");
  }

  /** Returns whether the verb does not count without a reason. */
  public boolean needsReason() {
    return this == SKIP;
  }

  /**
   * Returns the button.
   *
   * @param about the operation, and the place where it stands
   * @param consequence of the verb, in a sentence
   */
  ButtonElement on(ButtonValue about, String consequence) {
    String value = takesReason() ? about.costing(consequence).text() : about.text();
    boolean confirmed = !takesReason() && this != TAKE;
    return button(
        b ->
            b.actionId(id())
                .text(plainText(label))
                .value(value)
                .confirm(confirmed ? confirmation(consequence) : null));
  }

  private ConfirmationDialogObject confirmation(String consequence) {
    return confirmationDialog(
        d ->
            d.title(plainText(title))
                .text(plainText(CleanText.line(Sentences.ended(consequence), LONGEST)))
                .confirm(plainText(label))
                .deny(plainText("Not now")));
  }
}
