package io.quorate.playground.sets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.StableName;
import io.quorate.lab.kubernetes.ContainerProcess;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Signal;
import io.quorate.lab.tools.Tool;
import io.quorate.playground.operated.ChildJvm.Ended;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.operated.Scene;
import io.quorate.playground.telling.Narrator;
import io.quorate.step.Hazard;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Means of a scenario on Kubernetes. */
final class SetScene extends Scene {
  private static final Duration SHORT = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SetsStage stage;

  SetScene(SetsStage stage, Narrator narrator, Consent consent) {
    super(stage.payments(), stage.command(), narrator, consent);
    this.stage = stage;
  }

  @Override
  protected void beforeTheAnswer(ShowJson asked) throws IOException {
    stage.killAt(
        asked.steps().stream()
            .filter(step -> !step.hazard().equals(StableName.of(Hazard.OBSERVES)))
            .map(ShowJson.StepJson::name)
            .distinct()
            .toList());
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
    return set("{.spec.replicas}");
  }

  /** Returns what these JSON paths find in the set. */
  String set(String paths) throws IOException, InterruptedException {
    return kubectl("get", "statefulset", "etcd", "-o", "jsonpath=" + paths).strip();
  }

  /** The volume of each claim, and the reclaim policies. */
  String volumes() throws IOException, InterruptedException {
    return kubectl("get", "pvc", "-o", "jsonpath={.items[*].spec.volumeName}")
        + kubectl("get", "pv", "-o", "jsonpath={.items[*].spec.persistentVolumeReclaimPolicy}");
  }

  /** The statement of a person that nobody applies the manifest now, as an annotation. */
  String paused() throws IOException, InterruptedException {
    return "quorate.io/applier-paused=%s of %s"
        .formatted(LocalDate.now(ZoneOffset.UTC), set("{.metadata.uid}"));
  }

  /** Keeps the difference unless both are the same. */
  void demandSame(String expected, String found) {
    demand(found.equals(expected), "expected %s, and found %s".formatted(expected, found));
  }

  /** Applies the manifest of the set, which has to be refused with this word. */
  void applyRefused(String word) throws InterruptedException {
    try {
      lab().apply(Files.readString(stage.manifest()));
      demand(false, "the manifest was applied");
    } catch (IOException refused) {
      demand(String.valueOf(refused.getMessage()).contains(word), "refused: " + refused);
    }
  }

  /** The holders of leases. */
  String leases() throws IOException, InterruptedException {
    return kubectl("get", "leases", "-o", "jsonpath={.items[*].spec.holderIdentity}");
  }

  /** The templates of the sets were changed on purpose. */
  void keepTemplates() throws IOException, InterruptedException {
    stage.keepTemplates();
  }

  /** Returns the uid of a pod. */
  String uid(String pod) throws IOException, InterruptedException {
    return kubectl("get", "pod", pod, "-o", "jsonpath={.metadata.uid}");
  }

  /** Returns all StatefulSets as JSON. */
  String sets() throws IOException, InterruptedException {
    return kubectl("get", "statefulsets", "-o", "json");
  }

  String namespace() {
    return stage.namespace();
  }

  /** The layout of the members, as it is now. */
  Layout layout() {
    return stage.layout();
  }

  Site site() {
    return stage.site();
  }

  /** Applies manifests, which are those of the members from now on. */
  void apply(String manifests) throws IOException, InterruptedException {
    stage.apply(manifests);
  }

  /** Applies another layout of the same members, and has the product know it. */
  void become(Layout next) throws IOException, InterruptedException {
    stage.become(next);
  }

  /** Returns what etcdctl says of the member of this ordinal. */
  String etcdctl(int ordinal, String words) throws IOException, InterruptedException {
    return stage.etcdctl(ordinal, words);
  }

  /** Has the client write nothing until further notice. */
  void clientsRest() throws IOException, InterruptedException {
    stage.clients().send(Signal.STOP);
  }

  void clientsGoOn() throws IOException, InterruptedException {
    stage.clients().send(Signal.CONT);
  }

  /** Sends a signal to the process of a member, on whichever node it runs. */
  void signal(String member, Signal signal) throws IOException, InterruptedException {
    long pid =
        Stream.of(1, 2)
            .flatMap(node -> lab().processes(node).stream())
            .filter(process -> process.command().contains("--name=" + member))
            .mapToLong(ContainerProcess::pid)
            .findFirst()
            .orElseThrow(() -> new IOException("no process of " + member + " runs"));
    Command.of("kill", "-" + signal, "" + pid).outputWithin(SHORT);
  }

  /** Runs a line of shell, in which kubectl is an administrator's. */
  void shell(String line) throws IOException, InterruptedException {
    Command.of("sh", "-ec", line.replace("kubectl ", stage.kubectlWords() + " "))
        .outputWithin(SHORT);
  }

  /** Asks for a plan that has to be refused, or has to wait, in words that have this part. */
  void refused(String part, String runbook, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("plan", runbook, Operated.CLUSTER));
    words.addAll(List.of(options));
    Ended plan = payments().quorate().run(words.toArray(String[]::new));
    tell(runbook + ": " + plan.said().strip());
    demand(
        plan.exitCode() != 0 && plan.said().contains(part),
        "%s is not refused as it has to be: %s".formatted(runbook, plan.said()));
  }

  /** Returns the sentence of the advice of this name. */
  String advice(String name) throws IOException, InterruptedException {
    for (JsonNode one : JSON.readTree(payments().status()).path("advice")) {
      if (one.path("name").asText().equals(name)) {
        return one.path("sentence").asText();
      }
    }
    throw new IOException("no advice " + name + " in: " + payments().status());
  }

  /** Lets so many seconds pass. */
  void passes(int seconds) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    payments().until(seconds + " seconds to pass", () -> System.nanoTime() - end >= 0);
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

  /** Ends the operation as a person may on Temporal's page: nothing of it is told to Quorate. */
  void terminate() throws IOException, InterruptedException {
    stage.terminate();
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
