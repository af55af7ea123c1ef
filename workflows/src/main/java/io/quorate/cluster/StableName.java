package io.quorate.cluster;

import java.util.Locale;

/**
 * Kebab form of a name in the code, as people read and type it: {@code add-learner} for a class
 * {@code AddLearner}, {@code not-voting} for a constant {@code NOT_VOTING}. The names are in
 * histories and scripts, so such a class or constant is never renamed.
 */
public final class StableName {
  private StableName() {}

  /** The name of a class: {@code add-learner}. */
  public static String of(Class<?> kind) {
    return kind.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** The name of a constant: {@code not-voting}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
