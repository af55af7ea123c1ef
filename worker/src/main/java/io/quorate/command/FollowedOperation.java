package io.quorate.command;

import io.quorate.step.Reason;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows an operation to its end, one line for each thing that happened. */
final class FollowedOperation {
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  /** Most looks in a row that may fail while an operation is followed. */
  private static final int PATIENCE = 30;

  private final QuorateCommand quorate;
  private final GatewayClient gateway;
  private final String operation;
  private final Set<String> told = new HashSet<>();
  private int misses;

  FollowedOperation(QuorateCommand quorate, GatewayClient gateway, String operation) {
    this.quorate = quorate;
    this.gateway = gateway;
    this.operation = operation;
  }

  int exitCode() {
    try (ProgressLine line = quorate.progress()) {
      while (true) {
        ShowJson state = look();
        if (state != null) {
          line.erase();
          tell(state);
          if (state.hasEnded() || state.hasParked()) {
            return state.hasCompleted() ? ExitCode.DONE : ExitCode.NOT_GOOD;
          }
        }
        line.say(
            state == null
                ? "The gateway is away; asking again ..."
                : ShowText.goingOn(state, now()));
        quorate.terminal().rest(BETWEEN);
      }
    }
  }

  private Instant now() {
    return quorate.terminal().clock().get();
  }

  /**
   * Returns the state of the operation; null when the gateway is away for a moment, because worker
   * and gateway may be restarted meanwhile.
   */
  private @Nullable ShowJson look() {
    try {
      ShowJson state =
          gateway.get("/api/operations/" + GatewayClient.segment(operation)).as(ShowJson.class);
      misses = 0;
      return state;
    } catch (VerbFailure away) {
      misses++;
      if (away.exitCode() != ExitCode.UNREACHABLE || misses > PATIENCE) {
        throw away;
      }
      return null;
    }
  }

  private void tell(ShowJson state) {
    for (int index = 0; index < state.steps().size(); index++) {
      step(state, index);
    }
    once(
        state.round() + state.state() + state.because(),
        state.state() + ": " + Reason.text(state.because(), state.todo()));
    state
        .openApproval()
        .ifPresent(open -> once(open.id() + open.digest(), ShowText.question(state, open)));
    state.notices().forEach(notice -> once(notice, notice));
    if (state.hasParked()) {
      once("choices" + state.round(), ShowText.choices(state));
    }
  }

  private void step(ShowJson state, int index) {
    StepJson step = state.steps().get(index);
    if (!step.state().equals("pending")) {
      once(
          state.round() + "/" + index + step.state(),
          (index + 1) + "/" + state.steps().size() + " " + ShowText.line(step));
    }
  }

  private void once(String what, String line) {
    if (told.add(what) && !line.isBlank()) {
      quorate.say(line.stripTrailing());
    }
  }
}
