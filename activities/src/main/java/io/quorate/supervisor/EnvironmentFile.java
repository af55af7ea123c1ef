package io.quorate.supervisor;

import io.quorate.port.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A member's environment file: {@code KEY=VALUE} lines, comments and blank lines. Of two lines with
 * one key the last counts. Changing a value keeps every other byte, and the quotes of the old one.
 */
public record EnvironmentFile(String path, Syntax syntax, String text, List<Assignment> assignments)
    implements SettingsFile {
  private static final String SETTING = "ETCD_";

  /** Variables with a secret; that of the user may hold a password too. */
  private static final Set<String> SECRET =
      Set.of("ETCD_DISCOVERY_USER", "ETCD_DISCOVERY_PASSWORD");

  /** Syntax of the file, by the program that reads the file at a start. */
  public enum Syntax {
    /** Quorate, line by line. */
    RAW,
    /** systemd ({@code EnvironmentFile=} in systemd.exec(5)). */
    SYSTEMD;

    List<Assignment> read(String path, String text) {
      return switch (this) {
        case RAW -> RawText.read(path, text);
        case SYSTEMD -> SystemdText.read(path, text);
      };
    }
  }

  public EnvironmentFile {
    assignments = List.copyOf(assignments);
  }

  /**
   * Parses the file. Throws {@link Failure.Fault} with file and line where it would not be read at
   * a start as it looks.
   */
  public static EnvironmentFile parse(String path, Syntax syntax, String text) {
    return new EnvironmentFile(path, syntax, text, syntax.read(path, text));
  }

  /** The assignment of this key that counts. */
  Optional<Assignment> last(String key) {
    return assignments.stream()
        .filter(one -> one.key().equals(key))
        .reduce((before, after) -> after);
  }

  @Override
  public Optional<String> value(String key) {
    return last(key).map(Assignment::value);
  }

  /** All variables, also those that are not etcd's: they may hold secrets, and are never shown. */
  public SortedMap<String, String> variables() {
    var all = new TreeMap<String, String>();
    assignments.forEach(one -> all.put(one.key(), one.value()));
    return all;
  }

  /**
   * The {@code ETCD_*} variables without secrets. Other variables are left out, because they may
   * hold secrets.
   */
  @Override
  public SortedMap<String, String> settings() {
    SortedMap<String, String> settings = variables();
    settings.keySet().removeIf(key -> !isSetting(key));
    return settings;
  }

  /** Whether this is a variable of etcd that is no secret. */
  public static boolean isSetting(String key) {
    return key.startsWith(SETTING) && !SECRET.contains(key);
  }

  /** Returns the file with these {@link #settings} in place of its own; all other lines stay. */
  @Override
  public EnvironmentFile withSettings(SortedMap<String, String> settings) {
    EnvironmentFile edited = this;
    for (String gone : settings().keySet()) {
      if (!settings.containsKey(gone)) {
        edited = edited.without(gone);
      }
    }
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      edited = edited.with(setting.getKey(), setting.getValue());
    }
    return edited;
  }

  private EnvironmentFile without(String key) {
    EnvironmentFile edited = this;
    for (Optional<Assignment> there = last(key); there.isPresent(); there = edited.last(key)) {
      int feed = edited.text.indexOf('\n', there.get().valueEnd());
      edited = edited.spliced(there.get().begin(), feed < 0 ? edited.text.length() : feed + 1, "");
    }
    return edited;
  }

  /** Returns the file with this value in place of the old one, or added at the end of the file. */
  @Override
  public EnvironmentFile with(String key, String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault(key + " cannot hold control characters: " + path);
    }
    Optional<Assignment> there = last(key);
    if (there.filter(one -> one.value().equals(value)).isPresent()) {
      return this;
    }
    EnvironmentFile edited =
        there
            .map(one -> spliced(one.valueBegin(), one.valueEnd(), written(value, one.quote(text))))
            .orElseGet(() -> added(key + "=" + written(value, (char) 0)));
    requireNothingElse(edited, key, value);
    return edited;
  }

  private EnvironmentFile added(String line) {
    if (text.isEmpty()) {
      return parse(path, syntax, line + "\n");
    }
    return parse(path, syntax, text.endsWith("\n") ? text + line + "\n" : text + "\n" + line);
  }

  private EnvironmentFile spliced(int from, int to, String in) {
    return parse(path, syntax, text.substring(0, from) + in + text.substring(to));
  }

  /** Requires that the edited file, read back, has this one value anew and all others as before. */
  private void requireNothingElse(EnvironmentFile edited, String key, String value) {
    SortedMap<String, String> meant = variables();
    meant.put(key, value);
    if (!edited.variables().equals(meant)) {
      throw new Failure.Fault(
          path
              + " cannot hold "
              + key
              + "="
              + value
              + " as it is written; write its lines plainly");
    }
  }

  /** The text of a value with the quotes and escapes under which systemd reads that value. */
  private String written(String value, char quote) {
    if (quote != 0 && value.indexOf(quote) < 0 && value.matches("[^\\\\`$]*")) {
      return quote + value + quote;
    }
    if (value.matches("[A-Za-z0-9_.,:/=@%+\\[\\]*-]*")) {
      return value;
    }
    if (syntax == Syntax.RAW) {
      // A person who starts the member by hand lets a shell read the file.
      throw new Failure.Fault(
          path + " cannot hold the value " + value + ": a shell would read it as something else");
    }
    return "\"" + value.replaceAll("([\"\\\\`$])", "\\\\$1") + "\"";
  }
}
