package io.quorate.plan;

import io.quorate.cluster.RehearsalText;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.step.WorkflowStep.Rehearse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plan as text: one numbered line for each step, with its hazard and its effect on the margin.
 */
final class PlanText {
  private static final int SHORT_DIGEST = 8;

  private PlanText() {}

  static String of(Plan plan) {
    return plan.rehearsed().isPresent() ? RehearsalText.marked(text(plan)) + "\n" : text(plan);
  }

  private static String text(Plan plan) {
    StringBuilder text = new StringBuilder();
    text.append(plan.title())
        .append("   digest ")
        .append(plan.digest(), 0, SHORT_DIGEST)
        .append("\n\n");
    lines(plan).forEach(line -> text.append(line).append('\n'));
    text.append('\n').append(plan.promise()).append('\n');
    plan.loss().ifPresent(loss -> loss.lines().forEach(line -> text.append(line).append('\n')));
    plan.warnings().forEach(warning -> text.append("Warning: ").append(warning).append('\n'));
    if (plan.typed().isPresent()) {
      text.append("To approve it, the cluster's name has to be typed (--confirm CLUSTER).\n");
    }
    return text.toString();
  }

  /** The steps, one line each, in columns. */
  static List<String> lines(Plan plan) {
    List<Integer> margins = plan.margins();
    int width = plan.steps().stream().mapToInt(s -> plan.sentence(s).length()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int index = 0; index < plan.steps().size(); index++) {
      Step step = plan.steps().get(index);
      String remark =
          Stream.concat(
                  margin(step, margins.get(index), margins.get(index + 1)).stream(),
                  step.estimate(plan.seen()).stream())
              .collect(Collectors.joining(", "));
      lines.add(
          String.format(
                  "%2d  %-" + width + "s   %-16s %s",
                  index + 1,
                  plan.sentence(step),
                  words(step),
                  remark)
              .stripTrailing());
    }
    return lines;
  }

  private static String words(Step step) {
    return step instanceof AskApproval || step instanceof Rehearse ? "-" : step.hazard().words();
  }

  private static Optional<String> margin(Step step, int before, int after) {
    return step.changesVoters() || before != after
        ? Optional.of("margin " + before + " -> " + after)
        : Optional.empty();
  }
}
