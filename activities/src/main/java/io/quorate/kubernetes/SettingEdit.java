package io.quorate.kubernetes;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Edit of one setting of etcd in the template of a StatefulSet, where the setting stands: as a
 * flag, in the script of a shell, or in the environment. One setting in two forms is fatal for
 * etcd, even where one of them is empty.
 *
 * @param path of the element that is changed, in its parts
 * @param was the element before; null where there was none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record SettingEdit(List<String> path, @Nullable Object was, Object now) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREFIX = "ETCD_";
  // Elements of a template that an edit may change.
  private static final Pattern PLACE =
      Pattern.compile(
          "spec/template/spec/containers/\\d{1,3}/((command|args)/\\d{1,6}|env(/\\d{1,6}(/value)?)?)");

  SettingEdit {
    path = List.copyOf(path);
  }

  /**
   * The edit that gives a setting this value; empty where it has it already, or where it stands so
   * that its value cannot be edited, or may stand in a script that is not seen.
   *
   * @param variable its name in the environment, {@code ETCD_SNAPSHOT_COUNT}
   * @param added how many variables are added before
   */
  static Optional<SettingEdit> of(EtcdContainer etcd, String variable, String value, int added) {
    FlagEdit flag = new FlagEdit(etcd, variable, value);
    if (flag.isGiven()) {
      return inList(etcd, "command", etcd.container().getCommand(), flag)
          .or(() -> inList(etcd, "args", etcd.container().getArgs(), flag));
    }
    if (etcd.variable(variable).isPresent()) {
      return etcd.variable(variable).flatMap(one -> ofVariable(etcd, one, value));
    }
    return etcd.startsEtcd() ? Optional.of(adding(etcd, variable, value, added)) : Optional.empty();
  }

  /** The flag of a variable: {@code --snapshot-count}. */
  static String flag(String variable) {
    return "--" + variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Optional<SettingEdit> inList(
      EtcdContainer etcd, String list, List<String> words, FlagEdit flag) {
    return flag.in(words)
        .flatMap(
            word -> edit(path(etcd, list, word.number()), words.get(word.number()), word.now()));
  }

  private static Optional<SettingEdit> ofVariable(
      EtcdContainer etcd, EnvVar variable, String value) {
    List<String> path =
        new ArrayList<>(path(etcd, "env", etcd.container().getEnv().indexOf(variable)));
    path.add("value");
    return variable.getValueFrom() == null && variable.getValue() != null
        ? edit(path, variable.getValue(), value)
        : Optional.empty();
  }

  private static Optional<SettingEdit> edit(List<String> path, String was, String now) {
    return was.equals(now) ? Optional.empty() : Optional.of(new SettingEdit(path, was, now));
  }

  private static SettingEdit adding(EtcdContainer etcd, String variable, String value, int added) {
    EnvVar one = new EnvVarBuilder().withName(variable).withValue(value).build();
    int number = etcd.container().getEnv().size() + added;
    List<String> element = path(etcd, "env", number);
    return number == 0
        ? new SettingEdit(element.subList(0, element.size() - 1), null, List.of(one))
        : new SettingEdit(element, null, one);
  }

  private static List<String> path(EtcdContainer etcd, String list, int number) {
    return List.of(
        "spec",
        "template",
        "spec",
        "containers",
        Integer.toString(etcd.index()),
        list,
        Integer.toString(number));
  }

  /** Whether it adds a variable to the environment. */
  boolean adds() {
    return was == null;
  }

  /** Whether the element of this set is as the edit made it. */
  boolean isIn(JsonNode set) {
    if (!PLACE.matcher(String.join("/", path)).matches()) {
      return false;
    }
    JsonNode element = set.at(JsonPatch.pointer(parts()));
    return element.equals(JSON.valueToTree(now));
  }

  /** Makes the edit in this set. */
  void makeIn(JsonNode set) {
    if (parent(set) instanceof ArrayNode list) {
      int number = Integer.parseInt(path.getLast());
      if (was == null) {
        list.insert(number, JSON.valueToTree(now));
      } else {
        list.set(number, JSON.valueToTree(now));
      }
    } else if (parent(set) instanceof ObjectNode object) {
      object.set(path.getLast(), JSON.valueToTree(now));
    }
  }

  private JsonNode parent(JsonNode set) {
    return set.at(JsonPatch.pointer(path.subList(0, path.size() - 1).toArray(String[]::new)));
  }

  /** Takes the edit back in this set. */
  void takeBackIn(JsonNode set) {
    JsonNode parent = parent(set);
    if (parent instanceof ArrayNode list) {
      int number = Integer.parseInt(path.getLast());
      if (was == null) {
        list.remove(number);
      } else {
        list.set(number, JSON.valueToTree(was));
      }
    } else if (parent instanceof ObjectNode object) {
      if (was == null) {
        object.remove(path.getLast());
      } else {
        object.set(path.getLast(), JSON.valueToTree(was));
      }
    }
  }

  /** The patch with this edit. */
  JsonPatch made(JsonPatch patch) {
    return was == null ? patch.add(now, parts()) : patch.test(was, parts()).replace(now, parts());
  }

  /** The patch that takes this edit back; it fails where somebody edited the element since. */
  JsonPatch takenBack(JsonPatch patch) {
    JsonPatch tested = patch.test(now, parts());
    return was == null ? tested.remove(parts()) : tested.replace(was, parts());
  }

  private String[] parts() {
    return path.toArray(String[]::new);
  }
}
