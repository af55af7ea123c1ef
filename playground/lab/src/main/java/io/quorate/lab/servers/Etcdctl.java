package io.quorate.lab.servers;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The etcdctl program with the environment by which it gets access.
 *
 * @param environment the whole environment: settings of the caller must not change the target
 */
public record Etcdctl(Path program, Map<String, String> environment) {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /**
   * Runs etcdctl against some members.
   *
   * @param endpoints client URLs, separated by commas
   * @throws IOException when etcdctl cannot be started, or did not end within 30 s
   */
  public Command.Finished run(String endpoints, String... words)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(program.toString(), "--endpoints", endpoints));
    all.addAll(List.of(words));
    return Command.of(all).withOnly(environment).run(LIMIT);
  }

  /**
   * Returns whether a member answers a linearizable read, which takes a quorum and a caught-up
   * applied index.
   *
   * <p>The page /health is not used: up to etcd 3.4.28 a request to it writes into the Raft log.
   */
  boolean canRead(String endpoint) throws InterruptedException {
    try {
      var read =
          run(endpoint, "--dial-timeout=2s", "--command-timeout=2s", "get", "/_", "--keys-only");
      // etcd checks permissions only after the read went through the quorum.
      return read.succeeded()
          || read.output().contains("permission denied")
          || read.output().contains("user name is empty");
    } catch (IOException didNotEnd) {
      return false;
    }
  }
}
