package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.quorate.port.Failure;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Starts programs in containers of pods. */
record PodPrograms(KubernetesClient client) {
  private static final Duration OPEN = Duration.ofSeconds(10);

  /** A longer request is refused by what stands before many API servers. */
  private static final int LONGEST = 100 * 1024;

  /**
   * Starts a program. Its status comes over the channel.
   *
   * @param command the program with its arguments
   * @param deadline of {@link System#nanoTime()}
   * @throws Failure.Transient where nothing was started
   * @throws Failure.Refused where the right to start programs is missing
   */
  PodChannel start(PodPlace place, List<String> command, PodOutputs outputs, long deadline) {
    URI uri = uri(place, command);
    var channel = new PodChannel(outputs, client.getHttpClient()::isClosed, deadline);
    CompletableFuture<WebSocket> opening =
        call(place)
            .make(
                () ->
                    client
                        .getHttpClient()
                        .newWebSocketBuilder()
                        .subprotocol(PodChannel.PROTOCOL)
                        .uri(uri)
                        .connectTimeout(OPEN.toMillis(), TimeUnit.MILLISECONDS)
                        .buildAsync(channel))
            // One that opens after nobody waits any more is closed at once.
            .whenComplete(
                (socket, failed) -> {
                  if (socket != null && System.nanoTime() - deadline > 0) {
                    channel.close();
                  }
                });
    try {
      long left = Math.min(OPEN.toNanos(), Math.max(0, deadline - System.nanoTime()));
      opening.get(left, TimeUnit.NANOSECONDS);
      return channel;
    } catch (ExecutionException e) {
      throw unopened(place, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      opening.cancel(true);
      throw call(place).unanswered("the API server did not open the way to it in time", e);
    } catch (InterruptedException e) {
      opening.cancel(true);
      Thread.currentThread().interrupt();
      throw new Failure.Transient(call(place).notDone() + ": Quorate was interrupted", e);
    }
  }

  private URI uri(PodPlace place, List<String> command) {
    var query = new StringBuilder("?stdin=true&stdout=true&stderr=true");
    query.append("&container=").append(encoded(place.container()));
    command.forEach(word -> query.append("&command=").append(encoded(word)));
    if (query.length() > LONGEST || query.indexOf("%00") >= 0) {
      throw new Failure.Fault("the arguments of a script do not fit into a request");
    }
    String server = client.getMasterUrl().toString().replaceAll("/+$", "");
    return URI.create(server + place.path() + "/exec" + query);
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static ApiCall call(PodPlace place) {
    return new ApiCall(
        "nothing was done: no program was started in " + place.name(), Optional.empty());
  }

  /** The failure of a way that was not opened. Its answer has no words, so the pod is asked. */
  private Failure unopened(PodPlace place, Throwable e) {
    if (e instanceof IllegalStateException closed && ApiFailures.isOfClosedClient(closed)) {
      return ApiFailures.closed();
    }
    if (!(e instanceof WebSocketHandshakeException refused)) {
      return ApiSilence.failure(call(place), e);
    }
    int code = refused.getResponse().code();
    return switch (code) {
      case 401 -> new Failure.Fault(call(place).notDone() + ": " + ApiFailures.NOT_ACCEPTED, e);
      case 403 ->
          new Failure.Refused(
              "%s: Quorate has no right to; grant it in a Role of %s: apiGroups [\"\"], resources"
                      .formatted(call(place).notDone(), place.namespace())
                  + " [\"pods/exec\"], verbs [\"get\", \"create\"]",
              e);
      default -> unfit(place, code, e);
    };
  }

  private Failure unfit(PodPlace place, int code, Throwable e) {
    @Nullable Pod pod =
        ApiCall.read(place.name())
            .makeIfThere(
                () -> client.pods().inNamespace(place.namespace()).withName(place.pod()).get())
            .orElse(null);
    String why = obstacle(pod, place.container());
    return why.isEmpty()
        ? new Failure.Unreached(
            "%s: the kubelet of its node was not reached, or refused (%d)"
                .formatted(call(place).notDone(), code),
            e)
        : new Failure.Transient(call(place).notDone() + ": " + why, e);
  }

  /** Why no program can be started in a container; empty where the pod gives no reason. */
  static String obstacle(@Nullable Pod pod, String container) {
    if (pod == null) {
      return "the pod is not there";
    }
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return "the pod is being deleted";
    }
    if (pod.getSpec().getContainers().stream().noneMatch(c -> c.getName().equals(container))) {
      return "the pod has no container " + container;
    }
    return pod.getStatus().getContainerStatuses().stream()
        .filter(each -> each.getName().equals(container))
        .map(ContainerStatus::getState)
        .findFirst()
        .map(PodPrograms::obstacle)
        .orElse("its container " + container + " was not started yet");
  }

  private static String obstacle(ContainerState state) {
    if (state.getRunning() != null) {
      return "";
    }
    return state.getTerminated() == null
        ? "its container does not run yet"
        : "its container has ended with " + state.getTerminated().getExitCode();
  }
}
