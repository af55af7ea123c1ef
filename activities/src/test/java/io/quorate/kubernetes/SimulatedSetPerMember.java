package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;

/** Three members, each with a StatefulSet of its own: the sets a, b and c of one namespace. */
final class SimulatedSetPerMember {
  static final SetNames NAMES = new SetNames("default", List.of("a", "b", "c"));

  final List<SimulatedSets> worlds = NAMES.sets().stream().map(SimulatedSetPerMember::of).toList();

  private static SimulatedSets of(String name) {
    return new SimulatedSets(
        new StatefulSetBuilder(SetManifests.read("parallel.yaml"))
            .editMetadata()
            .withName(name)
            .endMetadata()
            .editSpec()
            .withReplicas(1)
            .endSpec()
            .build());
  }

  SimulatedSets world(String set) {
    return worlds.get(NAMES.sets().indexOf(set));
  }

  void tick() {
    worlds.forEach(SimulatedSets::tick);
  }

  void settle() {
    worlds.forEach(SimulatedSets::settle);
  }

  /** The requests of all sets: a list has the objects of all, and a write goes to one. */
  SetApi api() {
    return (SetApi)
        Proxy.newProxyInstance(
            SetApi.class.getClassLoader(),
            new Class<?>[] {SetApi.class},
            (proxy, method, arguments) -> {
              try {
                if (List.of("pods", "claims").contains(method.getName())) {
                  return worlds.stream().flatMap(world -> all(method.getName(), world)).toList();
                }
                Object first = arguments == null ? "" : arguments[0];
                return method.invoke(owner(first), arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static Stream<? extends HasMetadata> all(String objects, SimulatedSets world) {
    return (objects.equals("pods") ? world.pods() : world.claims()).stream();
  }

  private SimulatedSets owner(Object asked) {
    String name = asked instanceof HasMetadata object ? object.getMetadata().getName() : "" + asked;
    return worlds.stream()
        .filter(world -> name.replaceFirst("^data-", "").matches(world.name + "(-\\d+)?"))
        .findFirst()
        .orElse(worlds.getFirst());
  }
}
