package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The container of a template with other settings. Each setting is edited where it stands, so that
 * it keeps its form, and a value that is made of the name of the pod stays so. All else stays.
 */
final class SwitchedContainer {
  private final String set;
  private final ContainerSettings now;
  private final List<String> command;
  private final List<String> args;
  private final List<EnvVar> variables;

  private SwitchedContainer(String set, Container container, ObjectMeta pod) {
    this.set = set;
    now = ContainerSettings.of(container, pod);
    command = new ArrayList<>(container.getCommand());
    args = new ArrayList<>(container.getArgs());
    variables = new ArrayList<>(container.getEnv());
  }

  /**
   * The container with this image and these settings.
   *
   * @param set what people call the set
   * @param settings all variables of etcd that are to count
   */
  static Container of(
      String set,
      Container container,
      ObjectMeta pod,
      String image,
      SortedMap<String, String> settings) {
    var switched = new SwitchedContainer(set, container, pod);
    switched.edit(settings);
    return new ContainerBuilder(container)
        .withImage(image)
        .withCommand(switched.command)
        .withArgs(switched.args)
        .withEnv(switched.variables)
        .build();
  }

  private void edit(SortedMap<String, String> settings) {
    SortedMap<String, String> gone = new TreeMap<>(ContainerInstallation.settings(now));
    gone.keySet().removeAll(settings.keySet());
    SortedMap<String, String> added = new TreeMap<>(settings);
    added.entrySet().removeIf(one -> one.getValue().equals(now.values().get(one.getKey())));
    if (now.isShell() && !(gone.isEmpty() && added.isEmpty())) {
      throw new Failure.Refused(
          "a shell starts etcd in the %s, and its script is not edited: take %s out of it and put %s into it, then retry"
              .formatted(set, names(gone), names(added)));
    }
    gone.forEach((variable, value) -> give(variable, newName(value, added)));
    added.forEach(this::put);
  }

  private static String names(SortedMap<String, String> settings) {
    return settings.isEmpty()
        ? "nothing"
        : String.join(", ", settings.keySet().stream().map(SettingEdit::flag).toList());
  }

  /** The setting that has the value now, where a setting got another name. */
  private static Optional<String> newName(String value, SortedMap<String, String> added) {
    Optional<String> name =
        added.entrySet().stream()
            .filter(one -> one.getValue().equals(value))
            .map(SortedMap.Entry::getKey)
            .findFirst();
    name.ifPresent(added::remove);
    return name;
  }

  /** Gives a setting its new name, or takes it out. */
  private void give(String variable, Optional<String> name) {
    boolean found = inWords(command, variable, name) | inWords(args, variable, name);
    for (int number = 0; number < variables.size() && !found; number++) {
      if (variable.equals(variables.get(number).getName())) {
        EnvVar one = variables.remove(number);
        if (name.isPresent()) {
          variables.add(number, new EnvVarBuilder(one).withName(name.get()).build());
        }
        found = true;
      }
    }
    if (!found) {
      throw new Failure.Refused(
          "%s of the %s stands neither in its args nor in its env; move it there, then retry"
              .formatted(variable, set));
    }
  }

  private static boolean inWords(List<String> words, String variable, Optional<String> name) {
    for (int number = 0; number < words.size(); number++) {
      String word = words.get(number);
      Optional<String> flag = FlagEdit.at(word, variable);
      if (flag.isEmpty()) {
        continue;
      }
      if (name.isPresent()) {
        String dashes = flag.get().startsWith("--") ? "--" : "-";
        words.set(
            number,
            dashes
                + SettingEdit.flag(name.get()).substring(2)
                + word.substring(flag.get().length()));
      } else {
        words.remove(number);
        if (flag.get().equals(word)
            && number < words.size()
            && !words.get(number).startsWith("-")) {
          words.remove(number);
        }
      }
      return true;
    }
    return false;
  }

  private void put(String variable, String value) {
    boolean there =
        inValue(command, variable, value)
            || inValue(args, variable, value)
            || inEnvironment(variable, value);
    if (there) {
      return;
    }
    boolean flags = args.stream().anyMatch(word -> word.startsWith("-"));
    if (flags) {
      args.add(SettingEdit.flag(variable) + "=" + value);
    } else {
      variables.add(new EnvVarBuilder().withName(variable).withValue(value).build());
    }
  }

  private static boolean inValue(List<String> words, String variable, String value) {
    for (int number = 0; number < words.size(); number++) {
      String word = words.get(number);
      Optional<String> flag = FlagEdit.at(word, variable);
      if (flag.filter(name -> !name.equals(word)).isPresent()) {
        words.set(number, flag.get() + "=" + value);
        return true;
      }
      if (flag.isPresent() && number + 1 < words.size()) {
        words.set(number + 1, value);
        return true;
      }
    }
    return false;
  }

  private boolean inEnvironment(String variable, String value) {
    for (int number = 0; number < variables.size(); number++) {
      if (variable.equals(variables.get(number).getName())) {
        variables.set(number, new EnvVarBuilder().withName(variable).withValue(value).build());
        return true;
      }
    }
    return false;
  }
}
