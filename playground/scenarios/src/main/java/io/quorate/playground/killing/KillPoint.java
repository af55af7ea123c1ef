package io.quorate.playground.killing;

import io.quorate.cluster.StableName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A point in a step at which the worker is killed.
 *
 * @param step as in {@code add-learner}
 */
public record KillPoint(String step, Moment moment) {

  /**
   * The one step that no activity carries out: {@code Approving}, which sees the open question,
   * kills the worker there.
   */
  public static final String ASK_APPROVAL = "ask-approval";

  /** Returns this moment of each of these steps, in their order. */
  public static Set<KillPoint> at(Moment moment, List<String> steps) {
    return steps.stream()
        .map(step -> new KillPoint(step, moment))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the points that the worker itself reaches: all but those of {@link #ASK_APPROVAL}. */
  public static Set<KillPoint> inActivities(Collection<KillPoint> points) {
    return points.stream()
        .filter(point -> !point.step().equals(ASK_APPROVAL))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Moment of a step: before its effect, after its effect and before its result is reported, or
   * while it waits.
   */
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
   * Reads {@code add-learner:before}; the moment is after when none is given. Accepts any case, and
   * blanks for hyphens.
   *
   * @param steps those that may be named
   * @throws IllegalArgumentException with a sentence and the list
   */
  public static KillPoint of(String typed, List<String> steps) {
    int colon = typed.lastIndexOf(':');
    String step = StableName.ofTyped(colon < 0 ? typed : typed.substring(0, colon));
    String moment = colon < 0 ? "after" : StableName.ofTyped(typed.substring(colon + 1));
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

  /** Parses what {@link #toString} wrote. */
  public static KillPoint parse(String written) {
    return of(written, List.of(written.substring(0, written.lastIndexOf(':'))));
  }

  @Override
  public String toString() {
    return step + ":" + moment.word();
  }
}
