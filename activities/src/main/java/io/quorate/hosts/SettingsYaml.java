package io.quorate.hosts;

import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * Settings of the YAML file of {@code --config-file}, by the names of etcd's variables: a key is
 * called as the flag is, but for the two sections about TLS (etcd's {@code etcd.conf.yml.sample}).
 */
final class SettingsYaml {
  static final int LIMIT_BYTES = 64 * 1024;

  /** Sections, with what the names of their flags begin with. */
  private static final Map<String, String> SECTIONS =
      Map.of("client-transport-security", "", "peer-transport-security", "peer-");

  private static final List<String> OF_A_SECTION =
      List.of("cert-file", "key-file", "client-cert-auth", "trusted-ca-file", "auto-tls");

  private static final Pattern KEY = Pattern.compile("[a-z][a-z0-9-]{0,63}");

  /** Keys that are a number of nanoseconds in the file, where the variable has a unit. */
  private static final Pattern DURATION = Pattern.compile(".*-(interval|time|timeout|duration)");

  /** Of these the variable is a number too. */
  private static final Pattern NUMBER =
      Pattern.compile("heartbeat-interval|election-timeout|proxy-.*");

  private final SortedMap<String, String> variables = new TreeMap<>();

  private SettingsYaml() {}

  /**
   * The variables that mean what the file says; empty where that is not certain: it is no YAML, or
   * has a key whose variable is not known to mean the same.
   */
  static Optional<SortedMap<String, String>> variables(String text) {
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
            one -> OF_A_SECTION.contains(key(one)) && take(prefix + key(one), one.getValueNode()));
  }

  private static String key(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
  }

  /** Takes one setting; whether its variable is known to mean the same. */
  private boolean take(String key, Node value) {
    Optional<String> words = words(value);
    boolean known =
        KEY.matcher(key).matches()
            && words.filter(word -> word.chars().noneMatch(Character::isISOControl)).isPresent()
            && (!Tag.INT.equals(value.getTag())
                || !DURATION.matcher(key).matches()
                || NUMBER.matcher(key).matches());
    String variable = "ETCD_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
    // etcd takes a variable with no value for one that is not set, and so an empty one of the file.
    return known && (words.orElse("").isEmpty() || variables.put(variable, words.get()) == null);
  }

  /** The value as a variable has it; empty where it is neither a scalar nor a list of them. */
  private static Optional<String> words(Node value) {
    if (value instanceof ScalarNode scalar) {
      return Optional.of(Tag.NULL.equals(scalar.getTag()) ? "" : scalar.getValue());
    }
    return value instanceof SequenceNode list
            && list.getValue().stream().allMatch(ScalarNode.class::isInstance)
        ? Optional.of(
            String.join(
                ",", list.getValue().stream().map(one -> ((ScalarNode) one).getValue()).toList()))
        : Optional.empty();
  }
}
