package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Makes keepers and takes them away. Both may be repeated at any point: a keeper that is as it is
 * ordered is taken over, and one that is gone is gone.
 */
final class Keepers {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
  private static final int LONGEST = 400;

  private final KubernetesClient client;
  private final ApiRequests requests;
  private final Duration patience;

  /**
   * Makes nothing yet.
   *
   * @param patience with a pod that comes or goes
   */
  Keepers(KubernetesClient client, Duration patience) {
    this.client = client;
    this.requests = new ApiRequests(client);
    this.patience = patience;
  }

  /** Asks the API server whether the keeper would be admitted, and makes nothing. */
  void tryOut(KeeperOrder order) {
    requests.tryToCreate(KeeperPod.of(order));
  }

  /**
   * Makes the keeper, and waits until scripts can run in it.
   *
   * @throws Failure.Refused where its name is taken, or the API server never admits it
   * @throws Failure.NotYet where it does not become ready; the sentence says why
   */
  PodHost ready(KeeperOrder order) {
    return ready(order, patience);
  }

  /** As above, with a patience of its own. */
  PodHost ready(KeeperOrder order, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean made = false;
    while (true) {
      KeeperState state = KeeperState.of(order, seen(order, deadline));
      switch (state) {
        case KeeperState.Ready ready -> {
          return new PodHost(new PodPrograms(client), order.place(), name(order, ready.pod()));
        }
        case KeeperState.Missing missing -> {
          if (made && System.nanoTime() - deadline > 0) {
            throw new Failure.NotYet(
                "%s was deleted again and again for %d s; find out who deletes it"
                    .formatted(order.words(), patience.toSeconds()));
          }
          made |= created(order, deadline);
        }
        case KeeperState.Over over -> {
          // One that is found may have ended by its own time limit long ago.
          requests.delete(over.pod());
          if (made) {
            throw new Failure.Refused(order.words() + " does not start: " + over.why());
          }
        }
        case KeeperState.Foreign foreign ->
            throw new Failure.Refused(order.words() + " was not made: " + foreign.why());
        case KeeperState.Coming coming -> {
          if (System.nanoTime() - deadline > 0) {
            throw unready(order, patience, coming.pod(), coming.why());
          }
        }
        case KeeperState.Leaving leaving -> {
          if (System.nanoTime() - deadline > 0) {
            throw stillThere(order, patience, leaving.pod());
          }
        }
      }
      pause(order);
    }
  }

  /**
   * Deletes the keeper, and waits until it is seen gone: its processes have ended then.
   *
   * @throws Failure.Refused where the pod of its name is another one
   * @throws Failure.NotYet where it does not go
   */
  void remove(KeeperOrder order) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      KeeperState state = KeeperState.of(order, seen(order, deadline));
      switch (state) {
        case KeeperState.Missing missing -> {
          return;
        }
        case KeeperState.Ready ready -> requests.delete(ready.pod());
        case KeeperState.Coming coming -> requests.delete(coming.pod());
        case KeeperState.Over over -> requests.delete(over.pod());
        case KeeperState.Foreign foreign ->
            throw new Failure.Refused(order.words() + " was not deleted: " + foreign.why());
        case KeeperState.Leaving leaving -> {
          if (System.nanoTime() - deadline > 0) {
            throw stillThere(order, patience, leaving.pod());
          }
        }
      }
      pause(order);
    }
  }

  /** Why etcd's tools cannot be taken from the keeper; empty while that container starts. */
  Optional<String> troubleOfDonor(KeeperOrder order) {
    return Optional.ofNullable(seen(order, System.nanoTime())).flatMap(KeeperState::troubleOfDonor);
  }

  /** A read may be sent again: it waits as long as a busy API server asks, until the deadline. */
  private @Nullable Pod seen(KeeperOrder order, long deadline) {
    while (true) {
      try {
        return ApiCall.read(order.words())
            .make(() -> client.pods().inNamespace(order.namespace()).withName(order.name()).get());
      } catch (Failure.Transient busy) {
        awaitTurn(order, busy, deadline);
      }
    }
  }

  /** Creates the pod once. Where the API server was too busy for it, the caller looks again. */
  private boolean created(KeeperOrder order, long deadline) {
    try {
      return requests.create(KeeperPod.of(order)).isPresent();
    } catch (Failure.Transient busy) {
      awaitTurn(order, busy, deadline);
      return false;
    }
  }

  /** Waits as long as the API server asks to be left alone; throws where that is too long. */
  private static void awaitTurn(KeeperOrder order, Failure.Transient busy, long deadline) {
    long wait = busy.after().toNanos();
    if (wait == 0 || System.nanoTime() + wait - deadline > 0) {
      throw busy;
    }
    pause(order, busy.after());
  }

  private Failure unready(KeeperOrder order, Duration patience, Pod pod, String why) {
    String reason = why.isEmpty() || why.startsWith("ContainerCreating") ? event(pod) : why;
    return new Failure.NotYet(
        "%s is not ready after %d s%s"
            .formatted(order.words(), patience.toSeconds(), reason.isEmpty() ? "" : ": " + reason));
  }

  private Failure stillThere(KeeperOrder order, Duration patience, Pod pod) {
    return new Failure.NotYet(
        "%s is still there %d s after it was deleted; look at its node. If that machine is off, and only then, state it: %s"
            .formatted(
                order.words(),
                patience.toSeconds(),
                PodRelease.outOfService(String.valueOf(pod.getSpec().getNodeName()))));
  }

  /** The last warning about a pod: why a volume cannot be mounted is told nowhere else. */
  private String event(Pod pod) {
    try {
      return ApiCall.read("the events of " + ApiRequests.name(pod))
          .make(
              () ->
                  client
                      .v1()
                      .events()
                      .inNamespace(pod.getMetadata().getNamespace())
                      .withField("involvedObject.uid", pod.getMetadata().getUid())
                      .withField("type", "Warning")
                      .list()
                      .getItems())
          .stream()
          .reduce((before, last) -> last)
          .map(Event::getMessage)
          .map(text -> CleanText.line(text, LONGEST))
          .orElse("");
    } catch (Failure unread) {
      return "";
    }
  }

  private static String name(KeeperOrder order, Pod pod) {
    return Optional.ofNullable(pod.getSpec().getNodeName())
        .map(node -> order.words() + " on " + node)
        .orElse(order.words());
  }

  private static void pause(KeeperOrder order) {
    pause(order, LOOK_AGAIN);
  }

  private static void pause(KeeperOrder order, Duration time) {
    LockSupport.parkNanos(time.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new Failure.Transient("Quorate was interrupted while it waited for " + order.words());
    }
  }
}
