package io.quorate.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private static final ObjectMeta NOBODY = new ObjectMetaBuilder().withName("").build();

  /** The settings that a window may edit. */
  private static final Set<String> SETTINGS =
      Set.of("ETCD_INITIAL_CLUSTER", "ETCD_INITIAL_CLUSTER_STATE", "ETCD_SNAPSHOT_COUNT");

  Window {
    edits = edits == null ? List.of() : List.copyOf(edits);
  }

  /** The window on this set in which pods also get these settings, where they can be edited. */
  static Window of(EtcdSet set, SortedMap<String, String> settings) {
    SortedMap<String, String> all = new TreeMap<>(JOINING);
    all.putAll(settings);
    if (!SETTINGS.containsAll(all.keySet())) {
      throw new Failure.Fault("Quorate has no way to start a pod once with " + all.keySet());
    }
    List<SettingEdit> edits = new ArrayList<>();
    EtcdContainer.in(set.template().getSpec())
        .ifPresent(
            etcd ->
                all.forEach(
                    (variable, value) ->
                        SettingEdit.of(etcd, variable, value, added(edits)).ifPresent(edits::add)));
    return new Window(set.revision(), edits);
  }

  /** Whether a pod of a window has this setting, by an edit or by the template itself. */
  static boolean gives(EtcdSet set, MemberPod place, Map.Entry<String, String> setting) {
    return EtcdContainer.in(set.template().getSpec())
        .filter(
            etcd ->
                SettingEdit.of(etcd, setting.getKey(), setting.getValue(), 0).isPresent()
                    || ContainerSettings.of(etcd.container(), set.metadata(place))
                        .value(setting.getKey())
                        .equals(Optional.of(setting.getValue())))
        .isPresent();
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
    JsonPatch back = patch;
    for (SettingEdit edit : takeBackIn(JSON.valueToTree(set.set()))) {
      back = edit.takenBack(back);
    }
    return back;
  }

  /** Takes its edits back in this set, and returns those that were taken back, in that order. */
  private List<SettingEdit> takeBackIn(JsonNode now) {
    List<SettingEdit> back = new ArrayList<>();
    for (SettingEdit edit : edits.reversed()) {
      if (edit.isIn(now) && isOurs(edit, now)) {
        back.add(edit);
        edit.takeBackIn(now);
      }
    }
    return back;
  }

  /** A set that is created with the window open. */
  StatefulSet openIn(StatefulSet set) {
    JsonNode made = JSON.valueToTree(set);
    edits.forEach(edit -> edit.makeIn(made));
    return new StatefulSetBuilder(read(made))
        .editMetadata()
        .addToAnnotations(Marks.WINDOW, text())
        .endMetadata()
        .editSpec()
        .editTemplate()
        .editSpec()
        .addNewSchedulingGate(Marks.HOLD)
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  /** The set as it is once its window is closed. */
  static StatefulSet closedIn(EtcdSet set) {
    JsonNode now = JSON.valueToTree(set.set());
    set.window().ifPresent(window -> window.takeBackIn(now));
    StatefulSet closed = read(now);
    closed
        .getSpec()
        .getTemplate()
        .getSpec()
        .getSchedulingGates()
        .removeIf(gate -> gate.getName().equals(Marks.HOLD));
    return closed;
  }

  private static StatefulSet read(JsonNode set) {
    try {
      return JSON.treeToValue(set, StatefulSet.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a StatefulSet is no StatefulSet after an edit", e);
    }
  }

  /**
   * Whether a window makes this edit of a template that was without the edit: an annotation is
   * anybody's, and would be a way to have Quorate write an image or a command.
   */
  private static boolean isOurs(SettingEdit edit, JsonNode now) {
    JsonNode before = now.deepCopy();
    edit.takeBackIn(before);
    try {
      Optional<EtcdContainer> was = container(before);
      SortedMap<String, String> settings =
          container(now)
              .map(etcd -> ContainerSettings.of(etcd.container(), NOBODY).values())
              .orElseGet(Collections::emptySortedMap);
      return SETTINGS.stream()
          .filter(settings::containsKey)
          .flatMap(name -> was.flatMap(etcd -> made(etcd, name, settings)).stream())
          .anyMatch(made -> JSON.valueToTree(made).equals(JSON.valueToTree(edit)));
    } catch (JsonProcessingException notOurs) {
      return false;
    }
  }

  private static Optional<SettingEdit> made(
      EtcdContainer etcd, String name, SortedMap<String, String> settings) {
    return SettingEdit.of(etcd, name, settings.getOrDefault(name, ""), 0);
  }

  private static Optional<EtcdContainer> container(JsonNode set) throws JsonProcessingException {
    return EtcdContainer.in(JSON.treeToValue(set.at("/spec/template/spec"), PodSpec.class));
  }
}
