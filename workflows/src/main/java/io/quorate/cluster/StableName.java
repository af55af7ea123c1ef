package io.quorate.cluster;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Kebab form of a name in the code, as people read and type it: {@code add-learner} for a class
 * {@code AddLearner}, {@code not-voting} for a constant {@code NOT_VOTING}. The names are in
 * histories and scripts, so such a class or constant is never renamed.
 */
public final class StableName {
  private StableName() {}

  /** The name of a class: {@code add-learner}. */
  public static String of(Class<?> kind) {
    return ofType(kind.getSimpleName());
  }

  /** The name that Temporal shows as this type: {@code add-learner} for {@code AddLearner}. */
  public static String ofType(String type) {
    return type.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** The type that Temporal shows for a name: {@code AddLearner} for {@code add-learner}. */
  public static String typeOf(String name) {
    return Arrays.stream(name.split("-"))
        .filter(word -> !word.isEmpty())
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /** The name that a person typed with spaces, underscores or hyphens, in any case. */
  public static String ofTyped(String typed) {
    return typed.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-");
  }

  /** The name of a constant: {@code not-voting}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
