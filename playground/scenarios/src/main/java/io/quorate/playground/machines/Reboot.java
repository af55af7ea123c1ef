package io.quorate.playground.machines;

import io.quorate.lab.tools.EtcdRelease;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A rolling upgrade in the middle of which the machine that is at its turn loses its power. */
final class Reboot implements MachinesScenario {
  private static final String HELD =
      "ls /etc/systemd/system/etcd.service.d/zz-quorate-hold.conf 2>/dev/null || true";

  @Override
  public String name() {
    return "reboot";
  }

  @Override
  public String sentence() {
    return "a machine loses its power in the middle of an upgrade, and boots again";
  }

  @Override
  public List<String> minors() {
    List<String> minors = EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
    return minors.subList(0, minors.size() - 1);
  }

  @Override
  public Optional<String> target(String minor) {
    List<String> minors = EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
    return Optional.of(minors.get(minors.indexOf(minor) + 1));
  }

  /** The hold outlives the reboot, so that the member does not come up before it is switched. */
  @Override
  public void play(MachinesScene scene) throws IOException, InterruptedException {
    String version = scene.newest();
    String operation = scene.approved("rolling-upgrade", "--to", version, "--soak", "1s");
    var held = new AtomicInteger();
    scene
        .payments()
        .until(
            "a member to be held",
            () -> {
              held.set(held(scene));
              return held.get() > 0;
            });
    scene.machines().powerOff(held.get());
    scene.tell("the machine of h" + held.get() + ", which was held, lost its power");
    scene.machines().powerOn(held.get());
    scene.tell("it boots");
    scene.ends(operation);
    scene.awaitWhole();
    for (int machine = 1; machine <= MachinesStage.MEMBERS; machine++) {
      String said = scene.on(machine, "/opt/etcd/h%1$d/etcd --version".formatted(machine));
      scene.demand(said.contains(version), "h" + machine + " has another etcd: " + said);
    }
  }

  private static int held(MachinesScene scene) throws IOException, InterruptedException {
    for (int machine = 1; machine <= MachinesStage.MEMBERS; machine++) {
      if (!scene.on(machine, HELD).isBlank()) {
        return machine;
      }
    }
    return 0;
  }
}
