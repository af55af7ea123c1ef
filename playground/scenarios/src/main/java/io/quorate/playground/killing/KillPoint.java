package io.quorate.playground.killing;

import io.quorate.cluster.StableName;
import io.quorate.command.Names;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the worker is killed.
 *
 * @param step as in {@code add-learner}
 */
public record KillPoint(String step, Moment moment) {

  /** The step that no activity carries out: whoever sees the open question kills there. */
  public static final String ASK_APPROVAL = "ask-approval";

  /** This moment of each of these steps, in their order. */
  public static Set<KillPoint> at(Moment moment, List<String> steps) {
    return steps.stream()
        .map(step -> new KillPoint(step, moment))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Those that the worker itself comes to: all but the step that no activity carries out. */
  public static Set<KillPoint> inActivities(Collection<KillPoint> points) {
    return points.stream()
        .filter(point -> !point.step().equals(ASK_APPROVAL))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Before the effect of the step, after it and before its result is told, or while it waits. */
  public enum Moment {
    BEFORE,
    AFTER,
    WAIT;

    private static Optional<Moment> named(String word) {
      return Stream.of(values()).filter(moment -> moment.word().equals(word)).findFirst();
    }

    private String word() {
      return StableName.of(this);
    }
  }

  /**
   * Reads {@code add-learner:before}; without a moment it is after. Any case, blanks for hyphens.
   *
   * @param steps those that may be named
   * @throws IllegalArgumentException with a sentence and the list
   */
  public static KillPoint of(String typed, List<String> steps) {
    int colon = typed.lastIndexOf(':');
    String step = Names.kebab(colon < 0 ? typed : typed.substring(0, colon));
    String moment = colon < 0 ? "after" : Names.kebab(typed.substring(colon + 1));
    if (!steps.contains(step)) {
      throw new IllegalArgumentException(
          "there is no step '"
              + step
              + "' to kill the worker at. Steps: "
              + String.join(", ", steps));
    }
    return new KillPoint(
        step,
        Moment.named(moment)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'" + moment + "' is no moment of a step. Moments: before, after, wait")));
  }

  /** What {@link #toString} wrote. */
  public static KillPoint parse(String written) {
    return of(written, List.of(written.substring(0, written.lastIndexOf(':'))));
  }

  @Override
  public String toString() {
    return step + ":" + moment.word();
  }
}
