package io.quorate.hosts;

import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A member's environment file: {@code KEY=VALUE} lines, comments and blank lines. Changing a value
 * keeps every other byte.
 */
record EnvironmentFile(String path, Syntax syntax, List<String> lines) implements SettingsFile {
  private static final String SETTING = "ETCD_";

  /**
   * Lines with a secret: {@code ETCD_DISCOVERY_PASSWORD} and {@code ETCD_DISCOVERY_USER}, which may
   * hold a password too.
   */
  private static final String SECRET = "ETCD_DISCOVERY_(USER|PASSWORD)=.*";

  private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)");

  /** Who reads the file at a start. */
  enum Syntax {
    /** Quorate, line by line: a value is all that follows the equals sign. */
    RAW,
    /** systemd ({@code EnvironmentFile=} in systemd.exec(5)): quotes around a value go. */
    SYSTEMD
  }

  EnvironmentFile {
    lines = List.copyOf(lines);
  }

  /**
   * Parses the file. Throws {@link Failure.Fault} with file and line for a line that is no
   * assignment, no comment and not blank, and for a key that is set twice.
   */
  static EnvironmentFile parse(String path, Syntax syntax, String text) {
    // A text that ends in a line feed has an empty last element, which joining turns back into it.
    var file = new EnvironmentFile(path, syntax, List.of(text.split("\n", -1)));
    var seen = new HashMap<String, Integer>();
    for (int number = 1; number <= file.lines.size(); number++) {
      String line = file.lines.get(number - 1);
      if (line.isBlank() || file.isComment(line)) {
        continue;
      }
      String key = file.keyOf(line, number);
      Integer before = seen.put(key, number);
      if (before != null) {
        throw file.fault(number, key + " is set in line " + before + " already");
      }
    }
    return file;
  }

  private String keyOf(String line, int number) {
    Matcher matcher = ASSIGNMENT.matcher(line);
    if (line.startsWith("export ")) {
      throw fault(number, "remove 'export': the file is not a shell script");
    }
    if (line.endsWith("\r")) {
      throw fault(number, "ends in a carriage return; use plain line feeds");
    }
    if (!matcher.matches()) {
      throw fault(number, "is no KEY=VALUE, comment or blank line");
    }
    objection(matcher.group(2))
        .ifPresent(
            why -> {
              throw fault(number, why);
            });
    if (line.indexOf('\0') >= 0) {
      throw fault(number, "contains a null byte");
    }
    return matcher.group(1);
  }

  private boolean isComment(String line) {
    return line.startsWith("#") || syntax == Syntax.SYSTEMD && line.startsWith(";");
  }

  /** Why a value is not taken, with what to do: it would be read as another one than it looks. */
  private Optional<String> objection(String value) {
    if (syntax == Syntax.RAW) {
      return value.matches("[\"'].*")
          ? Optional.of("remove the quotes: they would become part of the value")
          : Optional.empty();
    }
    return unquoted(value).matches(".*[\"'\\\\].*")
        ? Optional.of(
            "has a quote or a backslash within the value; write it without, in one line, with at"
                + " most one pair of quotes around it")
        : Optional.empty();
  }

  /** The value as the member gets it. */
  private String unquoted(String value) {
    if (syntax == Syntax.RAW) {
      return value;
    }
    String stripped = value.strip();
    boolean quoted = stripped.matches("\"[^\"]*\"|'[^']*'");
    return quoted ? stripped.substring(1, stripped.length() - 1) : stripped;
  }

  /** The value as it is written, so that the member gets it unchanged. */
  private String written(String value) {
    if (value.matches("[A-Za-z0-9_.,:/=@%+\\[\\]*-]*")) {
      return value;
    }
    if (syntax == Syntax.RAW) {
      // A person who starts the member by hand lets a shell read the file, and quotes would become
      // part of the value.
      throw new Failure.Fault(
          path + " cannot hold the value " + value + ": a shell would read it as something else");
    }
    if (value.matches(".*[\"'\\\\].*")) {
      throw new Failure.Fault(path + " cannot hold the value " + value + ": it has a quote");
    }
    return "\"" + value + "\"";
  }

  private Failure.Fault fault(int number, String what) {
    return new Failure.Fault(path + " line " + number + ": " + what);
  }

  @Override
  public Optional<String> value(String key) {
    String prefix = key + "=";
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> unquoted(line.substring(prefix.length())))
        .findFirst();
  }

  /**
   * The {@code ETCD_*} variables without secrets. Other variables are left out, because they may
   * hold secrets.
   */
  @Override
  public SortedMap<String, String> settings() {
    var settings = new TreeMap<String, String>();
    for (String line : lines) {
      if (isSetting(line)) {
        String[] sides = line.split("=", 2);
        settings.put(sides[0], unquoted(sides[1]));
      }
    }
    return settings;
  }

  private static boolean isSetting(String line) {
    return line.startsWith(SETTING) && !line.matches(SECRET);
  }

  /** Returns the file with these {@link #settings} in place of its own; all other lines stay. */
  @Override
  public EnvironmentFile withSettings(SortedMap<String, String> settings) {
    var kept =
        new EnvironmentFile(
            path,
            syntax,
            lines.stream()
                .filter(line -> !isSetting(line) || settings.containsKey(line.split("=", 2)[0]))
                .toList());
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      kept = kept.with(setting.getKey(), setting.getValue());
    }
    return kept;
  }

  /** Returns the file with this value in place of the old one, or added at the end of the file. */
  @Override
  public EnvironmentFile with(String key, String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault(key + " cannot hold control characters: " + path);
    }
    var changed = new ArrayList<>(lines);
    boolean replaced = false;
    for (int i = 0; i < changed.size(); i++) {
      if (changed.get(i).startsWith(key + "=")) {
        if (!unquoted(changed.get(i).substring(key.length() + 1)).equals(value)) {
          changed.set(i, key + "=" + written(value));
        }
        replaced = true;
      }
    }
    if (!replaced) {
      changed.add(
          endsInLineFeed() ? changed.size() - 1 : changed.size(), key + "=" + written(value));
    }
    return new EnvironmentFile(path, syntax, changed);
  }

  private boolean endsInLineFeed() {
    return !lines.isEmpty() && lines.get(lines.size() - 1).isEmpty();
  }

  @Override
  public String text() {
    return String.join("\n", lines);
  }
}
