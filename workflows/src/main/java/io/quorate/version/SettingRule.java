package io.quorate.version;

import java.util.List;
import java.util.Optional;

/**
 * What becomes of settings that no other name replaces.
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

  /** What is done with it. */
  public sealed interface Answer {
    /** The hop is refused until a person has done something about it, said in a sentence. */
    record Refuse(String instead) implements Answer {}

    /** It is left out. */
    record Drop() implements Answer {}

    /** It stays, and the approver reads of it. */
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
