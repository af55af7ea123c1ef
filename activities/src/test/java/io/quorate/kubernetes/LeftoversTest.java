package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.port.Failure;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Leftovers on two StatefulSets, one of which Quorate may not change. */
class LeftoversTest {
  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));

  @Test
  void aSetThatMayNotBeChangedKeepsNoOtherSetWaiting() {
    world.set.getSpec().getTemplate().getSpec().setSchedulingGates(gate());
    SetApi api = beside(world);
    var sets =
        new LookAtSets(
            api, new SetNames("default", List.of("another", SimulatedSets.SET)), Clock.systemUTC());
    var leftovers = new Leftovers(new Turn(sets, api, System::nanoTime, time -> world.tick()));

    assertThatThrownBy(() -> leftovers.clear(operation -> false))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage("patch statefulsets another: forbidden");
    assertThat(world.set.getSpec().getTemplate().getSpec().getSchedulingGates()).isEmpty();
  }

  private static List<PodSchedulingGate> gate() {
    return List.of(new PodSchedulingGate(Marks.HOLD));
  }

  /** The world with one set more, which has a gate left. */
  private static SetApi beside(SimulatedSets world) {
    StatefulSet another = Serialization.clone(world.set);
    another.getMetadata().setName("another");
    another.getMetadata().setUid("set-2");
    another.getSpec().setReplicas(0);
    another.getSpec().getTemplate().getSpec().setSchedulingGates(gate());
    return (SetApi)
        Proxy.newProxyInstance(
            SetApi.class.getClassLoader(),
            new Class<?>[] {SetApi.class},
            (proxy, method, arguments) -> {
              boolean patch = method.getName().equals("patch");
              if (patch && ((HasMetadata) arguments[0]).getMetadata().getUid().equals("set-2")) {
                throw new Failure.Refused("patch statefulsets another: forbidden");
              }
              if (method.getName().equals("set") && arguments[0].equals("another")) {
                return Optional.of(another);
              }
              try {
                return method.invoke(world, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }
}
