package io.quorate.lab.tools;

import io.quorate.lab.machine.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Downloads. Without a network they fail within seconds.
 *
 * @param answer limit for the first answer. Covers what the limit for the connection does not: name
 *     servers and proxies that never answer
 * @param whole limit for all of it
 */
record Download(Duration answer, Duration whole) {

  static final Download USUAL = new Download(Duration.ofSeconds(10), Duration.ofMinutes(5));

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

  /**
   * Writes what is at an address into a file.
   *
   * @throws NotHere when the host does not answer in time, or with anything but the file
   */
  void file(URI address, Path file) throws NotHere, InterruptedException {
    var client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_LIMIT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    var answered = new CountDownLatch(1);
    CompletableFuture<HttpResponse<Path>> response =
        client.sendAsync(
            HttpRequest.newBuilder(address).build(),
            headers -> {
              answered.countDown();
              return BodyHandlers.ofFile(file).apply(headers);
            });
    // Also counts down when the request fails before any answer.
    var settled = response.whenComplete((got, failure) -> answered.countDown());
    try {
      if (!answered.await(answer.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new NotHere(address.getHost() + " did not answer within " + Await.seconds(answer));
      }
      int status = settled.get(whole.toNanos(), TimeUnit.NANOSECONDS).statusCode();
      if (status != 200) {
        throw new NotHere(address + " answered " + status);
      }
    } catch (TimeoutException spent) {
      throw new NotHere(address + " took longer than " + Await.seconds(whole));
    } catch (ExecutionException failure) {
      throw new NotHere(address.getHost() + " cannot be reached: " + reason(failure));
    } finally {
      client.shutdownNow();
    }
  }

  /**
   * Returns the cause's message, or its class: many exceptions of the HTTP client have no message.
   */
  private static String reason(ExecutionException failure) {
    var cause = failure.getCause() == null ? failure : failure.getCause();
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
