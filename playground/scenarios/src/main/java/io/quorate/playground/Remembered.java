package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The record that the worker keeps of the played cluster: who its members are, and how far. */
final class Remembered {
  /** The worker looks after 30 s at a cluster that nobody has looked at, and then once a minute. */
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** A look at members that are too busy to answer begins a record that has no member. */
  private static final Pattern OF_NOBODY = Pattern.compile("\"incarnations\"\\s*:\\s*\\[\\s*\\]");

  private Remembered() {}

  /** Waits until the record has the members; without it nobody knows them once all is lost. */
  static void await(EtcdCluster cluster) throws InterruptedException {
    Path stage = cluster.members().getFirst().files().folder().resolve("../..").normalize();
    Path local = stage.resolve("snapshots");
    Path bucket = stage.resolve("s3/buckets").resolve(StageFolder.BUCKET);
    Await.until("the record of the cluster", LIMIT, () -> hasMembers(local) || hasMembers(bucket));
  }

  private static boolean hasMembers(Path snapshots) {
    Path record = snapshots.resolve(Stage.CLUSTER).resolve("record");
    try (Stream<Path> generations = Files.list(record)) {
      Optional<Path> last =
          generations.filter(one -> one.toString().endsWith(".json")).max(Path::compareTo);
      return last.isPresent() && !OF_NOBODY.matcher(Files.readString(last.get())).find();
    } catch (IOException notYet) {
      return false;
    }
  }
}
