package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks at sets that no etcd can have. */
class LookAtSetsTest {
  private final SimulatedSets api = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final SetLooks sets =
      new LookAtSets(api, new SetNames("default", List.of(SimulatedSets.SET)), Clock.systemUTC());

  /** {@code kubectl scale --replicas=50000000} needs the right for the scale subresource alone. */
  @Test
  void aSetWithMillionsOfReplicasIsNotLookedAt() {
    api.set.getSpec().setReplicas(50_000_000);

    assertThatThrownBy(() -> sets.look().require(Part.SETS))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("the StatefulSet etcd has 50000000 replicas")
        .hasMessageEndingWith("until somebody scales it back");
  }

  @Test
  void aSetOfUsualSizeIsLookedAt() {
    assertThat(sets.look().unread(Part.SETS)).isEmpty();
  }
}
