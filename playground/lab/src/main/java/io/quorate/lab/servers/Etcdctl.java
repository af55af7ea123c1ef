package io.quorate.lab.servers;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * etcdctl, with what it needs to be let in.
 *
 * @param environment all that it gets: a setting of whoever runs us must not point it elsewhere
 */
public record Etcdctl(Path program, Map<String, String> environment) {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /**
   * Runs it against some members.
   *
   * @param endpoints client URLs, separated by commas
   * @throws IOException when it cannot be started, or did not end within 30 s
   */
  public Command.Finished run(String endpoints, String... words)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(program.toString(), "--endpoints", endpoints));
    all.addAll(List.of(words));
    return Command.of(all).withOnly(environment).run(LIMIT);
  }

  /**
   * True if a member answers a linearizable read, which takes a quorum and its own applied log.
   *
   * <p>Not asked over HTTP: up to 3.4.28 a look at /health writes into the log of raft.
   */
  boolean canRead(String endpoint) throws InterruptedException {
    try {
      var read =
          run(endpoint, "--dial-timeout=2s", "--command-timeout=2s", "get", "/_", "--keys-only");
      // Who may read is looked up only after the read went through the quorum.
      return read.succeeded()
          || read.output().contains("permission denied")
          || read.output().contains("user name is empty");
    } catch (IOException didNotEnd) {
      return false;
    }
  }
}
