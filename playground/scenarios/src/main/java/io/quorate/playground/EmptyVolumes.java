package io.quorate.playground;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A scenario in which all three volumes are empty after a power failure, and a supervisor on the
 * hosts comes back in the middle of the restore and starts every member that is not held. An empty
 * member with the settings of its first start would found an empty cluster.
 */
final class EmptyVolumes extends RestoringScenario {
  /** Whether a later snapshot is saved where Quorate does not look. */
  private enum Later {
    NONE,
    ELSEWHERE
  }

  private static final String RESTORE = "restore-member";

  private final Later wanted;
  private Optional<SavedSnapshot> later = Optional.empty();
  private final Set<String> held = new HashSet<>();
  private final List<String> started = new ArrayList<>();

  private EmptyVolumes(Later wanted) {
    super(
        new Restoring(
            "empty-volumes",
            "All three volumes come back empty; no member starts as a new cluster, a snapshot is"
                + " restored."));
    this.wanted = wanted;
  }

  static EmptyVolumes ofThree() {
    return new EmptyVolumes(Later.NONE);
  }

  /**
   * Returns the scenario with a later snapshot than the restored snapshot, in a place where Quorate
   * does not look.
   */
  static EmptyVolumes withALaterSnapshotElsewhere() {
    return new EmptyVolumes(Later.ELSEWHERE);
  }

  /** Returns the snapshot that Quorate did not see; empty where the scenario has none. */
  Optional<SavedSnapshot> later() {
    return later;
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Remembered.await(cluster);
    SavedSnapshot saved = new KeptSnapshots(cluster).save(Duration.ZERO);
    Disaster disaster = new Disaster(cluster, before);
    disaster.awaitWritesAfter(saved.atLeast());
    if (wanted == Later.ELSEWHERE) {
      later = Optional.of(KeptSnapshots.elsewhere(cluster).save(Duration.ZERO));
    }
    restoring.expect(saved, disaster.killAll());
    for (EtcdMember member : cluster.members()) {
      Folders.delete(member.dataDirectory());
      Files.createDirectory(member.dataDirectory());
    }
    return "the power fails, and all three volumes come back empty";
  }

  @Override
  public void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    restoring.look(operation);
    boolean inTheMiddle =
        operation.steps().stream()
            .anyMatch(step -> step.name().equals(RESTORE) && step.state().equals("running"));
    if (inTheMiddle || !held.isEmpty()) {
      supervise(cluster);
    }
  }

  /** Starts who does not run and is not held; who was held once is Quorate's to start. */
  private void supervise(EtcdCluster cluster) throws IOException {
    for (EtcdMember member : cluster.members()) {
      Path hold = member.files().folder().resolve("etcd.pid.hold");
      if (Files.exists(hold)) {
        held.add(member.name());
      } else if (!held.contains(member.name()) && !member.isRunning()) {
        started.add(member.name());
        start(member);
      }
    }
  }

  private static void start(EtcdMember member) throws IOException {
    try {
      member.start();
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(restoring.differences(before, after));
    if (held.size() != cluster.members().size() || !started.isEmpty()) {
      differences.add("held were " + held + ", and the supervisor started " + started);
    }
    long restored = EndpointStatus.of(cluster, cluster.members().getFirst()).clusterId();
    for (EtcdMember member : cluster.members()) {
      if (EndpointStatus.of(cluster, member).clusterId() != restored) {
        differences.add(member.name() + " is of a cluster of its own");
      }
    }
    return differences;
  }
}
