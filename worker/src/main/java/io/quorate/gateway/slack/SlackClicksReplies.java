package io.quorate.gateway.slack;

import static com.slack.api.model.block.Blocks.asBlocks;
import static com.slack.api.model.block.Blocks.input;
import static com.slack.api.model.block.Blocks.section;
import static com.slack.api.model.block.composition.BlockCompositions.markdownText;
import static com.slack.api.model.block.composition.BlockCompositions.plainText;
import static com.slack.api.model.block.element.BlockElements.plainTextInput;
import static com.slack.api.model.view.Views.view;
import static com.slack.api.model.view.Views.viewClose;
import static com.slack.api.model.view.Views.viewSubmit;
import static com.slack.api.model.view.Views.viewTitle;

import com.slack.api.Slack;
import com.slack.api.methods.MethodsClient;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.SlackApiTextResponse;
import com.slack.api.methods.response.views.ViewsOpenResponse;
import com.slack.api.model.block.InputBlock;
import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.view.View;
import io.quorate.approval.Question;
import io.quorate.cluster.RehearsalText;
import io.quorate.slack.ButtonValue;
import io.quorate.slack.Mrkdwn;
import io.quorate.slack.RehearsalMarks;
import io.quorate.slack.SlackVerb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies to a person who clicked: a sentence only they can read, or a dialog. A reply that cannot
 * be delivered is logged; the message in the channel shows in any case what counts.
 */
final class SlackClicksReplies {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicksReplies.class);
  private static final int LONGEST_REASON = 500;

  /** More than the longest name of a cluster, so that a wrong one is answered and not cut. */
  private static final int LONGEST_NAME = 100;

  /** Maximum number of code blocks in a dialog; Slack accepts up to 100 blocks. */
  private static final int MOST_BLOCKS = 90;

  private static final String LOOKING = "Looking at the cluster, which takes some seconds.";

  private final SlackClicksWays ways;
  private final MethodsClient methods;
  private final Executor later;

  /** The newest sentence for each click, after which no older one is delivered. */
  private final Map<String, String> newest = new ConcurrentHashMap<>();

  SlackClicksReplies(Slack slack, MethodsClient methods, Executor later) {
    this.ways = new SlackClicksWays(slack, methods);
    this.methods = methods;
    this.later = later;
  }

  /** A call of Slack's client. */
  private interface Call {
    SlackApiTextResponse run() throws IOException, SlackApiException;
  }

  void tell(SlackClicksPayload payload, String sentence) {
    String words = payload.isRehearsal() ? RehearsalText.marked(sentence) : sentence;
    new SlackClicksAnswer(ways, payload, newest).tell(words, later);
  }

  /** Texts around the fields of a dialog, and the label of the button that opens it. */
  private record Frame(String callback, String title, String submit, String close, String button) {}

  /** Opens the dialog at once, because the click's trigger id is valid for three seconds. */
  void askForReason(SlackClicksPayload payload, ButtonValue value) {
    ask(
        payload,
        value,
        new Frame(
            SlackClicksPayload.REASON_CALLBACK,
            "Reject the plan",
            "Reject",
            "Keep it open",
            "Reject…"),
        section(s -> s.text(markdownText(ending(value)))),
        reason("Why not?", false));
  }

  /** Opens the dialog of a verb, with its consequence and a field for the reason. */
  void askForReason(SlackClicksPayload payload, SlackVerb verb, ButtonValue value) {
    String consequence =
        "*" + Mrkdwn.text(value.operation()) + "*\n" + value.costs().map(Mrkdwn::text).orElse("");
    ask(
        payload,
        value,
        new Frame(verb.id(), verb.title(), verb.title().split(" ")[0], "Not now", verb.label()),
        words(consequence),
        reason("Why?", !verb.needsReason()));
  }

  private void ask(
      SlackClicksPayload payload, ButtonValue value, Frame frame, LayoutBlock... blocks) {
    View dialog =
        view(
            v ->
                v.type("modal")
                    .callbackId(frame.callback())
                    .privateMetadata(payload.memory(value))
                    .title(viewTitle(t -> t.type("plain_text").text(frame.title())))
                    .submit(viewSubmit(s -> s.type("plain_text").text(frame.submit())))
                    .close(viewClose(c -> c.type("plain_text").text(frame.close())))
                    .blocks(asBlocks(blocks)));
    if (opened(payload, dialog).isEmpty()) {
      tell(
          payload,
          "The dialog could not be opened, nothing was recorded. Press "
              + frame.button()
              + " again.");
    }
  }

  private static String ending(ButtonValue value) {
    return "This ends operation *"
        + Mrkdwn.text(value.operation())
        + "*. No step that changes the cluster is carried out.";
  }

  /**
   * Opens the dialog for an approval that wants the name of the cluster typed, at once and without
   * asking the operation; its submission is the decision. The name stands nowhere in it.
   */
  void askForName(SlackClicksPayload payload, ButtonValue value) {
    ask(
        payload,
        value,
        new Frame(
            SlackClicksPayload.NAME_CALLBACK, "Approve the plan", "Approve", "Not yet", "Approve…"),
        words(cost(value)),
        name(),
        reason("Comment", true));
  }

  private static InputBlock name() {
    return input(
        i ->
            i.blockId(SlackClicksPayload.NAME_INPUT)
                .label(plainText("Name of the cluster"))
                .element(
                    plainTextInput(
                        p -> p.actionId(SlackClicksPayload.NAME_INPUT).maxLength(LONGEST_NAME))));
  }

  private static InputBlock reason(String label, boolean optional) {
    return input(
        i ->
            i.blockId(SlackClicksPayload.REASON_INPUT)
                .optional(optional)
                .label(plainText(label))
                .element(
                    plainTextInput(
                        p ->
                            p.actionId(SlackClicksPayload.REASON_INPUT)
                                .multiline(true)
                                .maxLength(LONGEST_REASON))));
  }

  private static String cost(ButtonValue value) {
    return value
            .costs()
            .map(costs -> "*" + Mrkdwn.text(costs) + "*\n")
            .orElse("This can cost acknowledged writes.\n")
        + "Plan "
        + Question.shortDigest(value.digest())
        + ". Type the name of the cluster to approve it.";
  }

  /**
   * Opens the dialog with the facts of the question at once; those of now follow.
   *
   * @return Slack's id of the dialog; empty where it was not opened, which the person is told
   */
  Optional<String> showEvidence(SlackClicksPayload payload, ButtonValue value, String asked) {
    Optional<String> opened = opened(payload, evidence(value, asked, LOOKING));
    if (opened.isEmpty()) {
      tell(payload, "The dialog could not be opened. Press Show evidence again.");
    }
    return opened;
  }

  /** Puts the facts of now into the dialog, which the person may have closed meanwhile. */
  void changeEvidence(String dialog, ButtonValue value, String asked, String now) {
    View changed = evidence(value, asked, now);
    accepted("views.update", () -> methods.viewsUpdate(r -> r.viewId(dialog).view(changed)));
  }

  private static View evidence(ButtonValue value, String asked, String now) {
    List<LayoutBlock> blocks = new ArrayList<>();
    blocks.add(words("*" + Mrkdwn.text(value.operation()) + "*"));
    blocks.add(words("*Now*"));
    Mrkdwn.codeBlocks(now.lines().toList(), MOST_BLOCKS / 2)
        .forEach(block -> blocks.add(words(block)));
    blocks.add(words("*When it was asked*"));
    Mrkdwn.codeBlocks(asked.lines().toList(), MOST_BLOCKS / 2)
        .forEach(block -> blocks.add(words(block)));
    return view(
        v ->
            v.type("modal")
                .callbackId("quorate.evidence")
                .title(viewTitle(t -> t.type("plain_text").text("Evidence")))
                .close(viewClose(c -> c.type("plain_text").text("Close")))
                .blocks(blocks));
  }

  private static LayoutBlock words(String mrkdwn) {
    return section(s -> s.text(markdownText(mrkdwn)).expand(true));
  }

  private Optional<String> opened(SlackClicksPayload payload, View plain) {
    View dialog = payload.isRehearsal() ? RehearsalMarks.on(plain) : plain;
    try {
      ViewsOpenResponse answer =
          methods.viewsOpen(r -> r.triggerId(payload.triggerId()).view(dialog));
      if (!answer.isOk()) {
        LOG.warn("Slack refused views.open: {}", answer.getError());
      }
      return answer.isOk() ? Optional.of(answer.getView().getId()) : Optional.empty();
    } catch (IOException | SlackApiException | RuntimeException e) {
      LOG.warn("Slack did not take views.open", e);
      return Optional.empty();
    }
  }

  private static void accepted(String method, Call call) {
    try {
      SlackApiTextResponse answer = call.run();
      if (!answer.isOk()) {
        LOG.info("Slack refused {}: {}", method, answer.getError());
      }
    } catch (IOException | SlackApiException | RuntimeException e) {
      LOG.warn("Slack did not take {}", method, e);
    }
  }
}
