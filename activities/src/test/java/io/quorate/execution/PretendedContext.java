package io.quorate.execution;

import static io.quorate.observation.PretendedPort.unasked;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.Observer;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.view.ClusterView;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The context of a step whose executor asks few ports; a call of any other one fails the test. */
final class PretendedContext {
  private final List<Object> ports;

  private PretendedContext(List<Object> ports) {
    this.ports = ports;
  }

  /** The context of a step on this view, with these ports, each for the interface that it has. */
  static StepContext on(ClusterView view, Object... ports) {
    ClusterPorts all = new PretendedContext(List.of(ports)).all();
    return new StepContext(
        all,
        view,
        Permit.granted("test.12345678", Duration.ofMinutes(1), System::nanoTime, () -> false),
        new LivingAttempt(),
        new Observer(all, Clock.systemUTC()),
        Optional.empty(),
        () -> {
          throw new AssertionError("nothing takes long here");
        });
  }

  private ClusterPorts all() {
    return new ClusterPorts(
        new ClusterKey("test"),
        Map.of(),
        port(Membership.class),
        port(Maintenance.class),
        port(Storage.class),
        port(Downgrade.class),
        port(Canary.class),
        port(Platform.class),
        port(SnapshotStore.class),
        port(ComparisonResults.class),
        Duration.ZERO,
        ports.stream()
            .filter(ClusterRecords.class::isInstance)
            .map(ClusterRecords.class::cast)
            .findFirst(),
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  private <P> P port(Class<P> wanted) {
    return ports.stream()
        .filter(wanted::isInstance)
        .map(wanted::cast)
        .findFirst()
        .orElseGet(() -> unasked(wanted));
  }
}
