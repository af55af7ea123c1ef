package io.quorate.kubernetes;

import io.quorate.port.Permit;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * All that Quorate does to a simulated set.
 *
 * @param sets looks through requests that may be those of a Quorate that is killed
 */
record SetStage(
    LookAtSets sets,
    Turn turn,
    KubernetesWorkloads workloads,
    SetTakeover takeover,
    Leftovers leftovers) {
  static final Permit PERMIT =
      Permit.granted("orders.1a2b3c4d", Duration.ofHours(1), System::nanoTime, () -> false);

  static SetStage of(SimulatedSets world, SetApi api) {
    return of(new SetNames("default", List.of("etcd")), api, world::tick);
  }

  static SetStage of(SetNames names, SetApi api, Runnable tick) {
    LookAtSets sets = new LookAtSets(api, names, Clock.systemUTC());
    Turn turn = new Turn(sets, api, System::nanoTime, time -> tick.run());
    return new SetStage(
        sets,
        turn,
        new KubernetesWorkloads(sets, api, turn, member -> {}),
        new SetTakeover(sets, turn, Runnable::run, look -> List.of()),
        new Leftovers(turn));
  }
}
