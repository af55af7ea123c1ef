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
import java.util.regex.MatchResult;
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
  private static final Pattern REFERENCE =
      Pattern.compile("\\$(\\$|\\((?<name>[-._a-zA-Z0-9]+)\\))");

  // ${NAME}, and $NAME where a word ends: what shells make of their scripts.
  private static final Pattern EXPANSION =
      Pattern.compile("\\$\\{?(?<name>[A-Za-z_]\\w*)(}|(?=[\\s\"'\\\\]|$))");

  private static final Pattern FIELD_WITH_KEY =
      Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)'\\]");

  public ContainerSettings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** Returns the settings of the container in the pod with these metadata. */
  public static ContainerSettings of(Container container, ObjectMeta pod) {
    Variables variables = new Variables(container, pod);
    List<String> words = new ArrayList<>(container.getCommand());
    words.addAll(container.getArgs());
    words.replaceAll(word -> variables.into(word, REFERENCE));
    words.replaceAll(word -> variables.into(word, EXPANSION));
    boolean shell = !words.isEmpty() && SHELLS.contains(fileName(words.getFirst()));
    SortedMap<String, String> values = new TreeMap<>();
    variables.known.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !value.isEmpty()) {
            values.put(name, value);
          }
        });
    values.putAll(new UnitCommand("etcd", split(words, shell)).flags(Map.of()));
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

  /**
   * The environment of a container. A variable is resolved with those that stand before the
   * variable.
   */
  private static final class Variables {
    /**
     * Characters that all references of a container may bring: no process starts with many more.
     */
    private static final int MOST = 128 * 1024;

    private final Map<String, String> known = new HashMap<>();
    private long left = MOST;

    Variables(Container container, ObjectMeta pod) {
      known.put("HOSTNAME", pod.getName());
      for (EnvVar variable : container.getEnv()) {
        value(variable, pod).ifPresent(value -> known.put(variable.getName(), value));
      }
    }

    private Optional<String> value(EnvVar variable, ObjectMeta pod) {
      if (variable.getValueFrom() == null) {
        String text = Optional.ofNullable(variable.getValue()).orElse("");
        return Optional.of(into(text, REFERENCE));
      }
      return Optional.ofNullable(variable.getValueFrom().getFieldRef())
          .map(ObjectFieldSelector::getFieldPath)
          .flatMap(path -> field(path, pod));
    }

    /** Puts the values of variables into a text, in place of what this pattern takes for names. */
    String into(String text, Pattern reference) {
      return reference.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found)));
    }

    private String value(MatchResult found) {
      String name = found.group("name");
      if (name == null) {
        return "$";
      }
      String value = known.getOrDefault(name, found.group());
      left -= value.length();
      return left < 0 ? found.group() : value;
    }
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
}
