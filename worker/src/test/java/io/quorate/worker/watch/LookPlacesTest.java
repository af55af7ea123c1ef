package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.watch.Pulse;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LookPlacesTest {
  private static final ClusterKey ORDERS = new ClusterKey("orders");
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Pulse WELL = new Pulse(Instant.EPOCH, Map.of(), Map.of());

  private final LookPlaces places = new LookPlaces(LookPlacesTest::zone);

  @Test
  void aZoneThatIsGoneHoldsUpNoLookOutsideOfTheZone() {
    places.of(PAYMENTS, silent("etcd-a")).drainPermits();

    assertThat(places.of(ORDERS, silent("etcd-a")).tryAcquire()).isFalse();
    assertThat(places.of(ORDERS, silent("etcd-b")).tryAcquire()).isTrue();
    assertThat(places.of(ORDERS, WELL).tryAcquire()).isTrue();
  }

  @Test
  void membersWithoutAZoneShareTheirPlaces() {
    assertThat(places.of(PAYMENTS, silent("spare"))).isSameAs(places.of(ORDERS, WELL));
  }

  private static Optional<FailureDomain> zone(ClusterKey cluster, MemberName member) {
    return member.value().startsWith("etcd-")
        ? Optional.of(new FailureDomain(member.value().substring(5)))
        : Optional.empty();
  }

  private static Pulse silent(String member) {
    return new Pulse(
        Instant.EPOCH,
        Map.of(),
        Map.of(new MemberName(member), new Silence.TimedOut("no answer within 3 s")));
  }
}
