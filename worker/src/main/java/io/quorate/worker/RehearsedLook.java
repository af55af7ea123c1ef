package io.quorate.worker;

import io.quorate.worker.platform.Platforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The verb {@code clusters} with a cluster on hosts and a cluster in Kubernetes that are not there,
 * so that the JVM can write the classes of a look into an archive
 * (docs/adr/0030-classes-of-verbs-in-an-archive.md). Only the launchers run it.
 */
public final class RehearsedLook {
  /** The longest look, in seconds, before the launcher goes on without an archive. */
  private static final int LIMIT = 60;

  /** Ports 1 to 4 of this machine, at which nobody listens. */
  private static final String CONFIGURATION =
      """
      snapshots: {directory: /none}
      clusters:
        hosts:
          platform: hosts
          memberDefaults:
            dataDirectory: /none/{name}/data
            environmentFile: /none/{name}/etcd.env
            binary: /none/{name}/etcd
            service: {process: {pidFile: /none/{name}/pid, logFile: /none/{name}/log}}
          members:
            etcd-0: {peerUrl: "http://127.0.0.1:2", clientUrl: "http://127.0.0.1:1"}
        kubernetes:
          platform: kubernetes
          kubeconfig: %s
          context: none
          namespace: none
          statefulSet: none
          keeperImage: none
          members:
            etcd-0: {peerUrl: "http://127.0.0.1:4", clientUrl: "http://127.0.0.1:3"}
      """;

  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      clusters: [{name: none, cluster: {server: "https://127.0.0.1:1"}}]
      users: [{name: none, user: {token: none}}]
      contexts: [{name: none, context: {cluster: none, user: none}}]
      """;

  private RehearsedLook() {}

  /** Looks at both clusters, says that nothing answers, and ends. */
  public static void main(String[] arguments) throws IOException {
    CompletableFuture.delayedExecutor(LIMIT, TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(1));
    Platforms.rehearse();
    Path folder = Files.createTempDirectory("quorate");
    folder.toFile().deleteOnExit();
    Path kubeconfig = written(folder.resolve("kubeconfig"), KUBECONFIG);
    Path configuration =
        written(folder.resolve("quorate.yml"), CONFIGURATION.formatted(kubeconfig));
    Main.main(new String[] {"--config", configuration.toString(), "clusters"});
  }

  private static Path written(Path file, String text) throws IOException {
    file.toFile().deleteOnExit();
    return Files.writeString(file, text);
  }
}
