package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.kubernetes.SetCheck.Finding;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A trial of the image of keepers: a pod of it, with the rights of a member and without its data,
 * which ends once it has looked for the programs that scripts call. The pod is deleted at the end.
 *
 * @param patience with a pod that has yet to start, as while its image is pulled
 */
record KeeperTrial(KubernetesClient client, Duration patience) {
  /** How long the pod of another check may take to go; the image is not tried after that. */
  private static final Duration GOING = Duration.ofSeconds(5);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  /**
   * Why no scripts could run in a keeper of this order; empty where they could. That nobody tried
   * is a warning.
   */
  Optional<Finding> trouble(KeeperOrder order) {
    Pod pod = KeeperPod.trial(order);
    ApiRequests requests = new ApiRequests(client);
    long deadline = System.nanoTime() + GOING.toNanos();
    while (requests.create(pod).isEmpty()) {
      // A check that was killed left it, or the one of the last check is still going.
      seen(pod)
          .filter(left -> left.getMetadata().getDeletionTimestamp() == null)
          .ifPresent(requests::delete);
      if (System.nanoTime() - deadline > 0) {
        return Optional.of(new Finding(false, untried(pod)));
      }
      pause();
    }
    try {
      return outcome(pod).map(why -> new Finding(true, why));
    } finally {
      seen(pod).ifPresent(requests::delete);
    }
  }

  private static String untried(Pod left) {
    return "whether scripts can run in it was not tried: the pod %s of another check is still there after %d s. Do: check again once that pod is gone (kubectl get pod %s -n %s)"
        .formatted(
            left.getMetadata().getName(),
            GOING.toSeconds(),
            left.getMetadata().getName(),
            left.getMetadata().getNamespace());
  }

  private Optional<String> outcome(Pod pod) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<Pod> seen = seen(pod);
      if (seen.isEmpty()) {
        return Optional.of("somebody deleted the pod in which its image was tried");
      }
      if (KeeperState.ended(seen.get())) {
        return KeeperState.endedWell(seen.get())
            ? Optional.empty()
            : Optional.of("no script can run in it: " + KeeperState.status(seen.get()));
      }
      if (System.nanoTime() - deadline > 0) {
        String why = KeeperState.whyWaiting(seen.get());
        return Optional.of(
            "it has not started within %d s%s"
                .formatted(patience.toSeconds(), why.isEmpty() ? "" : ": " + why));
      }
      pause();
    }
  }

  private static void pause() {
    LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new Failure.Transient("Quorate was interrupted");
    }
  }

  private Optional<Pod> seen(Pod pod) {
    return ApiCall.read(ApiRequests.name(pod))
        .makeIfThere(
            () ->
                client
                    .pods()
                    .inNamespace(pod.getMetadata().getNamespace())
                    .withName(pod.getMetadata().getName())
                    .get());
  }
}
