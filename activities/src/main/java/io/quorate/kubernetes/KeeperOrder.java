package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.time.Duration;
import java.util.Optional;

/**
 * The order for a keeper.
 *
 * @param namespace of the member's pod
 * @param member name of the member's pod
 * @param spec of the member's pod, or of the template that makes it; the keeper gets its rights
 * @param mount how the container of etcd mounts the claim; the keeper has the data at the same path
 * @param claim name of the PersistentVolumeClaim
 * @param image with the GNU tools
 * @param node on which the volume is in use; empty where the scheduler may choose
 * @param life after which the cluster ends the keeper by itself
 */
record KeeperOrder(
    String namespace,
    String member,
    PodSpec spec,
    VolumeMount mount,
    String claim,
    String image,
    Optional<String> node,
    Duration life) {
  static final String PREFIX = "quorate-keeper-";

  /** The container that runs etcd in the member's pod. */
  Optional<EtcdContainer> etcd() {
    return EtcdContainer.in(spec);
  }

  /** Name of the keeper's pod. */
  String name() {
    return PREFIX + member;
  }

  /** The images that the keeper is made with: its own, and the image of the member. */
  String images() {
    return image + " " + donor();
  }

  private String donor() {
    return etcd().map(etcd -> etcd.container().getImage()).orElse("");
  }

  /** Whether a keeper of these images has etcd and its tools from the ordered image. */
  boolean hasToolsOf(String images) {
    return images.substring(images.indexOf(' ') + 1).equals(donor());
  }

  /** The keeper in a sentence. */
  String words() {
    return "the keeper " + namespace + "/" + name();
  }

  /** The container of the keeper in which scripts run. */
  PodPlace place() {
    return new PodPlace(namespace, name(), KeeperPod.CONTAINER);
  }
}
