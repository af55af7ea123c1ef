package io.quorate.version;

import java.util.List;
import java.util.Optional;

/**
 * Rule for settings that are not simply renamed.
 *
 * @param names environment variables, or features
 * @param under the lines of the target for which it holds
 * @param value the value for which it holds; any when empty
 * @param because a sentence
 */
public record SettingRule(
    List<String> names,
    MinorLineRange under,
    Optional<String> value,
    Answer answer,
    String because) {
  public SettingRule {
    names = List.copyOf(names);
  }

  /** The effect of the rule on the setting. */
  public sealed interface Answer {
    /** The hop is refused until a person has done what {@code instead} says. */
    record Refuse(String instead) implements Answer {}

    /** The setting is left out. */
    record Drop() implements Answer {}

    /** The setting stays, and the approver is warned. */
    record Warn() implements Answer {}

    /** Another setting, or another value, takes its place. */
    record Become(String name, String value) implements Answer {}
  }

  boolean fits(String name, String set, MinorLine target) {
    return names.contains(name)
        && under.include(target)
        && value.filter(wanted -> !wanted.equals(SettingValue.plain(set))).isEmpty();
  }
}
