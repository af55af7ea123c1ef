package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.quorate.supervisor.UnitCommand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings that the container of a pod gives to etcd: its flags, and the {@code ETCD_*} variables
 * of its environment. Values from a secret, a ConfigMap or a field that only a running pod has are
 * missing.
 *
 * @param values by the names of etcd's variables; a flag counts more than a variable
 * @param isShell whether a shell starts etcd, so that a script may change any setting
 */
public record ContainerSettings(SortedMap<String, String> values, boolean isShell) {
  private static final String PREFIX = "ETCD_";
  private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash");

  // $(NAME) is replaced, $$(NAME) stands for $(NAME): the rule of Kubernetes for args and env.
  private static final Pattern REFERENCE = Pattern.compile("\\$(\\$|\\(([-._a-zA-Z0-9]+)\\))");
  private static final Pattern FIELD_WITH_KEY =
      Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)'\\]");

  public ContainerSettings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** Returns the settings of the container in the pod with these metadata. */
  public static ContainerSettings of(Container container, ObjectMeta pod) {
    Map<String, String> environment = environment(container, pod);
    List<String> words = new ArrayList<>(container.getCommand());
    words.addAll(container.getArgs());
    words.replaceAll(word -> resolved(word, environment));
    boolean shell = !words.isEmpty() && SHELLS.contains(fileName(words.getFirst()));
    SortedMap<String, String> values = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !value.isEmpty()) {
            values.put(name, value);
          }
        });
    values.putAll(new UnitCommand("etcd", split(words, shell)).flags(environment));
    return new ContainerSettings(values, shell);
  }

  /** Returns the value of a variable of etcd: {@code ETCD_NAME}. */
  public Optional<String> value(String variable) {
    return Optional.ofNullable(values.get(variable));
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** A script is one word with many flags. */
  private static List<String> split(List<String> words, boolean shell) {
    return shell
        ? words.stream()
            .flatMap(word -> Pattern.compile("[\\s\\\\]+").splitAsStream(word))
            .map(word -> word.replaceAll("^[\"']|[\"']$", ""))
            .toList()
        : words;
  }

  /** The kubelet resolves a variable with those that stand before the variable. */
  private static Map<String, String> environment(Container container, ObjectMeta pod) {
    Map<String, String> environment = new HashMap<>();
    environment.put("HOSTNAME", pod.getName());
    for (EnvVar variable : container.getEnv()) {
      value(variable, pod, environment)
          .ifPresent(value -> environment.put(variable.getName(), value));
    }
    return environment;
  }

  private static Optional<String> value(
      EnvVar variable, ObjectMeta pod, Map<String, String> known) {
    if (variable.getValueFrom() == null) {
      return Optional.of(resolved(Optional.ofNullable(variable.getValue()).orElse(""), known));
    }
    return Optional.ofNullable(variable.getValueFrom().getFieldRef())
        .map(ObjectFieldSelector::getFieldPath)
        .flatMap(path -> field(path, pod));
  }

  private static Optional<String> field(String path, ObjectMeta pod) {
    Matcher keyed = FIELD_WITH_KEY.matcher(path);
    if (keyed.matches()) {
      Map<String, String> all =
          keyed.group(1).equals("labels") ? pod.getLabels() : pod.getAnnotations();
      return Optional.ofNullable(all.getOrDefault(keyed.group(2), ""));
    }
    return switch (path) {
      case "metadata.name" -> Optional.ofNullable(pod.getName());
      case "metadata.namespace" -> Optional.ofNullable(pod.getNamespace());
      default -> Optional.empty();
    };
  }

  private static String resolved(String text, Map<String, String> known) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(2) == null
                        ? "$"
                        : known.getOrDefault(found.group(2), found.group())));
  }
}
