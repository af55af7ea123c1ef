package io.quorate.playground.operated;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.playground.product.ProductClasses;
import io.quorate.worker.Main;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The product as {@code ./quorate} starts it, in a process of its own.
 *
 * @param through the program that starts it, with its arguments; none where it is started directly
 */
public record ChildJvm(List<String> through, Path configuration) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** The product, started directly. */
  public ChildJvm(Path configuration) {
    this(List.of(), configuration);
  }

  /** How a verb ended, and what it said where. */
  public record Ended(int exitCode, String out, String err) {
    /**
     * Returns this where the verb did what it was asked for.
     *
     * @throws IllegalStateException with what it said, where it did not
     */
    public Ended good() {
      if (exitCode != 0) {
        throw new IllegalStateException("exit code " + exitCode + ": " + said());
      }
      return this;
    }

    /** Returns all that it said. */
    public String said() {
      return out + err;
    }
  }

  /**
   * Runs a verb to its end.
   *
   * @throws IOException when it cannot be started, or did not end within a minute
   */
  public Ended run(String... words) throws IOException, InterruptedException {
    Path out = Files.createTempFile("quorate", ".out");
    Path err = Files.createTempFile("quorate", ".err");
    try {
      Process process =
          builder(words).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      try {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          throw new IOException(String.join(" ", words) + " did not end");
        }
      } finally {
        process.destroyForcibly();
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  /**
   * Runs a verb that prints line after line, and ends it as soon as one of them is enough.
   *
   * @return how it ended by itself; empty where a line was enough
   * @throws NotInTimeException when it goes on past the limit, and no line was enough
   */
  public Optional<Ended> until(Duration limit, Predicate<String> enough, String... words)
      throws IOException, InterruptedException {
    Path err = Files.createTempFile("quorate", ".err");
    Process process = builder(words).redirectError(err.toFile()).start();
    var late = new AtomicBoolean();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      Executor after = CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS);
      CompletableFuture<Void> watch =
          CompletableFuture.runAsync(
              () -> {
                late.set(true);
                process.destroyForcibly();
              },
              after);
      try {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (enough.test(line)) {
            return Optional.empty();
          }
        }
      } finally {
        watch.cancel(false);
      }
      if (late.get()) {
        throw new NotInTimeException(
            String.join(" ", words) + " was followed for " + Await.seconds(limit));
      }
      return Optional.of(new Ended(process.waitFor(), "", Files.readString(err)));
    } finally {
      process.destroyForcibly().waitFor();
      Files.deleteIfExists(err);
    }
  }

  /** Starts a verb that stays. */
  public Process start(Path log, String... words) throws IOException {
    return builder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private ProcessBuilder builder(String... words) {
    List<String> all = new ArrayList<>(through);
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    all.add("-Dfile.encoding=" + StandardCharsets.UTF_8);
    all.addAll(ProductClasses.here().options());
    all.add(Main.class.getName());
    all.addAll(List.of(words));
    all.addAll(List.of("--config", configuration.toString()));
    return new ProcessBuilder(all).redirectInput(new File("/dev/null"));
  }
}
