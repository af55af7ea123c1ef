package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Settings that the container of a pod gives to etcd: its flags, and the {@code ETCD_*} variables
 * of its environment. Values from a secret, a ConfigMap or a field that only a running pod has are
 * missing.
 *
 * @param values by the names of etcd's variables; a flag counts more than a variable
 * @param isShell whether a shell starts etcd, so that a script may change any setting
 * @param unknown settings of {@link #PLACES} that etcd may have with another value than the seen
 *     one
 */
public record ContainerSettings(
    SortedMap<String, String> values, boolean isShell, SortedSet<String> unknown) {
  /** Settings that tell where the data of etcd is. */
  static final List<String> PLACES = List.of("ETCD_CONFIG_FILE", "ETCD_DATA_DIR", "ETCD_WAL_DIR");

  private static final String PREFIX = "ETCD_";

  /** Words that bring variables into a script from a file or an output, which nobody sees. */
  private static final Pattern IMPORT =
      Pattern.compile(
          "(?m)(^|[;&|({]|\\b(then|do|else)\\s)\\s*(\\.|source|eval)\\s"
              + "|\\b(export|env)\\s+(-\\S+\\s+)*[\"']?[$`]");

  public ContainerSettings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    unknown = Collections.unmodifiableSortedSet(new TreeSet<>(unknown));
  }

  /** Returns the settings of the container in the pod with these metadata. */
  public static ContainerSettings of(Container container, ObjectMeta pod) {
    EtcdContainer etcd = new EtcdContainer(container, 0);
    ContainerVariables variables = new ContainerVariables(container, pod);
    List<String> words =
        etcd.words().stream()
            .map(variables::inWord)
            .map(word -> etcd.isShell() ? variables.inScript(word) : word)
            .toList();
    EtcdFlags flags = EtcdFlags.of(etcd, words);
    SortedMap<String, String> values = new TreeMap<>(variables.known());
    values.entrySet().removeIf(one -> !one.getKey().startsWith(PREFIX) || one.getValue().isEmpty());
    values.putAll(flags.all());
    boolean imports =
        etcd.isShell() && words.stream().anyMatch(word -> IMPORT.matcher(word).find());
    SortedSet<String> unknown = new TreeSet<>(PLACES);
    unknown.removeIf(
        name ->
            !isSetIn(words, name)
                && (flags.have(name)
                    ? flags.tell(name)
                    : isTold(name, flags, variables)
                        && (!imports || variables.known().containsKey(name))));
    return new ContainerSettings(values, etcd.isShell(), unknown);
  }

  /** A variable of the environment keeps the flag away: etcd does not start with both. */
  private static boolean isTold(String name, EtcdFlags flags, ContainerVariables variables) {
    String value = variables.known().get(name);
    return value == null ? flags.tell(name) && !variables.hide(name) : EtcdFlags.isLiteral(value);
  }

  /** Whether a script sets the variable, or takes the variable out of the environment. */
  private static boolean isSetIn(List<String> words, String name) {
    Pattern set = Pattern.compile("(?<![\\w$({])" + name + "\\b");
    return words.stream().anyMatch(word -> set.matcher(word).find());
  }

  /** Returns the value of a variable of etcd: {@code ETCD_NAME}. */
  public Optional<String> value(String variable) {
    return Optional.ofNullable(values.get(variable));
  }
}
