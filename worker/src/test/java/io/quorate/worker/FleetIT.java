package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.fleet.FleetAddress;
import io.quorate.lab.fleet.FleetCertificate;
import io.quorate.lab.fleet.FleetProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A thousand clusters on the wire for 90 s: how old their pulses get, and what each costs. Five per
 * cent of the clusters hang as a whole zone, 1 % of the other members hang, 0.2 % of the questions
 * get a reset. Processor time and heap are those of a process that does nothing else. {@code
 * -Dquorate.clusters=5000} sets the number, {@code -Dquorate.tls=true} lets members speak TLS.
 */
class FleetIT {
  private static final int CLUSTERS = Integer.getInteger("quorate.clusters", 1_000);
  private static final boolean TLS = Boolean.getBoolean("quorate.tls");
  private static final int ZONES = 20;
  static final int LOST = 7;

  /**
   * Limit of processor time: 1.5 times the figure of a quiet machine, because a busy machine has
   * cold caches.
   */
  private static final double MILLIS = TLS ? 2.25 : 1.5;

  /** Limit of memory: 1.25 times the figure of a quiet machine. */
  private static final int KIBIBYTES = TLS ? 160 : 80;

  @TempDir Path directory;

  @Test
  void pulsesOfAFleetStayYoungAndCostLittle() throws IOException, InterruptedException {
    Optional<FleetCertificate> certificate =
        TLS ? Optional.of(FleetCertificate.make(directory)) : Optional.empty();
    try (var fleet = new FleetProcess(10, 2, ZONES, certificate)) {
      Path file =
          FleetConfiguration.write(
              directory,
              CLUSTERS,
              new FleetConfiguration.Members(fleet.port(), fleet.metricsPort(), ZONES, TLS));
      try (var watch = new WatchingProcess(file)) {
        watch.awaitOpened();
        fleet.lose(LOST);
        WatchedFigures seen = watch.figures();
        System.out.printf(
            "%s clusters, %s questions, %s resets: %s%n",
            CLUSTERS, fleet.questions(), fleet.resets(), seen);
        assertThat(fleet.members()).isEqualTo(3L * CLUSTERS);
        assertThat(fleet.tooMany()).as("members that were asked too often").isZero();
        assertThat(fleet.pages()).as("pages of metrics, which a pulse does not read").isZero();
        assertThat(fleet.handshakes()).isGreaterThanOrEqualTo(TLS ? 3L * CLUSTERS : 0);
        assertThat(fleet.handshakesTooMany()).as("connections that were not kept").isZero();
        assertThat(seen.timedOut())
            .filteredOn(member -> !hangs(fleet, member))
            .as("healthy members that were silent twice")
            .doesNotHaveDuplicates();
        assertThat(seen.brokenOff()).isLessThanOrEqualTo(fleet.resets());
        assertThat(seen.ageP99Seconds()).isLessThanOrEqualTo(35);
        assertThat(seen.ageWorstSeconds()).isLessThanOrEqualTo(45);
        assertThat(seen.processorMillis()).as("of a cluster and pass").isLessThanOrEqualTo(MILLIS);
        assertThat(seen.heapKibibytes()).as("live, of a cluster").isLessThanOrEqualTo(KIBIBYTES);
        assertThat(seen.threads()).isLessThan(20 + 8 * Runtime.getRuntime().availableProcessors());
      }
    }
  }

  private static boolean hangs(FleetProcess fleet, FleetAddress member) {
    return member.cluster() % ZONES == LOST || fleet.hangs(member);
  }
}
