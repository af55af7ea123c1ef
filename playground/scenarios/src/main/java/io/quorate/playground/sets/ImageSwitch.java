package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.EtcdRelease;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Members that get another image, one after the other.
 *
 * @param by how many minors, 1 or -1
 */
record ImageSwitch(String name, String runbook, int by) implements SetScenario {
  static ImageSwitch up() {
    return new ImageSwitch("image-upgrade", "rolling-upgrade", 1);
  }

  static ImageSwitch down() {
    return new ImageSwitch("image-downgrade", "rolling-downgrade", -1);
  }

  @Override
  public String sentence() {
    return "all members get the image of the %s minor".formatted(by > 0 ? "next" : "last");
  }

  @Override
  public List<String> minors() {
    return known().stream().filter(minor -> target(minor).isPresent()).toList();
  }

  /** A downgrade begins with 3.6 or later: etcd before has none. */
  @Override
  public Optional<String> target(String minor) {
    int at = known().indexOf(minor) + by;
    return by < 0 && known().indexOf(minor) < known().indexOf("3.6")
        ? Optional.empty()
        : Optional.of(at).filter(i -> i >= 0 && i < known().size()).map(known()::get);
  }

  private static List<String> known() {
    return EtcdRelease.known().stream().map(EtcdRelease::minor).toList();
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    String to = scene.newest().version();
    String[] options =
        by > 0 ? new String[] {"--to", to, "--soak", "1s"} : new String[] {"--to", to};
    scene.carriedOut(runbook, options);
    scene.awaitWhole();
    String images =
        scene.kubectl("get", "pods", "-o", "jsonpath={.items[*].spec.containers[*].image}");
    String image = KubernetesLab.image(scene.newest().minor());
    scene.demand(
        List.of(images.split(" ")).stream().filter(image::equals).count() == Site.MEMBERS,
        "the pods have other images: " + images);
  }
}
