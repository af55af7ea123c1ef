package io.quorate.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.quorate.cluster.CleanText;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Proof that a run of a member has ended: the kubelet said so of the container that was recorded
 * before its pod was deleted. It is written on the StatefulSet before the object of the pod may go,
 * and on the gated successor, so it outlives Quorate at any moment.
 *
 * @param pod the uid of the pod
 * @param container the id of the container; empty where a person states it; {@code none} where
 *     nothing was there to run
 * @param finishedAt when it ended, by the clock of its node; where a person states the end: a time
 *     after it, the birth of the pod or the look at the claim
 * @param generation of the set when the run was written there; 0 on a pod
 * @param before the uid of the pod or claim that carries the proof, which a copy has not; empty on
 *     a set
 * @param claim the uid of the claim with its data, which the pod used to its end; empty where that
 *     is not known
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record EndedRun(
    String pod,
    String container,
    String finishedAt,
    int exitCode,
    long generation,
    String before,
    @Nullable String claim) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_ID = 100;
  private static final String NONE = "none";

  EndedRun {
    pod = CleanText.line(pod, LONGEST_ID);
    container = CleanText.line(container, LONGEST_ID);
    finishedAt = CleanText.line(finishedAt, LONGEST_ID);
    before = CleanText.line(before, LONGEST_ID);
    claim = CleanText.line(Objects.requireNonNullElse(claim, ""), LONGEST_ID);
  }

  /** A run of which the claim is not known. */
  EndedRun(
      String pod,
      String container,
      String finishedAt,
      int exitCode,
      long generation,
      String before) {
    this(pod, container, finishedAt, exitCode, generation, before, "");
  }

  /** Nothing ran at a place that has no claim. */
  static EndedRun none(Instant at) {
    return new EndedRun("", NONE, at.toString(), 0, 0, "");
  }

  /** A person states that no run is left from before this pod. */
  static EndedRun stated(EtcdPod pod) {
    String born = Objects.requireNonNullElse(pod.pod().getMetadata().getCreationTimestamp(), "");
    return new EndedRun("stated for " + pod.uid(), "", born, 0, 0, "");
  }

  /** Whether a person states the end, and no kubelet has said anything of it. */
  boolean isStated() {
    return container.isEmpty();
  }

  /** The run in an annotation; empty where the text is none, or lacks a part. */
  static Optional<EndedRun> parse(String annotation) {
    try {
      return Optional.of(JSON.readValue(annotation, EndedRun.class));
    } catch (JsonProcessingException | RuntimeException notOurs) {
      return Optional.empty();
    }
  }

  /** The run as an annotation. */
  String text() {
    return JSON.createObjectNode()
        .put("pod", pod)
        .put("container", container)
        .put("finishedAt", finishedAt)
        .put("exitCode", exitCode)
        .put("generation", generation)
        .put("before", before)
        .put("claim", claim)
        .toString();
  }

  /** The run as it is written on a set of this generation. */
  EndedRun at(long other) {
    return new EndedRun(pod, container, finishedAt, exitCode, other, "", claim);
  }

  /** The run as it is written on the pod that came after it. */
  EndedRun before(EtcdPod successor) {
    return before(successor.uid());
  }

  /** The run as it is written on the object with this uid, on which it was the last one. */
  EndedRun before(String uid) {
    return new EndedRun(pod, container, finishedAt, exitCode, 0, uid, claim);
  }

  /** The run with the claim that has its data. */
  EndedRun on(PersistentVolumeClaim data) {
    return new EndedRun(
        pod, container, finishedAt, exitCode, generation, before, data.getMetadata().getUid());
  }

  /** Whether its data was on another claim than this one; empty where that is not known. */
  Optional<Boolean> isOnAnother(PersistentVolumeClaim than) {
    return Optional.ofNullable(claim)
        .filter(uid -> !uid.isEmpty())
        .map(uid -> !uid.equals(than.getMetadata().getUid()));
  }

  /** The end of the run, as a clause. */
  String words() {
    if (container.equals(NONE)) {
      return "at %s there was no claim on which anything could run".formatted(finishedAt);
    }
    return isStated()
        ? "a person states that nothing is left of it from before %s".formatted(finishedAt)
        : "%s ended at %s with exit code %d"
            .formatted(ContainerId.words(container), finishedAt, exitCode);
  }
}
