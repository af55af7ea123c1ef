package io.quorate.lab.tools;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The archive that the tool's makers publish, if its SHA-256 is known. Without a network the
 * download fails within seconds; it never takes longer than {@link #TOTAL_LIMIT}.
 */
record OfficialArchive(
    List<KnownArchive> known, String platform, Consumer<String> progress, Duration answerLimit)
    implements ToolMaker {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

  /**
   * Limit for the first answer. Covers what the connect limit does not: name servers and proxies
   * that never answer.
   */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private static final Duration TOTAL_LIMIT = Duration.ofMinutes(5);
  private static final Duration UNPACK_LIMIT = Duration.ofMinutes(1);

  OfficialArchive(List<KnownArchive> known, String platform, Consumer<String> progress) {
    this(known, platform, progress, ANSWER_LIMIT);
  }

  /** Returns this source with another limit for the first answer. */
  OfficialArchive within(Duration limit) {
    return new OfficialArchive(known, platform, progress, limit);
  }

  @Override
  public String way() {
    return "the official archive";
  }

  @Override
  public void make(Tool tool, Path scratch, Path folder)
      throws NotHere, IOException, InterruptedException {
    KnownArchive archive =
        known.stream()
            .filter(one -> one.isOf(tool, platform))
            .findFirst()
            .orElseThrow(() -> new NotHere(unknown(tool)));
    Path file = scratch.resolve("archive.tar.gz");
    progress.accept(tool + ": downloading " + archive.address());
    download(archive.address(), file);
    archive.check(file);
    unpack(tool, file, folder);
  }

  private String unknown(Tool tool) {
    return "no checksum is kept for the official archive of " + tool + " for " + platform;
  }

  private void download(URI address, Path file) throws NotHere, IOException, InterruptedException {
    var client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_LIMIT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    var answered = new CountDownLatch(1);
    CompletableFuture<HttpResponse<Path>> answer =
        client.sendAsync(
            HttpRequest.newBuilder(address).build(),
            headers -> {
              answered.countDown();
              return BodyHandlers.ofFile(file).apply(headers);
            });
    // Also counts down when the request fails before any answer.
    var settled = answer.whenComplete((response, failure) -> answered.countDown());
    try {
      if (!answered.await(answerLimit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new NotHere(
            address.getHost() + " did not answer within " + Await.seconds(answerLimit));
      }
      int status = settled.get(TOTAL_LIMIT.toNanos(), TimeUnit.NANOSECONDS).statusCode();
      if (status != 200) {
        throw new NotHere(address + " answered " + status);
      }
    } catch (TimeoutException spent) {
      throw new NotHere(address + " took longer than " + Await.seconds(TOTAL_LIMIT));
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

  private static void unpack(Tool tool, Path file, Path folder)
      throws NotHere, IOException, InterruptedException {
    Path unpacked = Files.createDirectory(file.resolveSibling("unpacked"));
    var tar =
        Command.of("tar", "-xzf", file.toString(), "-C", unpacked.toString()).run(UNPACK_LIMIT);
    if (!tar.succeeded()) {
      throw new NotHere("tar: " + tar.lastLine());
    }
    Programs.move(tool, unpacked, folder);
  }
}
