package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.Tool;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.operated.Scene;
import io.quorate.playground.telling.Narrator;
import java.io.IOException;
import java.nio.file.Path;

/** Means of a scenario on Kubernetes. */
final class SetScene extends Scene {
  private final SetsStage stage;

  SetScene(SetsStage stage, Narrator narrator, Consent consent) {
    super(stage.payments(), stage.command(), narrator, consent);
    this.stage = stage;
  }

  KubernetesLab lab() {
    return stage.lab();
  }

  /** The release to which members may be moved. */
  Tool newest() {
    return stage.newest();
  }

  /** Returns what kubectl prints about the namespace of the set. */
  String kubectl(String... words) throws IOException, InterruptedException {
    return stage.kubectl(words);
  }

  /** The name of the volume that the member of this ordinal began with, where nodes have them. */
  String volume(int ordinal) {
    return stage.volume(ordinal);
  }

  /** The folder of that volume on this machine. */
  Path folderOf(int ordinal) {
    return lab().volumes().resolve(stage.volume(ordinal));
  }

  String replicas() throws IOException, InterruptedException {
    return kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.spec.replicas}");
  }

  /** The holders of leases. */
  String leases() throws IOException, InterruptedException {
    return kubectl("get", "leases", "-o", "jsonpath={.items[*].spec.holderIdentity}");
  }

  /** Waits until the status of the cluster has these words. */
  void untilStatusSays(String words) throws InterruptedException {
    payments().until("the status to say " + words, () -> payments().status().contains(words));
  }

  /** Starts an applier that brings the set back to its manifest again and again. */
  Process applier(Path log) throws IOException {
    String apply = "%s apply -f %s".formatted(stage.kubectlWords(), stage.manifest());
    String forced = apply + " --server-side --force-conflicts --field-manager=argocd-controller";
    return new ProcessBuilder("sh", "-c", "while %s; %s; do sleep 3; done".formatted(apply, forced))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** Sets a second product up for the same members, with a Temporal of its own. */
  Operated another() throws IOException, InterruptedException {
    return stage.another();
  }

  /** Kills the product, and starts the product again. */
  void restartProduct() throws IOException, InterruptedException {
    stage.restartProduct();
  }

  /** The folder of the play. */
  Path folder() {
    return stage.folder();
  }
}
