package io.quorate.slack;

import static com.slack.api.model.block.Blocks.actions;

import com.slack.api.model.block.LayoutBlock;
import com.slack.api.model.block.element.BlockElement;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.Sentences;
import io.quorate.operation.OperationState;
import io.quorate.operation.OperationState.Choice;
import io.quorate.operation.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Buttons for what people may ask of an operation in its phase. */
final class Verbs {
  private static final String ABORTS =
      "It stops before its next step. What is done stays, or is taken back where that can be done.";

  private static final String GOES_ON = "It goes on with its next step.";

  private Verbs() {}

  /** Returns the buttons of a parked or paused operation, which stands until somebody presses. */
  static List<BlockElement> ofStop(OperationState state) {
    ButtonValue here = ButtonValue.at(state.operation(), state.place());
    List<BlockElement> buttons = new ArrayList<>();
    switch (state.phase()) {
      case PARKED ->
          state
              .choices()
              .forEach(
                  choice ->
                      ofChoice(choice).ifPresent(verb -> buttons.add(on(verb, here, choice))));
      case PAUSED -> {
        buttons.add(SlackVerb.CONTINUE.on(here, GOES_ON));
        buttons.add(SlackVerb.ABORT.on(here, ABORTS));
      }
      default -> {
        return List.of();
      }
    }
    buttons.add(take(state.operation()));
    return buttons;
  }

  private static Optional<SlackVerb> ofChoice(Choice choice) {
    return SlackVerb.of("quorate." + choice.verb());
  }

  private static BlockElement on(SlackVerb verb, ButtonValue here, Choice choice) {
    return verb.on(here, Sentences.capital(choice.sentence()));
  }

  /**
   * Returns the buttons of an operation that was approved and goes on, or is paused; none in any
   * other phase, and none once it is aborted. A park has a message of its own.
   */
  static List<BlockElement> ofRun(OperationState state) {
    ButtonValue anywhere = ButtonValue.anywhere(state.operation());
    ButtonValue here = ButtonValue.at(state.operation(), state.place());
    List<BlockElement> buttons = new ArrayList<>();
    if (state.abortAsked().isPresent()) {
      return buttons;
    }
    switch (state.phase()) {
      case RUNNING -> {
        if (state.pauseAsked().isPresent()) {
          buttons.add(SlackVerb.CONTINUE.on(here, "It does not pause before its next step."));
        } else {
          if (waits(state)) {
            buttons.add(
                SlackVerb.END_WAIT.on(here, "It waits no longer and goes on with its plan."));
          }
          buttons.add(SlackVerb.PAUSE.on(anywhere, "It stops before its next step."));
        }
      }
      case PAUSED -> buttons.add(SlackVerb.CONTINUE.on(here, GOES_ON));
      default -> {
        return List.of();
      }
    }
    buttons.add(SlackVerb.ABORT.on(anywhere, ABORTS));
    return buttons;
  }

  /** Returns whether a running operation waits in the open, which a person can end. */
  static boolean waits(OperationState state) {
    return state.phase() == Phase.RUNNING && state.waitingOn().isPresent();
  }

  /**
   * Returns the button by which a person says to be on it.
   *
   * @param name an operation's id, or the key of a cluster
   */
  static BlockElement take(String name) {
    return SlackVerb.TAKE.on(ButtonValue.anywhere(name), "");
  }

  /**
   * Returns the button by which an incident proposes again, in its own name, what answers its
   * trouble.
   */
  static BlockElement askAgain(ClusterKey cluster) {
    return SlackVerb.ASK_AGAIN.on(
        ButtonValue.anywhere(cluster.value()),
        "The cluster is looked at, and the incident proposes what answers its trouble. Nothing is"
            + " changed before approvers said yes.");
  }

  /** Returns a row of buttons. */
  static LayoutBlock row(List<BlockElement> buttons) {
    return actions(a -> a.blockId("verbs").elements(buttons));
  }
}
