package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
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
  void aSetThatIsNotThereIsUnreadWhileTheClaimsCannotBeRead() {
    var failure = new Failure.Transient("the API server is busy");
    api.away = true;
    api.claimsFailure = failure;

    assertThat(sets.look().unread(Part.SETS)).contains(failure);
    api.away = false;
    assertThat(sets.look().unread(Part.SETS)).isEmpty();
  }

  @Test
  void aSetOfUsualSizeIsLookedAt() {
    assertThat(sets.look().unread(Part.SETS)).isEmpty();
  }

  @Test
  void aContainerThatAWebhookAddedHidesNothing() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setName("server");
    etcd.setImage("acme/etcd-server:3.6.16");
    SimulatedSets world = new SimulatedSets(set);
    Container proxy = new ContainerBuilder().withName("istio-proxy").withImage("proxy").build();
    world.pods.get("etcd-1").getSpec().getContainers().addFirst(proxy);
    SetNames names = new SetNames("default", List.of("etcd"));

    EtcdPod pod = new LookAtSets(world, names, Clock.systemUTC()).look().pods().get("etcd-1");

    assertThat(pod.container().map(EtcdContainer::name)).contains("server");
    assertThat(pod.container().orElseThrow().index()).isEqualTo(1);
  }
}
