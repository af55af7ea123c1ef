package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSchedulingGateBuilder;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Patches of a StatefulSet, each of the version that was seen. Nothing but a window changes its
 * template, and the end of the window changes it back byte for byte.
 */
record SetWrites(EtcdSet set) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String[] WHEN_SCALED = {
    "spec", "persistentVolumeClaimRetentionPolicy", "whenScaled"
  };
  private static final String[] GATES = {"spec", "template", "spec", "schedulingGates"};

  /** Takes its pods over: no change of the set restarts a pod from now on. */
  Move takeOver(String operation) {
    Map<String, String> marks = new TreeMap<>(Map.of(Marks.OPERATION, operation));
    SetGuards.pausedFor(set, operation)
        .ifPresent(stated -> marks.put(Marks.APPLIER_PAUSED, stated));
    return write(onDelete(annotated(begun(), marks)), "taken over");
  }

  /** Sets OnDelete again where somebody has taken it away. */
  Move onDeleteAgain() {
    return write(onDelete(annotated(begun(), Map.of())), "set to OnDelete again");
  }

  private JsonPatch onDelete(JsonPatch patch) {
    if (set.isOnDelete()) {
      boolean overruled =
          set.savedStrategy().isEmpty() && set.annotations().containsKey(Marks.STRATEGY);
      return overruled ? patch.remove(annotation(Marks.STRATEGY)) : patch;
    }
    JsonPatch saved =
        set.savedStrategy().isPresent()
            ? patch
            : patch.add(json(set.set().getSpec().getUpdateStrategy()), annotation(Marks.STRATEGY));
    return saved.replace(Map.of("type", "OnDelete"), "spec", "updateStrategy");
  }

  /**
   * Gives the pods of the set back to the controller.
   *
   * @param strategy whether it also gets the update strategy back that it had
   */
  Move handBack(boolean strategy) {
    JsonPatch patch = begun();
    if (strategy) {
      patch =
          patch
              .replace(parsed(set.savedStrategy().orElseThrow()), "spec", "updateStrategy")
              .remove(annotation(Marks.STRATEGY));
    }
    if (set.keepsClaims()) {
      patch = patch.replace("Delete", WHEN_SCALED).remove(annotation(Marks.CLAIMS));
    }
    for (String name : written()) {
      if (set.annotations().containsKey(name)) {
        patch = patch.remove(annotation(name));
      }
    }
    // The next plan of the operation needs the statement again.
    Optional<String> stated = set.operation().flatMap(by -> SetGuards.pausedFor(set, by));
    return write(
        stated.isPresent() ? patch.add(stated.get(), annotation(Marks.APPLIER_PAUSED)) : patch,
        "handed back");
  }

  /** The marks that end with the operation; a set that was adopted keeps OnDelete for good. */
  private List<String> written() {
    var ends = Stream.of(Marks.OPERATION, Marks.REPLICAS, Marks.REPLICAS_WRITTEN);
    boolean adopted = set.adoptedFrom().isPresent();
    return Stream.concat(ends, adopted ? Stream.of(Marks.ADOPTED, Marks.STRATEGY) : Stream.of())
        .toList();
  }

  /** Writes down who holds a pod, before anything happens to that pod. */
  Move hold(String pod, String operation) {
    return write(annotated(begun(), Map.of(Marks.held(pod), operation)), "marked");
  }

  /** Writes down who makes the place of a pod, and that nothing runs there from before. */
  Move make(String pod, String operation, EndedRun before) {
    return write(
        annotated(
            begun(),
            Map.of(
                Marks.held(pod), operation, Marks.ended(pod), before.at(set.generation()).text())),
        "marked");
  }

  /** Gives it this number of pods. */
  Move replicas(int number) {
    JsonPatch patch =
        begun().test(set.replicas(), "spec", "replicas").replace(number, "spec", "replicas");
    Optional<AppliedReplicas> applied =
        set.annotations().containsKey(Marks.REPLICAS) ? Optional.empty() : AppliedReplicas.of(set);
    // Whoever applied the number is not the owner of the field any more after this write.
    return write(
        applied.map(was -> annotated(patch, Map.of(Marks.REPLICAS, was.text()))).orElse(patch),
        "given %d replicas".formatted(number));
  }

  /** Keeps the claims of pods that it gives up, until it is handed back. */
  Move keepClaims() {
    return write(
        annotated(begun(), Map.of(Marks.CLAIMS, "Delete")).replace("Retain", WHEN_SCALED),
        "kept from deleting claims");
  }

  /**
   * Writes down the end of a run, before the object that proves it may go, with the claim that this
   * very pod used.
   */
  Move ended(SetLook look, EtcdPod pod, EndedRun run) {
    EndedRun whole =
        set.dataClaim(pod.name())
            .filter(name -> run.pod().equals(pod.uid()))
            .map(look.claims()::get)
            .map(run::on)
            .orElse(run);
    return write(
        annotated(begun(), Map.of(Marks.ended(pod.name()), whole.at(set.generation()).text())),
        "marked");
  }

  /** Removes what is written of a pod that is not held any more. */
  Move forget(String... names) {
    JsonPatch patch = begun();
    for (String name : names) {
      if (set.annotations().containsKey(name)) {
        patch = patch.remove(annotation(name));
      }
    }
    return write(patch, "cleared of a mark");
  }

  /** Replaces a container of the template. */
  Move containerIs(int index, Container container) {
    return write(
        begun()
            .replace(container, "spec", "template", "spec", "containers", Integer.toString(index)),
        "given another image or other settings");
  }

  /** Puts the gate into the template, and these settings. */
  Move openWindow(SortedMap<String, String> settings) {
    Window window = Window.of(set, settings);
    JsonPatch patch = annotated(begun(), Map.of(Marks.WINDOW, window.text()));
    var gate = new PodSchedulingGateBuilder().withName(Marks.HOLD).build();
    JsonPatch gated =
        set.gates().isEmpty()
            ? patch.add(List.of(gate), GATES)
            : patch.add(gate, at(set.gates().size()));
    return write(window.made(gated), "gated");
  }

  /** Gives the template back as it was before the window. */
  Move closeWindow() {
    JsonPatch patch =
        set.annotations().containsKey(Marks.WINDOW)
            ? begun().remove(annotation(Marks.WINDOW))
            : begun();
    if (set.window().isPresent()) {
      patch = set.window().get().takenBack(patch, set);
    }
    int number = set.gates().indexOf(Marks.HOLD);
    if (number >= 0) {
      patch = set.gates().size() == 1 ? patch.remove(GATES) : patch.remove(at(number));
    }
    return write(patch, "given its template back");
  }

  private static String[] at(int number) {
    return new String[] {GATES[0], GATES[1], GATES[2], GATES[3], Integer.toString(number)};
  }

  private JsonPatch begun() {
    return JsonPatch.ofVersion(set.uid(), set.set().getMetadata().getResourceVersion());
  }

  private JsonPatch annotated(JsonPatch patch, Map<String, String> added) {
    JsonPatch annotated =
        set.annotations().isEmpty() ? patch.add(Map.of(), "metadata", "annotations") : patch;
    for (Map.Entry<String, String> one : added.entrySet()) {
      annotated = annotated.add(one.getValue(), annotation(one.getKey()));
    }
    return annotated;
  }

  private static String[] annotation(String name) {
    return new String[] {"metadata", "annotations", name};
  }

  private Move write(JsonPatch patch, String change) {
    return new Move.Patch(set.set(), patch, change);
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an object of Kubernetes is no JSON", e);
    }
  }

  private static Object parsed(String json) {
    try {
      return JSON.readValue(json, Map.class);
    } catch (JsonProcessingException e) {
      throw new Failure.Refused(
          "the annotation %s is no JSON; write the update strategy into it that the set is to have: {\"type\":\"RollingUpdate\"}"
              .formatted(Marks.STRATEGY),
          e);
    }
  }
}
