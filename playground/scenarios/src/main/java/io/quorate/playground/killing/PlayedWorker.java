package io.quorate.playground.killing;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.worker.Serving;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The playground's worker, a process of its own: the product's worker, with traps around its ports.
 * The process exits at the end of its standard input, so that it never outlives the playground.
 */
public final class PlayedWorker {
  private final PrintStream words;
  private final Trap trap;

  private PlayedWorker(PrintStream words) {
    this.words = words;
    this.trap = new Trap(words::println);
  }

  /**
   * Runs the worker. The arguments are the configuration and the points where it is to be killed.
   */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Configuration configuration =
        ConfigurationFile.load(Optional.of(Path.of(arguments[0])), Environment.here());
    var worker = new PlayedWorker(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    worker.stopAt(List.of(arguments).subList(1, arguments.length));
    Thread.ofPlatform().daemon().name("end").start(worker::listen);
    worker.work(configuration);
  }

  private void listen() {
    try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        obey(line);
      }
    } catch (IOException closed) {
      // A broken input is treated as its end.
    }
    Runtime.getRuntime().halt(0);
  }

  private void obey(String line) {
    if (line.startsWith(WorkerWords.STOP_AT)) {
      stopAt(List.of(line.substring(WorkerWords.STOP_AT.length()).split(" ")));
    } else if (line.equals(WorkerWords.GO_ON)) {
      trap.open();
    }
  }

  private void stopAt(List<String> points) {
    trap.set(points.stream().map(KillPoint::parse).toList());
  }

  private void work(Configuration configuration) throws InterruptedException {
    try (Serving serving = new Serving(configuration, trap)) {
      serving.work();
      words.println(WorkerWords.POLLS);
      Thread.currentThread().join();
    }
  }
}
