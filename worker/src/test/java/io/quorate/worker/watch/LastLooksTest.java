package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.command.Drawn;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.operation.WatchedShard;
import io.quorate.operation.WatchedShard.Alike;
import io.quorate.record.ObservationMemory;
import io.quorate.view.ClusterView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How the report of a shard names each cluster. */
class LastLooksTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final ClusterKey ORDERS = new ClusterKey("orders");
  private static final ClusterKey BILLING = new ClusterKey("billing");
  private static final Set<ClusterKey> ALL = Set.of(PAYMENTS, ORDERS, BILLING);
  private static final Instant NOW = Instant.parse("2026-03-01T03:03:40Z");

  private final LastLooks looks = new LastLooks();

  @Test
  void clustersThatStandAlikeShareOneStand() {
    look(PAYMENTS, Drawn.WHOLE);
    look(ORDERS, Drawn.WHOLE);
    look(BILLING, Drawn.ONE_LOST);

    assertThat(looks.report(ALL))
        .hasSize(2)
        .anySatisfy(one -> assertThat(one.lookedAt()).containsOnlyKeys("payments", "orders"))
        .anySatisfy(
            one -> {
              assertThat(one.stand().code()).isEqualTo("minority-lost");
              assertThat(one.stand().margin()).isZero();
              assertThat(one.lookedAt()).containsOnlyKeys("billing");
            });
  }

  @Test
  void theNextHolderBeginsWithTheLooksOfTheLast() {
    look(BILLING, Drawn.ONE_LOST);
    List<Alike> before = looks.report(ALL);

    LastLooks next = new LastLooks();
    next.resume(
        new WatchedShard(1, 3, Optional.empty(), List.of(), 0, List.of(), Optional.of(before)));

    assertThat(next.report(ALL)).isEqualTo(before);
    next.forget(BILLING::equals);
    assertThat(next.report(ALL)).isEmpty();
  }

  private void look(ClusterKey cluster, Drawn drawn) {
    ClusterView view = drawn.at(NOW, ObservationMemory.NONE);
    looks.looked(cluster, view, DiagnosisTable.diagnose(view));
  }
}
