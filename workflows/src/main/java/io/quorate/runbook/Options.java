package io.quorate.runbook;

import io.quorate.cluster.MemberName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Options that a person gave, by name without dashes. */
public record Options(Map<String, List<String>> values) {
  public static final Options NONE = new Options(Map.of());

  public Options {
    values = Map.copyOf(values);
  }

  public List<MemberName> members(String option) {
    return all(option).stream().map(MemberName::new).distinct().sorted().toList();
  }

  /**
   * Reads values of the form {@code NAME=TEXT}; {@link IllegalArgumentException} for any other
   * form.
   */
  public Map<MemberName, String> byMember(String option) {
    Map<MemberName, String> values = new TreeMap<>();
    for (String pair : all(option)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("'" + pair + "' is not NAME=" + option);
      }
      values.put(new MemberName(pair.substring(0, equals)), pair.substring(equals + 1));
    }
    return values;
  }

  public boolean flag(String option) {
    return values.containsKey(option);
  }

  public List<String> all(String option) {
    return values.getOrDefault(option, List.of());
  }

  /** The options with this one added or replaced. */
  public Options with(String option, List<String> value) {
    Map<String, List<String>> changed = new TreeMap<>(values);
    changed.put(option, List.copyOf(value));
    return new Options(changed);
  }
}
