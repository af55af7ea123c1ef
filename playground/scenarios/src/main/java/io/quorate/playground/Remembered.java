package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import java.nio.file.Path;
import java.time.Duration;

/** The record that the worker keeps of the played cluster: who its members are, and how far. */
final class Remembered {
  /** The worker looks after 30 s at a cluster that nobody has looked at. */
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private Remembered() {}

  /** Waits until the record is there; without it nobody knows the members once all is lost. */
  static void await(EtcdCluster cluster) throws InterruptedException {
    Await.until("the record of the cluster", LIMIT, () -> isThere(cluster));
  }

  private static boolean isThere(EtcdCluster cluster) {
    Path member = cluster.members().getFirst().files().folder();
    Path record =
        member.resolve("../../snapshots").resolve(Stage.CLUSTER).resolve("record").normalize();
    String[] generations = record.toFile().list((folder, name) -> name.endsWith(".json"));
    return generations != null && generations.length > 0;
  }
}
