package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.quorate.cluster.CleanText;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of the pod that has the name of a keeper.
 *
 * <p>Decided from the pod alone; nothing is asked.
 */
sealed interface KeeperState {
  /** There is no such pod. */
  record Missing() implements KeeperState {}

  /** Scripts can run in it. */
  record Ready(Pod pod) implements KeeperState {}

  /** The keeper is not ready yet; why, in words, or an empty text. */
  record Coming(Pod pod, String why) implements KeeperState {}

  /** The keeper has ended, or can never begin, and another keeper has to be made. */
  record Over(Pod pod, String why) implements KeeperState {}

  /** The keeper is being deleted, and the name is not free yet. */
  record Leaving(Pod pod) implements KeeperState {}

  /** The pod is no keeper; why the pod must be left alone. */
  record Foreign(String why) implements KeeperState {}

  int LONGEST = 400;

  /** Reasons for which a container is never started, however long one waits. */
  Set<String> HOPELESS = Set.of("InvalidImageName", "ErrImageNeverPull");

  /** Reasons of a container whose image does not come. */
  Set<String> UNPULLED = Set.of("ErrImagePull", "ImagePullBackOff");

  /** Reasons of a container that is about to start. */
  Set<String> STARTING = Set.of("ContainerCreating", "PodInitializing");

  /** The state of the pod that has the name of the ordered keeper. */
  static KeeperState of(KeeperOrder order, @Nullable Pod pod) {
    if (pod == null) {
      return new Missing();
    }
    var metadata = pod.getMetadata();
    if (!order.member().equals(label(pod))) {
      return new Foreign(
          "a pod of this name is there, and Quorate did not make it; delete or rename it");
    }
    if (metadata.getDeletionTimestamp() != null) {
      return new Leaving(pod);
    }
    if (ended(pod)) {
      return new Over(pod, "it has ended: " + status(pod));
    }
    Optional<String> other = difference(order, pod);
    if (other.isPresent()) {
      return new Over(pod, other.get());
    }
    return isReady(pod) ? new Ready(pod) : onItsWay(pod);
  }

  /**
   * The difference between the pod and the ordered keeper. Images are compared as they were
   * ordered, because a webhook may write other images into pods. A keeper in which scripts can run
   * serves whatever its own image is: one that is configured otherwise, such as the keeper of
   * another Quorate, must not be ended by a look in the middle of a script.
   */
  private static Optional<String> difference(KeeperOrder order, Pod pod) {
    String images = annotation(pod);
    if (!order.images().equals(images) && !(isReady(pod) && order.hasToolsOf(images))) {
      return Optional.of("it was made with other images: " + CleanText.line(images, LONGEST));
    }
    return hasData(order, pod.getSpec())
        ? Optional.empty()
        : Optional.of(
            "it has not the claim %s at %s".formatted(order.claim(), order.mount().getMountPath()));
  }

  private static boolean hasData(KeeperOrder order, PodSpec spec) {
    return spec.getContainers().stream()
        .filter(container -> container.getName().equals(KeeperPod.CONTAINER))
        .flatMap(container -> container.getVolumeMounts().stream())
        .filter(mount -> mount.getMountPath().equals(order.mount().getMountPath()))
        .filter(mount -> Objects.equals(mount.getSubPath(), order.mount().getSubPath()))
        .flatMap(
            mount -> spec.getVolumes().stream().filter(v -> v.getName().equals(mount.getName())))
        .map(Volume::getPersistentVolumeClaim)
        .anyMatch(claim -> claim != null && order.claim().equals(claim.getClaimName()));
  }

  /**
   * Why no tools can be taken from the container with the member's image; empty while it starts.
   */
  static Optional<String> troubleOfDonor(Pod pod) {
    return status(pod, KeeperPod.DONOR)
        .map(ContainerStatus::getState)
        .flatMap(
            state ->
                Optional.ofNullable(state.getTerminated())
                    .map(ended -> words("it ended, " + ended.getReason(), ended.getMessage()))
                    .or(
                        () ->
                            Optional.ofNullable(state.getWaiting())
                                .filter(waiting -> !STARTING.contains(waiting.getReason()))
                                .map(each -> words(each.getReason(), each.getMessage()))));
  }

  private static KeeperState onItsWay(Pod pod) {
    Optional<ContainerStateWaiting> waiting = waiting(pod);
    String why = whyWaiting(pod);
    boolean hopeless = waiting.filter(each -> HOPELESS.contains(each.getReason())).isPresent();
    return hopeless ? new Over(pod, why) : new Coming(pod, why);
  }

  private static Optional<ContainerStateWaiting> waiting(Pod pod) {
    return status(pod, KeeperPod.CONTAINER)
        .map(ContainerStatus::getState)
        .map(ContainerState::getWaiting);
  }

  /** Why no script runs in the pod yet, or an empty text. */
  static String whyWaiting(Pod pod) {
    return unscheduled(pod)
        .or(
            () ->
                waiting(pod).map(each -> words(each.getReason(), each.getMessage()) + wayOut(each)))
        .orElse("");
  }

  private static String wayOut(ContainerStateWaiting waiting) {
    return UNPULLED.contains(String.valueOf(waiting.getReason()))
        ? ". Do: look whether the nodes reach its registry; the pull secret has to be among"
            + " imagePullSecrets of the pod of the member or of its service account"
        : "";
  }

  private static Optional<String> unscheduled(Pod pod) {
    return condition(pod, "PodScheduled")
        .filter(each -> "False".equals(each.getStatus()))
        .map(each -> "no node takes it: " + words(each.getReason(), each.getMessage()));
  }

  /** The container with the scripts counts; the one beside it gives its files and no more. */
  private static boolean isReady(Pod pod) {
    return status(pod, KeeperPod.CONTAINER)
        .filter(each -> Boolean.TRUE.equals(each.getReady()))
        .isPresent();
  }

  private static Optional<ContainerStatus> status(Pod pod, String container) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> container.equals(each.getName()))
        .findFirst();
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(each -> type.equals(each.getType()))
        .findFirst();
  }

  /**
   * Whether the process of a keeper that has ended said that all is well. The phase of the pod
   * follows the state of the container after a moment.
   */
  static boolean endedWell(Pod pod) {
    return "Succeeded".equals(pod.getStatus().getPhase())
        || status(pod, KeeperPod.CONTAINER)
            .map(ContainerStatus::getState)
            .map(ContainerState::getTerminated)
            .filter(ended -> Integer.valueOf(0).equals(ended.getExitCode()))
            .isPresent();
  }

  /** Whether no script can run in the keeper any more. */
  static boolean ended(Pod pod) {
    if (pod.getStatus() == null) {
      return false;
    }
    String phase = pod.getStatus().getPhase();
    return "Failed".equals(phase)
        || "Succeeded".equals(phase)
        || status(pod, KeeperPod.CONTAINER)
            .map(ContainerStatus::getState)
            .map(ContainerState::getTerminated)
            .isPresent();
  }

  /** How the pod ended, in the words of its container or of its kubelet. */
  static String status(Pod pod) {
    String said = words(pod.getStatus().getReason(), pod.getStatus().getMessage());
    return status(pod, KeeperPod.CONTAINER)
        .map(ContainerStatus::getState)
        .map(ContainerState::getTerminated)
        .map(ended -> CleanText.line(Objects.requireNonNullElse(ended.getMessage(), ""), LONGEST))
        .filter(last -> !last.isEmpty())
        .orElseGet(() -> said.isEmpty() ? pod.getStatus().getPhase() : said);
  }

  private static String words(@Nullable String reason, @Nullable String message) {
    return CleanText.line(
        String.join(": ", Stream.of(reason, message).filter(Objects::nonNull).toList()), LONGEST);
  }

  private static String label(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getLabels())
        .map(labels -> labels.get(Marks.KEEPER))
        .orElse("");
  }

  private static String annotation(Pod pod) {
    return Optional.ofNullable(pod.getMetadata().getAnnotations())
        .map(all -> all.get(Marks.IMAGES))
        .orElse("");
  }
}
