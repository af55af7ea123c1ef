package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.worker.Main;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A worker with a heap of 2 GiB, of which metrics, processor time and memory are read. */
final class HourWorker implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final String verb;
  private final Path configuration;
  private final int metricsPort;
  private final HttpClient http = HttpClient.newHttpClient();
  private Optional<Process> process = Optional.empty();
  private Duration before = Duration.ZERO;

  HourWorker(String verb, Path configuration, int metricsPort) {
    this.verb = verb;
    this.configuration = configuration;
    this.metricsPort = metricsPort;
  }

  void start() throws IOException {
    process =
        Optional.of(
            new ProcessBuilder(
                    List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx2g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        verb,
                        "--config",
                        configuration.toString()))
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(
                    ProcessBuilder.Redirect.appendTo(
                        configuration.resolveSibling(verb + ".log").toFile()))
                .start());
    before = Duration.ZERO;
  }

  void kill() throws InterruptedException {
    process.orElseThrow().destroyForcibly().waitFor();
    process = Optional.empty();
  }

  /** Number of clusters that the worker watches; 0 before the worker serves metrics. */
  int watched() {
    return (int) metric("quorate_watch_clusters").orElse(0.0).doubleValue();
  }

  /** Age of the oldest pulse in seconds; 0 where it does not tell. */
  double oldestLook() {
    return metric("quorate_watch_oldest_look_seconds").orElse(0.0);
  }

  /** Milliseconds until the gateway has answered with the whole list. */
  long answerMillis(String path) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + path))
            .timeout(LIMIT)
            .build();
    int status = http.send(request, BodyHandlers.ofString()).statusCode();
    if (status != 200) {
      throw new IOException(path + ": " + status);
    }
    return Duration.ofNanos(System.nanoTime() - begun).toMillis();
  }

  /** Live objects in KiB, after a collection of all garbage. */
  long liveKibibytes() throws IOException, InterruptedException {
    return Command.of(
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
            Long.toString(process.orElseThrow().pid()),
            "GC.class_histogram")
        .run(Duration.ofMinutes(1))
        .output()
        .lines()
        .filter(line -> line.startsWith("Total"))
        .mapToLong(line -> Long.parseLong(line.trim().split("\\s+")[2]) / 1_024)
        .sum();
  }

  private Optional<Double> metric(String name) {
    return Optional.ofNullable(metrics().get(name));
  }

  private Map<String, Double> metrics() {
    if (process.isEmpty()) {
      return Map.of();
    }
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + "/metrics"))
            .timeout(LIMIT)
            .build();
    try {
      return http.send(request, BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith("quorate_watch") && !line.contains("{"))
          .map(line -> line.split(" "))
          .collect(Collectors.toMap(words -> words[0], words -> Double.parseDouble(words[1])));
    } catch (IOException notYet) {
      return Map.of();
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return Map.of();
    }
  }

  /** Processor time since the last question, in seconds, and the memory it has in MiB. */
  @Override
  public String toString() {
    if (process.isEmpty()) {
      return verb + " is away";
    }
    Duration now = process.get().info().totalCpuDuration().orElse(Duration.ZERO);
    double spent = now.minus(before).toMillis() / 1_000.0;
    before = now;
    return String.format(
        Locale.ROOT,
        "%s: %s clusters, processor %.1f s, resident %s MiB",
        verb,
        watched(),
        spent,
        resident() / 1_024);
  }

  private long resident() {
    try {
      return Files.readAllLines(Path.of("/proc/" + process.orElseThrow().pid() + "/status"))
          .stream()
          .filter(line -> line.startsWith("VmRSS"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException ended) {
      return 0;
    }
  }

  @Override
  public void close() throws InterruptedException {
    if (process.isPresent()) {
      kill();
    }
  }
}
