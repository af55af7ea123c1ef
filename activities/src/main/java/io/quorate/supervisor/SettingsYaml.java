package io.quorate.supervisor;

import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads the YAML file of {@code --config-file} into etcd's variables. A key of the file has the
 * name of its flag. Only the keys in the two sections about TLS have other names (etcd's {@code
 * etcd.conf.yml.sample}).
 */
public final class SettingsYaml {
  public static final int LIMIT_BYTES = 64 * 1024;

  /** The sections about TLS, with the prefix of their flags. */
  private static final Map<String, String> SECTIONS =
      Map.of("client-transport-security", "", "peer-transport-security", "peer-");

  private static final List<String> OF_A_SECTION =
      List.of("cert-file", "key-file", "client-cert-auth", "trusted-ca-file", "auto-tls");

  /** Keys whose value may be a list in the file. Every other key has a single value. */
  private static final Set<String> LISTS = Set.of("cipher-suites", "log-outputs");

  private static final Set<String> TRUE = Set.of("true", "yes", "on");

  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]*");

  /**
   * Plain words that etcd's parser (goyaml.v2, YAML 1.1) may read as a number or a boolean, and
   * that this parser reads as text.
   */
  private static final Pattern AMBIGUOUS =
      Pattern.compile("[yYnN]|[-+]?(0[xXoObB]|[.0-9])[0-9a-fA-F_.:]*([eE][-+]?[0-9]+)?");

  /**
   * Keys of durations. A whole number in the file counts nanoseconds, and the variable needs a
   * unit.
   */
  private static final Pattern DURATION = Pattern.compile(".*-(interval|time|timeout|duration)");

  /** Keys that match {@link #DURATION}, but have a number without a unit in the variable too. */
  private static final Pattern NUMBER =
      Pattern.compile("heartbeat-interval|election-timeout|proxy-.*");

  private final SortedMap<String, String> variables = new TreeMap<>();

  private SettingsYaml() {}

  /**
   * Returns the variables that mean the same as the file. Empty where the text is no YAML, or where
   * the file has a key whose variable is not known to mean the same.
   */
  public static Optional<SortedMap<String, String>> variables(String text) {
    try {
      var options = new LoaderOptions();
      options.setMaxAliasesForCollections(10);
      options.setCodePointLimit(LIMIT_BYTES);
      Node root = new Yaml(options).compose(new StringReader(text));
      var found = new SettingsYaml();
      return root instanceof MappingNode mapping && found.all(mapping)
          ? Optional.of(found.variables)
          : Optional.empty();
    } catch (YAMLException unreadable) {
      return Optional.empty();
    }
  }

  private boolean all(MappingNode root) {
    return root.getValue().stream()
        .allMatch(
            one -> {
              String key = key(one);
              return one.getValueNode() instanceof MappingNode section
                  ? Optional.ofNullable(SECTIONS.get(key))
                      .filter(prefix -> section(section, prefix))
                      .isPresent()
                  : take(key, one.getValueNode());
            });
  }

  private boolean section(MappingNode section, String prefix) {
    return section.getValue().stream()
        .allMatch(
            one -> OF_A_SECTION.contains(key(one)) && put(prefix + key(one), one.getValueNode()));
  }

  private static String key(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
  }

  /**
   * Takes one setting. Returns whether the variable of the key is known to mean the same as the
   * key.
   */
  private boolean take(String key, Node value) {
    boolean known = YamlKeys.has(key) || (SECTIONS.containsKey(key) && isNull(value));
    return known && put(key, value);
  }

  private boolean put(String key, Node value) {
    Optional<String> words =
        value instanceof SequenceNode list && LISTS.contains(key) ? words(list) : word(value);
    boolean unit =
        !Tag.INT.equals(value.getTag())
            || !DURATION.matcher(key).matches()
            || NUMBER.matcher(key).matches();
    String variable = "ETCD_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
    // etcd treats a variable without a value as not set, so an empty value gives no variable.
    return unit
        && words.isPresent()
        && (words.get().isEmpty() || variables.put(variable, words.get()) == null);
  }

  private static boolean isNull(Node value) {
    return Tag.NULL.equals(value.getTag());
  }

  /**
   * Returns the list as the value of a variable. Empty where a value in the list is unclear, is
   * empty or has a comma.
   */
  private static Optional<String> words(SequenceNode list) {
    List<String> words =
        list.getValue().stream()
            .flatMap(one -> word(one).stream())
            .filter(word -> !word.isEmpty() && !word.contains(","))
            .toList();
    return words.size() == list.getValue().size()
        ? Optional.of(String.join(",", words))
        : Optional.empty();
  }

  /**
   * Returns the value as the value of a variable, in Go's spelling. Empty where etcd may read
   * another value from the file.
   */
  private static Optional<String> word(Node value) {
    if (!(value instanceof ScalarNode scalar)) {
      return Optional.empty();
    }
    String text = scalar.getValue();
    if (isNull(value)) {
      return Optional.of("");
    }
    if (Tag.BOOL.equals(value.getTag())) {
      return Optional.of(String.valueOf(TRUE.contains(text.toLowerCase(Locale.ROOT))));
    }
    boolean same =
        Tag.INT.equals(value.getTag())
            ? DECIMAL.matcher(text).matches()
            : Tag.STR.equals(value.getTag())
                && text.chars().noneMatch(Character::isISOControl)
                && !(scalar.isPlain() && AMBIGUOUS.matcher(text).matches());
    return Optional.of(text).filter(any -> same);
  }
}
