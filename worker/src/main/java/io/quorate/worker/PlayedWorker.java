package io.quorate.worker;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Surroundings;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.Trap;
import io.quorate.playground.killing.WorkerWords;
import io.quorate.port.ClusterPorts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The playground's worker, a process of its own. The product's own worker between the ports that
 * the playground decorates; it ends when its standard input does, so that it never stays behind.
 */
public final class PlayedWorker {
  private final PrintStream words;

  private PlayedWorker(PrintStream words) {
    this.words = words;
  }

  /** The arguments: the configuration and, if it is to be killed, where. */
  public static void main(String[] arguments) throws InterruptedException, IOException {
    Configuration configuration =
        ConfigurationFile.load(Optional.of(Path.of(arguments[0])), Surroundings.here());
    var worker = new PlayedWorker(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    Optional<KillPoint> point =
        arguments.length > 1 ? Optional.of(KillPoint.parse(arguments[1])) : Optional.empty();
    Thread.ofPlatform().daemon().name("end").start(PlayedWorker::endWithParent);
    worker.work(configuration, point);
  }

  private static void endWithParent() {
    try {
      while (System.in.read() >= 0) {
        continue;
      }
    } catch (IOException closed) {
      // The same as its end.
    }
    Runtime.getRuntime().halt(0);
  }

  private void work(Configuration configuration, Optional<KillPoint> point)
      throws InterruptedException {
    UnaryOperator<ClusterPorts> decorated =
        point
            .<UnaryOperator<ClusterPorts>>map(
                at -> new Trap(at, () -> words.println(WorkerWords.TRAPPED)))
            .orElse(UnaryOperator.identity());
    try (Serving serving = new Serving(configuration, decorated)) {
      serving.work();
      words.println(WorkerWords.POLLS);
      Thread.currentThread().join();
    }
  }
}
