package io.quorate.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How often the containers of pods had been started again at earlier looks. */
final class RestartMemory {
  /** A restart longer ago says nothing of the present run. */
  private static final Duration LATELY = Duration.ofMinutes(2);

  private final Map<String, Seen> byPod = new ConcurrentHashMap<>();

  private record Seen(String uid, int restarts, Instant grewAt) {}

  /** Whether the container of this pod was started again lately, while somebody looked. */
  boolean grewLately(EtcdPod pod, Instant now) {
    Seen seen =
        byPod.merge(
            pod.name(),
            new Seen(pod.uid(), pod.restarts(), Instant.MIN),
            (before, first) ->
                !before.uid().equals(pod.uid())
                    ? first
                    : pod.restarts() > before.restarts()
                        ? new Seen(pod.uid(), pod.restarts(), now)
                        : before);
    return seen.grewAt().isAfter(now.minus(LATELY));
  }
}
