package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectFieldSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The environment of a container, as far as its manifest tells. A variable is resolved with those
 * that stand before the variable. Values from a secret, a ConfigMap or a field that only a running
 * pod has are not known.
 */
final class ContainerVariables {
  /** Characters that all references of a container may bring: no process starts with many more. */
  private static final int MOST = 128 * 1024;

  // $(NAME) is replaced, $$(NAME) stands for $(NAME): the rule of Kubernetes for args and env.
  private static final Pattern REFERENCE = Pattern.compile("\\$(?:\\$|\\(([-._a-zA-Z0-9]+)\\))");

  // ${NAME} and $NAME: what shells make of their scripts.
  private static final Pattern EXPANSION =
      Pattern.compile("\\$(?:\\{([A-Za-z_]\\w*)}|([A-Za-z_]\\w*))");

  private static final Pattern HOST_NAME =
      Pattern.compile("\\$\\(hostname( -s)?\\)|`hostname( -s)?`");

  // NAME=VALUE in a script, and no flag or part of a URL.
  private static final Pattern ASSIGNED =
      Pattern.compile("(?<![\\w?&./-])([A-Za-z_]\\w*)=(\"[^\"\\n]*\"|'[^'\\n]*'|[^\\s;&|)]*)");

  private static final Pattern FIELD_WITH_KEY =
      Pattern.compile("metadata\\.(labels|annotations)\\['([^']+)'\\]");

  private final Container container;
  private final ObjectMeta pod;
  private final Map<String, String> known = new HashMap<>();
  private long left = MOST;

  ContainerVariables(Container container, ObjectMeta pod) {
    this.container = container;
    this.pod = pod;
    known.put("HOSTNAME", pod.getName());
    for (EnvVar variable : container.getEnv()) {
      Optional<String> value = value(variable);
      known.remove(variable.getName());
      value.ifPresent(text -> known.put(variable.getName(), text));
    }
  }

  /** The variables whose values are known. */
  Map<String, String> known() {
    return known;
  }

  /** Whether the container has a variable that the manifest does not tell, or may have one. */
  boolean hide(String name) {
    boolean named = container.getEnv().stream().anyMatch(one -> name.equals(one.getName()));
    return named
        ? !known.containsKey(name)
        : container.getEnvFrom().stream()
            .map(from -> Objects.requireNonNullElse(from.getPrefix(), ""))
            .anyMatch(name::startsWith);
  }

  private Optional<String> value(EnvVar variable) {
    if (variable.getValueFrom() == null) {
      return Optional.of(inWord(Objects.requireNonNullElse(variable.getValue(), "")));
    }
    return Optional.ofNullable(variable.getValueFrom().getFieldRef())
        .map(ObjectFieldSelector::getFieldPath)
        .flatMap(this::field);
  }

  private Optional<String> field(String path) {
    Matcher keyed = FIELD_WITH_KEY.matcher(path);
    if (keyed.matches()) {
      Map<String, String> all =
          keyed.group(1).equals("labels") ? pod.getLabels() : pod.getAnnotations();
      return Optional.ofNullable(all).map(known -> known.get(keyed.group(2)));
    }
    return switch (path) {
      case "metadata.name" -> Optional.ofNullable(pod.getName());
      case "metadata.namespace" -> Optional.ofNullable(pod.getNamespace());
      default -> Optional.empty();
    };
  }

  /** Puts the values of variables into a word as the kubelet does. */
  String inWord(String word) {
    return into(word, REFERENCE, name -> true);
  }

  /**
   * Puts the values of variables into a script as a shell does. A variable that the script itself
   * gives another value stays as it is.
   */
  String inScript(String script) {
    String named = HOST_NAME.matcher(script).replaceAll(Matcher.quoteReplacement(pod.getName()));
    List<MatchResult> others =
        ASSIGNED.matcher(named).results().filter(each -> !isAsKnown(each)).toList();
    return into(
        named, EXPANSION, name -> others.stream().noneMatch(each -> each.group(1).equals(name)));
  }

  private boolean isAsKnown(MatchResult assigned) {
    String value = assigned.group(2).replaceAll("^[\"']|[\"']$", "");
    return value.equals(known.get(assigned.group(1)));
  }

  private String into(String text, Pattern reference, Predicate<String> counts) {
    return reference
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found, counts)));
  }

  private String value(MatchResult found, Predicate<String> counts) {
    Optional<String> name =
        IntStream.rangeClosed(1, found.groupCount())
            .mapToObj(found::group)
            .filter(Objects::nonNull)
            .findFirst();
    if (name.isEmpty()) {
      return "$";
    }
    String value = name.filter(counts).map(known::get).orElse(found.group());
    left -= value.length();
    return left < 0 ? found.group() : value;
  }
}
