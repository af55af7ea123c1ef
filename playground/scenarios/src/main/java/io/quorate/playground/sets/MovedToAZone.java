package io.quorate.playground.sets;

import java.io.IOException;
import java.util.List;

/** A member that goes to another zone on a new volume, and comes back with that volume. */
final class MovedToAZone implements SetScenario {
  private static final String ZONE = "topology.kubernetes.io/zone";

  @Override
  public String name() {
    return "zone-move";
  }

  @Override
  public String sentence() {
    return "a member is moved to another zone on a new volume, and back with that volume";
  }

  @Override
  public List<Integer> nodes() {
    return List.of(1, 1, 1);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.refused("No node has the label " + ZONE, "planned-migration", to("west"));
    scene.kubectl("label", "node", "node1", ZONE + "=east");
    scene.kubectl("label", "node", "node2", ZONE + "=west");
    scene.refused("the zones are east, west", "planned-migration", to("north"));
    scene.refused("binds a volume before its pod has a node", "planned-migration", to("west"));
    binding(scene, "WaitForFirstConsumer");

    scene.carriedOut("planned-migration", to("west"));
    scene.awaitWhole();
    scene.demandSame("node2", node(scene));
    String aside = scene.kubectl("get", "pv", scene.volume(1), "-o", "json");
    scene.demand(aside.contains("quorate.io/aside"), "its old volume is not aside: " + aside);
    String volume = volume(scene);
    scene.demand(!volume.equals(scene.volume(1)), "etcd-1 has its old volume " + volume);

    scene.refused("node1", "planned-migration", to("east"));
    scene.carriedOut(
        "planned-migration", "--member", "etcd-1", "--to-zone", "east", "--accept-placement");
    scene.awaitWhole();
    scene.demandSame("node1", node(scene));
    scene.demandSame(volume, volume(scene));
    binding(scene, "Immediate");
    scene.kubectl("label", "node", "node1", "node2", ZONE + "-");
  }

  private static String[] to(String zone) {
    return new String[] {"--member", "etcd-1", "--to-zone", zone};
  }

  /** A class is made anew: its mode cannot be changed. */
  private static void binding(SetScene scene, String mode)
      throws IOException, InterruptedException {
    scene.shell(
        "kubectl get storageclass hostpath -o yaml | sed 's/^volumeBindingMode:.*/volumeBindingMode: %s/' | kubectl replace --force -f -"
            .formatted(mode));
  }

  private static String node(SetScene scene) throws IOException, InterruptedException {
    return scene.kubectl("get", "pod", "etcd-1", "-o", "jsonpath={.spec.nodeName}");
  }

  private static String volume(SetScene scene) throws IOException, InterruptedException {
    return scene.kubectl("get", "pvc", "data-etcd-1", "-o", "jsonpath={.spec.volumeName}");
  }
}
