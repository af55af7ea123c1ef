package io.quorate.playground.telling;

import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.StepJson;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Events of one operation, each told once. */
public final class Progress {
  private final Narrator narrator;
  private final Set<String> told = new HashSet<>();

  public Progress(Narrator narrator) {
    this.narrator = narrator;
  }

  /** Tells what is new in the operation since the last look. */
  public void look(ShowJson operation) {
    List<StepJson> steps = operation.steps();
    for (int number = 1; number <= steps.size(); number++) {
      StepJson step = steps.get(number - 1);
      if (!step.state().equals("pending") && !step.state().equals("running")) {
        once(
            operation.round() + "/" + number + step.state(),
            number + "/" + steps.size() + " " + step.sentence() + outcome(step));
      }
    }
    if (operation.steps().isEmpty() || !operation.state().equals("running")) {
      once(
          operation.round() + operation.state() + operation.because(),
          operation.operation() + " " + operation.state() + ": " + operation.because());
    }
    operation.notices().forEach(notice -> once(notice, notice));
  }

  private static String outcome(StepJson step) {
    String evidence = step.evidence().filter(text -> !text.isBlank()).orElse("");
    String state = step.state().equals("done") ? "" : step.state() + " ";
    return (state + evidence).isBlank() ? "" : ": " + (state + evidence).strip();
  }

  private void once(String what, String line) {
    if (told.add(what)) {
      narrator.tell(line);
    }
  }
}
