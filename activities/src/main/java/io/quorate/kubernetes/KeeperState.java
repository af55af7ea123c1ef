package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
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

  /** The pod is no keeper of this operation; why the pod must be left alone. */
  record Foreign(String why) implements KeeperState {}

  int LONGEST = 400;

  /** Reasons for which a container is never started, however long one waits. */
  Set<String> HOPELESS = Set.of("InvalidImageName", "ErrImageNeverPull");

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
    String operation = annotation(pod);
    if (!order.operation().equals(operation)) {
      return new Foreign(
          "it serves the operation %s; once that is over, delete it: kubectl -n %s delete pod %s"
              .formatted(operation, order.namespace(), order.name()));
    }
    return isReady(pod) ? new Ready(pod) : onItsWay(pod);
  }

  private static KeeperState onItsWay(Pod pod) {
    Optional<ContainerStateWaiting> waiting =
        pod.getStatus().getContainerStatuses().stream()
            .map(ContainerStatus::getState)
            .filter(Objects::nonNull)
            .map(ContainerState::getWaiting)
            .filter(Objects::nonNull)
            .findFirst();
    String why =
        unscheduled(pod)
            .or(() -> waiting.map(each -> words(each.getReason(), each.getMessage())))
            .orElse("");
    boolean hopeless = waiting.filter(each -> HOPELESS.contains(each.getReason())).isPresent();
    return hopeless ? new Over(pod, why) : new Coming(pod, why);
  }

  private static Optional<String> unscheduled(Pod pod) {
    return condition(pod, "PodScheduled")
        .filter(each -> "False".equals(each.getStatus()))
        .map(each -> "no node takes it: " + words(each.getReason(), each.getMessage()));
  }

  private static boolean isReady(Pod pod) {
    return condition(pod, "Ready").filter(each -> "True".equals(each.getStatus())).isPresent();
  }

  private static Optional<PodCondition> condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(each -> type.equals(each.getType()))
        .findFirst();
  }

  private static boolean ended(Pod pod) {
    String phase = pod.getStatus().getPhase();
    return "Failed".equals(phase) || "Succeeded".equals(phase);
  }

  private static String status(Pod pod) {
    String said = words(pod.getStatus().getReason(), pod.getStatus().getMessage());
    return said.isEmpty() ? pod.getStatus().getPhase() : said;
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
        .map(all -> all.get(Marks.OPERATION))
        .orElse("");
  }
}
