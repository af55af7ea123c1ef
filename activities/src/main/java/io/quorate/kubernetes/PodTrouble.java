package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.quorate.cluster.CleanText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reasons for which a pod has no container of etcd that stays, in the words of the scheduler and of
 * the kubelet.
 */
final class PodTrouble {
  private static final int LONGEST = 300;

  /** A run that was shorter than this did not serve for long. */
  private static final Duration SHORT_RUN = Duration.ofMinutes(2);

  private PodTrouble() {}

  /** Why no node was found for it: {@code Unschedulable: 0/2 nodes are available}. */
  static Optional<String> ofScheduling(EtcdPod pod) {
    return pod.condition("PodScheduled")
        .filter(condition -> "False".equals(condition.getStatus()))
        .map(PodTrouble::words);
  }

  private static String words(PodCondition condition) {
    return reason(condition.getReason(), condition.getMessage());
  }

  /** Why its container waits: {@code ImagePullBackOff: Back-off pulling image}. */
  static String ofWaiting(ContainerStateWaiting waiting) {
    return reason(waiting.getReason(), waiting.getMessage());
  }

  /** How a container ended: {@code exit code 137 (OOMKilled)}. */
  static String ofEnd(ContainerStateTerminated terminated) {
    String reason = Objects.requireNonNullElse(terminated.getReason(), "");
    return "exit code %d%s at %s"
        .formatted(
            Objects.requireNonNullElse(terminated.getExitCode(), -1),
            reason.isEmpty() ? "" : " (" + CleanText.line(reason, LONGEST) + ")",
            CleanText.line(String.valueOf(terminated.getFinishedAt()), LONGEST));
  }

  /** How the run before the present one ended. */
  static Optional<ContainerStateTerminated> lastEnd(EtcdPod pod) {
    return pod.status().map(ContainerStatus::getLastState).map(ContainerState::getTerminated);
  }

  /** An init container that has not ended yet, in words. */
  static Optional<String> ofInit(EtcdPod pod) {
    return pod.pod().getStatus() == null
        ? Optional.empty()
        : pod.pod().getStatus().getInitContainerStatuses().stream()
            .filter(one -> one.getState() != null && one.getState().getTerminated() == null)
            .findFirst()
            .map(
                one ->
                    "its init container "
                        + one.getName()
                        + Optional.ofNullable(one.getState().getWaiting())
                            .map(waiting -> " waits: " + ofWaiting(waiting))
                            .orElse(" runs"));
  }

  /** Whether the run before the present one ended after a short time, and this one is as young. */
  static boolean keepsEnding(EtcdPod pod, Instant now) {
    Optional<Boolean> shortBefore =
        lastEnd(pod).flatMap(end -> between(end.getStartedAt(), end.getFinishedAt()));
    Optional<Boolean> youngNow =
        pod.running().flatMap(run -> between(run.getStartedAt(), now.toString()));
    return pod.restarts() > 1 && shortBefore.orElse(false) && youngNow.orElse(false);
  }

  private static Optional<Boolean> between(@Nullable String from, @Nullable String to) {
    if (from == null || to == null) {
      return Optional.empty();
    }
    try {
      Duration time = Duration.between(Instant.parse(from), Instant.parse(to));
      return Optional.of(time.compareTo(SHORT_RUN) < 0);
    } catch (DateTimeException strange) {
      return Optional.empty();
    }
  }

  private static String reason(@Nullable String reason, @Nullable String message) {
    String word = CleanText.line(Objects.requireNonNullElse(reason, "no reason given"), LONGEST);
    String text = CleanText.line(Objects.requireNonNullElse(message, ""), LONGEST);
    return text.isEmpty() ? word : word + ": " + text;
  }
}
