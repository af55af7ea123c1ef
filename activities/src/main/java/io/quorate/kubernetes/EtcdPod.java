package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateRunning;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.Volume;
import io.quorate.workload.Grace;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A pod, as far as its object says what of a member runs in it.
 *
 * @param etcd the name that the template has for the container of etcd; an empty text where that is
 *     not known
 */
record EtcdPod(Pod pod, String etcd) {
  private static final Set<String> LAST_PHASES = Set.of("Succeeded", "Failed");

  /** Reasons that the kubelet gives once it has ended all containers for good. */
  private static final Set<String> LAST_REASONS = Set.of("PodCompleted", "PodFailed");

  /** Grace period of Kubernetes where a pod states none. */
  private static final long DEFAULT_GRACE = 30;

  /** A pod whose template is not known. */
  EtcdPod(Pod pod) {
    this(pod, "");
  }

  String name() {
    return pod.getMetadata().getName();
  }

  String uid() {
    return pod.getMetadata().getUid();
  }

  Optional<String> annotation(String name) {
    Map<String, String> all = pod.getMetadata().getAnnotations();
    return Optional.ofNullable(all == null ? null : all.get(name));
  }

  Optional<String> label(String name) {
    Map<String, String> all = pod.getMetadata().getLabels();
    return Optional.ofNullable(all == null ? null : all.get(name));
  }

  Optional<String> revision() {
    return label(Marks.REVISION);
  }

  /** The object that controls the pod; empty where no object does. */
  Optional<OwnerReference> controller() {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst();
  }

  /** The node that it was bound to; empty while no kubelet has anything to do with it. */
  Optional<String> node() {
    return Optional.ofNullable(pod.getSpec().getNodeName()).filter(name -> !name.isEmpty());
  }

  List<String> gates() {
    return pod.getSpec().getSchedulingGates().stream().map(PodSchedulingGate::getName).toList();
  }

  /** Whether Quorate's gate keeps it from every node. */
  boolean isGated() {
    return node().isEmpty() && gates().contains(Marks.HOLD);
  }

  boolean isDeleted() {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  /** Whether Quorate's finalizer keeps the object and the name of the pod. */
  boolean isKept() {
    return pod.getMetadata().getFinalizers().contains(Marks.HOLD);
  }

  /** Whether it is the gated successor that a hold leaves behind. */
  boolean isHeld() {
    return isGated() && isKept() && endedBefore().isPresent();
  }

  /** The run that ended before it was created, as Quorate wrote it on this very pod. */
  Optional<EndedRun> endedBefore() {
    return annotation(Marks.ENDED)
        .flatMap(EndedRun::parse)
        .filter(run -> run.before().equals(uid()));
  }

  /** The container id that was recorded before its deletion; empty text where it had none. */
  Optional<String> recordedRun() {
    return annotation(Marks.RUN);
  }

  /** Whether its present run was asked to end, by a deletion after which it is started again. */
  boolean isAsked() {
    return !isKept() && containerId().isPresent() && annotation(Marks.TERM).equals(containerId());
  }

  Optional<EtcdContainer> container() {
    return EtcdContainer.in(pod.getSpec(), etcd);
  }

  /** The status of its container of etcd; empty where no kubelet has written one. */
  Optional<ContainerStatus> status() {
    List<ContainerStatus> all =
        pod.getStatus() == null ? List.of() : pod.getStatus().getContainerStatuses();
    return container()
        .flatMap(etcd -> all.stream().filter(one -> etcd.name().equals(one.getName())).findFirst());
  }

  /** The id of the newest container of etcd; empty where the pod never had a container. */
  Optional<String> containerId() {
    return status().map(ContainerStatus::getContainerID).filter(id -> !id.isEmpty());
  }

  Optional<ContainerStateRunning> running() {
    return state().map(ContainerState::getRunning);
  }

  /** When the run of etcd that runs now was started, by the clock of its node. */
  Optional<Instant> startedAt() {
    try {
      return running().map(ContainerStateRunning::getStartedAt).map(Instant::parse);
    } catch (DateTimeParseException strange) {
      return Optional.empty();
    }
  }

  Optional<ContainerStateWaiting> waiting() {
    return state().map(ContainerState::getWaiting);
  }

  Optional<ContainerStateTerminated> terminated() {
    return state().map(ContainerState::getTerminated);
  }

  private Optional<ContainerState> state() {
    return status().map(ContainerStatus::getState);
  }

  /** Whether a container of etcd has ever been in it, as far as its kubelet has said. */
  boolean hasRun() {
    return containerId().isPresent() || restarts() > 0;
  }

  int restarts() {
    return status().map(ContainerStatus::getRestartCount).orElse(0);
  }

  String phase() {
    return pod.getStatus() == null
        ? ""
        : Objects.requireNonNullElse(pod.getStatus().getPhase(), "");
  }

  Optional<PodCondition> condition(String type) {
    return pod.getStatus() == null
        ? Optional.empty()
        : pod.getStatus().getConditions().stream()
            .filter(one -> type.equals(one.getType()))
            .findFirst();
  }

  /**
   * Whether its kubelet has ended all its containers for good. The phase alone does not say so: the
   * garbage collection of pods writes it too, for a node that is gone.
   */
  boolean isOver() {
    return LAST_PHASES.contains(phase())
        && condition("ContainersReady")
            .map(PodCondition::getReason)
            .filter(LAST_REASONS::contains)
            .isPresent();
  }

  /**
   * The run of the pod, once the end of the run is proven: the deletion was accepted, so nothing is
   * started in it again, and the kubelet says that the recorded container has terminated.
   */
  Optional<EndedRun> ended() {
    if (!isDeleted() || !isKept()) {
      return Optional.empty();
    }
    if (node().isEmpty()) {
      return endedBefore();
    }
    return isOver() ? terminated().filter(this::isRecorded).flatMap(this::ended) : Optional.empty();
  }

  /**
   * Whether a container came after the recorded one, whose end counts from now on: the kubelet may
   * start one just before it hears of the deletion, or at any time while no hold looks. Where the
   * kubelet lost a container, it names none, and the recorded one stays to be proven ended.
   */
  boolean isStartedAgain() {
    Optional<String> now =
        terminated().map(EtcdPod::containerId).or(this::containerId).filter(id -> !id.isEmpty());
    return isDeleted()
        && isKept()
        && now.isPresent()
        && !recordedRun().equals(now)
        && (isOver() || running().isPresent());
  }

  /** The recorded container that the kubelet could not find any more; empty where there is none. */
  Optional<String> lostRun() {
    return recordedRun()
        .filter(id -> !id.isEmpty() && isOver())
        .filter(id -> terminated().map(EtcdPod::containerId).filter(String::isEmpty).isPresent());
  }

  private boolean isRecorded(ContainerStateTerminated terminated) {
    return recordedRun().filter(id -> id.equals(containerId(terminated))).isPresent();
  }

  /** A container that was never started is terminated without an id. */
  static String containerId(ContainerStateTerminated terminated) {
    return Objects.requireNonNullElse(terminated.getContainerID(), "");
  }

  /** A pod that never ran anything proves no more than the pod before it did. */
  private Optional<EndedRun> ended(ContainerStateTerminated terminated) {
    return containerId(terminated).isEmpty() ? endedBefore() : Optional.of(run(terminated));
  }

  private EndedRun run(ContainerStateTerminated terminated) {
    return new EndedRun(
        uid(),
        containerId(terminated),
        Objects.requireNonNullElse(terminated.getFinishedAt(), "an unknown time"),
        Objects.requireNonNullElse(terminated.getExitCode(), -1),
        0,
        "");
  }

  /** Whether the pod starts etcd with these settings. */
  boolean has(SortedMap<String, String> settings) {
    return settings().entrySet().containsAll(settings.entrySet());
  }

  /** The settings that its etcd is started with. */
  SortedMap<String, String> settings() {
    return container()
        .map(etcd -> ContainerSettings.of(etcd.container(), pod.getMetadata()))
        .map(ContainerInstallation::settings)
        .orElseGet(Collections::emptySortedMap);
  }

  /** Names of the claims that it uses. */
  List<String> claims() {
    return pod.getSpec().getVolumes().stream()
        .map(Volume::getPersistentVolumeClaim)
        .filter(Objects::nonNull)
        .map(claim -> claim.getClaimName())
        .toList();
  }

  Grace grace() {
    Long seconds = pod.getSpec().getTerminationGracePeriodSeconds();
    return new Grace(
        Duration.ofSeconds(seconds == null ? DEFAULT_GRACE : seconds), Grace.By.KUBELET);
  }
}
