package io.quorate.worker.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.RequesterKind;
import io.quorate.port.Failure;
import io.quorate.view.ClusterView;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Facts in the message of a park whose cluster cannot be looked at. */
class ParkedFactsTest {
  private static final Instant T0 = Instant.parse("2026-11-22T03:31:00Z");

  private Instant now = T0;
  private final ParkedFacts facts = new ParkedFacts(this::look, clock());

  @Test
  void aLookThatFailedIsSaidAndRepeatedAfterAMinute() {
    assertThat(facts.look(parked())).isTrue();
    assertThat(facts.of(parked())).contains("At 03:31:00 UTC the cluster could not be looked at.");
    assertThat(facts.look(parked())).isFalse();
    assertThat(facts.isDue()).isFalse();

    now = T0.plusSeconds(60);
    assertThat(facts.isDue()).isTrue();
    assertThat(facts.look(parked())).as("nothing new to show").isFalse();
  }

  private ClusterView look(ClusterKey cluster) {
    throw new Failure.Fault("no route to " + cluster);
  }

  private InstantSource source() {
    return () -> now;
  }

  private Clock clock() {
    return source().withZone(ZoneOffset.UTC);
  }

  private static OperationState parked() {
    return new OperationState(
        "payments.5f0c2d11",
        new ClusterKey("payments"),
        "minority-replace",
        "payments: replace etcd-1",
        OperationRequest.askedBy("etcdMembersDown"),
        T0,
        Phase.PARKED,
        "port in use",
        T0,
        1,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        RequesterKind.ALERT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
