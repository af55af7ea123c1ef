package io.quorate.playground.sets;

import io.quorate.lab.machine.Signal;
import java.io.IOException;
import java.util.Optional;

/**
 * The older layout, with one StatefulSet and one Service a member: what happens to members there,
 * to the address of one of them, and an upgrade of all.
 */
final class OldLayout implements SetScenario {
  private static final ImageSwitch UPGRADE = ImageSwitch.up();
  private static final String ON_DELETE =
      "  updateStrategy: {type: OnDelete, rollingUpdate: null}\n";

  @Override
  public String name() {
    return "old-layout";
  }

  @Override
  public String sentence() {
    return "one set and one Service a member: a hang, a lost volume and address, an upgrade";
  }

  @Override
  public Layout layout(Site site) {
    return Layout.setPerMember(site);
  }

  @Override
  public Optional<String> target(String minor) {
    return UPGRADE.target(minor);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    String manifest = scene.layout().yaml();
    scene.apply(manifest.replace("  replicas: 1\n", "  replicas: 1\n" + ON_DELETE));
    scene.tell("a person writes OnDelete into the manifests, as quorate check asks for");

    scene.refused("", "scale", "--members", "5");

    scene.signal("etcd-2", Signal.STOP);
    scene.tell("etcd-2 hangs: its process is stopped");
    scene.untilStatusSays("member-hung");
    scene.carriedOut("member-restart", "--member", "etcd-2");
    scene.awaitWhole();

    LostVolume.replaced(scene, "etcd-1", "etcd-1-0");

    scene.shell(
        "kubectl get service etcd-0 -n %s -o json | sed -e '/\"clusterIP\":/d' -e '/\"clusterIPs\":/,/]/d' | kubectl replace --force -f -"
            .formatted(scene.namespace()));
    scene.tell("somebody created the Service of etcd-0 anew, with another address");
    scene.untilStatusSays("service-moved");
    String advice = scene.advice("service-moved");
    scene.tell(advice);
    String command = advice.substring(advice.indexOf("kubectl"), advice.lastIndexOf('.'));
    scene.shell("cd \"$(mktemp -d)\" && " + command);
    scene.awaitWhole();
    String address = scene.kubectl("get", "service", "etcd-0", "-o", "jsonpath={.spec.clusterIP}");
    scene.demand(
        address.equals(scene.layout().addresses().getFirst()), "etcd-0 is served at " + address);

    UPGRADE.play(scene);
  }
}
