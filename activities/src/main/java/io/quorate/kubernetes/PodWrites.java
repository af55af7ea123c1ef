package io.quorate.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Patches of a pod, each of the version that was seen. */
record PodWrites(EtcdPod pod) {

  /** Keeps its object once it is deleted, and records its container, whose end is to be proven. */
  Move keep() {
    return write(kept(recorded()), "kept");
  }

  /** As {@link #keep}, for a pod that has run nothing itself. */
  Move keep(EndedRun before) {
    return write(
        kept(
            annotated(
                begun(),
                Map.of(
                    Marks.RUN,
                    pod.containerId().orElse(""),
                    Marks.ENDED,
                    before.before(pod).text()))),
        "kept");
  }

  /** Writes down that the present run is asked to end. */
  Move.Patch asked() {
    String run = pod.containerId().orElse("");
    return (Move.Patch) write(annotated(begun(), Map.of(Marks.TERM, run)), "marked");
  }

  /** Records the container that has come after the recorded one. */
  Move record() {
    return write(recorded(), "marked");
  }

  private JsonPatch recorded() {
    return annotated(begun(), Map.of(Marks.RUN, pod.containerId().orElse("")));
  }

  private JsonPatch kept(JsonPatch patch) {
    List<String> finalizers = pod.pod().getMetadata().getFinalizers();
    if (finalizers.contains(Marks.HOLD)) {
      return patch;
    }
    return finalizers.isEmpty()
        ? patch.add(List.of(Marks.HOLD), "metadata", "finalizers")
        : patch.add(Marks.HOLD, "metadata", "finalizers", Integer.toString(finalizers.size()));
  }

  /** Lets its object go. */
  Move release() {
    return write(released(begun()), "let go");
  }

  private JsonPatch released(JsonPatch patch) {
    return removed(patch, pod.pod().getMetadata().getFinalizers(), "metadata", "finalizers");
  }

  /** Makes a pod that was born gated the held one, with the proof of what ended before it. */
  Move hold(EndedRun before, Optional<String> revision) {
    JsonPatch patch = annotated(begun(), Map.of(Marks.ENDED, before.before(pod).text()));
    return write(kept(revised(patch, revision)), "held");
  }

  /**
   * Lets the scheduler have it.
   *
   * @param before what ended before it, where it does not carry that yet
   */
  Move ungate(Optional<EndedRun> before, Optional<String> revision) {
    return ungate(before, revision, Steering.NONE);
  }

  /** As {@link #ungate(Optional, Optional)}, bound to nodes in the same write. */
  Move ungate(Optional<EndedRun> before, Optional<String> revision, Steering steering) {
    Map<String, String> marks =
        before
            .map(run -> Map.of(Marks.STATE, "existing", Marks.ENDED, run.before(pod).text()))
            .orElse(Map.of(Marks.STATE, "existing"));
    JsonPatch patch = revised(annotated(begun(), marks), revision);
    JsonPatch open = removed(steering.in(patch, pod), pod.gates(), "spec", "schedulingGates");
    return write(pod.isKept() ? released(open) : open, "let go");
  }

  /**
   * Keeps the object of a gated pod, with the label of a pod that was born without the gate: the
   * pod after it would be born without the gate.
   */
  Move keepGated(Optional<String> revision) {
    return write(kept(revised(begun(), revision)), "kept");
  }

  private JsonPatch revised(JsonPatch patch, Optional<String> revision) {
    return revision.isPresent() && pod.revision().isPresent()
        ? patch.replace(revision.get(), "metadata", "labels", Marks.REVISION)
        : patch;
  }

  /** The patch that takes Quorate's entry out of a list. */
  private static JsonPatch removed(JsonPatch patch, List<String> entries, String... list) {
    String[] path = {list[0], list[1], Integer.toString(entries.indexOf(Marks.HOLD))};
    return entries.size() == 1 ? patch.remove(list) : patch.remove(path);
  }

  private JsonPatch annotated(JsonPatch patch, Map<String, String> marks) {
    Map<String, String> present = pod.pod().getMetadata().getAnnotations();
    JsonPatch annotated =
        present == null || present.isEmpty()
            ? patch.add(Map.of(), "metadata", "annotations")
            : patch;
    for (Map.Entry<String, String> mark : marks.entrySet()) {
      annotated = annotated.add(mark.getValue(), "metadata", "annotations", mark.getKey());
    }
    return annotated;
  }

  private JsonPatch begun() {
    return JsonPatch.ofVersion(pod.uid(), pod.pod().getMetadata().getResourceVersion());
  }

  private Move write(JsonPatch patch, String change) {
    return new Move.Patch(pod.pod(), patch, change);
  }
}
