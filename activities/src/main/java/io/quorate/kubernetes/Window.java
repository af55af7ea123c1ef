package io.quorate.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The seconds in which the template of a StatefulSet has Quorate's gate, so that the successor of
 * an ended pod is born gated. What was changed is written on the set in the same patch, so that the
 * template can be given back byte for byte by whoever finds it.
 *
 * @param revision the revision of the template without the gate; the pods that were born gated get
 *     its label, because the controller would otherwise start them once more
 * @param edits the other changes of the template
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Window(String revision, List<SettingEdit> edits) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Pods of a window join a cluster and never begin one. A member with data ignores the setting; an
   * empty volume under a member's name would begin a cluster of its own.
   */
  private static final Map<String, String> JOINING =
      Map.of("ETCD_INITIAL_CLUSTER_STATE", "existing");

  Window {
    edits = edits == null ? List.of() : List.copyOf(edits);
  }

  /** The window on this set in which pods also get these settings, where they can be edited. */
  static Window of(EtcdSet set, SortedMap<String, String> settings) {
    SortedMap<String, String> all = new TreeMap<>(JOINING);
    all.putAll(settings);
    List<SettingEdit> edits = new ArrayList<>();
    EtcdContainer.in(set.template().getSpec())
        .ifPresent(
            etcd ->
                all.forEach(
                    (variable, value) ->
                        SettingEdit.of(etcd, variable, value, added(edits)).ifPresent(edits::add)));
    return new Window(set.revision(), edits);
  }

  private static int added(List<SettingEdit> edits) {
    return (int) edits.stream().filter(SettingEdit::adds).count();
  }

  /** The settings without the settings that only pods of a window have. */
  static SortedMap<String, String> without(SortedMap<String, String> settings) {
    SortedMap<String, String> rest = new TreeMap<>(settings);
    rest.keySet().removeAll(JOINING.keySet());
    return rest;
  }

  /** The window in an annotation; empty where the text is none. */
  static Optional<Window> parse(String annotation) {
    try {
      return Optional.of(JSON.readValue(annotation, Window.class));
    } catch (JsonProcessingException | RuntimeException notOurs) {
      return Optional.empty();
    }
  }

  /** The window as an annotation. */
  String text() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a window is no JSON", e);
    }
  }

  /** The patch that makes its edits. */
  JsonPatch made(JsonPatch patch) {
    JsonPatch made = patch;
    for (SettingEdit edit : edits) {
      made = edit.made(made);
    }
    return made;
  }

  /**
   * The patch that takes its edits back, the last one first. What somebody has changed since stays:
   * whoever applied the manifest again has taken the edit back already.
   */
  JsonPatch takenBack(JsonPatch patch, EtcdSet set) {
    JsonNode now = JSON.valueToTree(set.set());
    JsonPatch back = patch;
    for (SettingEdit edit : edits.reversed()) {
      if (edit.isIn(now)) {
        back = edit.takenBack(back);
        edit.takeBackIn(now);
      }
    }
    return back;
  }
}
