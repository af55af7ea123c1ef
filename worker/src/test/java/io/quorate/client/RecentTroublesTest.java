package io.quorate.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.FleetTroubles;
import io.quorate.causes.SharedAttribute;
import io.quorate.causes.TroubledCluster;
import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code RecentTroubles}: callers within two seconds share one question. */
class RecentTroublesTest {
  private static final Instant NOW = Instant.parse("2026-11-30T03:00:00Z");

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private Outcome<FleetTroubles> answer = new Outcome.Done<>(lostZone());
  private final RecentTroubles troubles =
      new RecentTroubles(
          () -> {
            asked.incrementAndGet();
            return answer;
          },
          nanos::get);

  @Test
  void aThousandLooksAtOneMomentAskOnce() {
    for (int look = 0; look < 1000; look++) {
      assertThat(troubles.restraint(new ClusterKey("c1"), NOW)).isPresent();
    }
    assertThat(asked).hasValue(1);

    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(troubles.restraint(new ClusterKey("c9"), NOW)).isEmpty();
    assertThat(asked).hasValue(2);
  }

  @Test
  void nothingIsHeldWhileTemporalDoesNotAnswer() {
    answer = Outcome.missed(Outcome.Reason.UNCONFIRMED, "Temporal does not answer.");

    assertThat(troubles.restraint(new ClusterKey("c1"), NOW)).isEmpty();
    assertThat(troubles.restraint(new ClusterKey("c2"), NOW)).isEmpty();
    assertThat(asked).as("the others do not wait for an answer of their own").hasValue(1);
  }

  private static FleetTroubles lostZone() {
    return FleetTroubles.NONE.after(
        IntStream.range(0, 5)
            .mapToObj(
                each ->
                    new TroubledCluster(
                        new ClusterKey("c" + each),
                        NOW,
                        0,
                        List.of(new SharedAttribute("zone=b", 5))))
            .toList(),
        Set.of(),
        NOW);
  }
}
