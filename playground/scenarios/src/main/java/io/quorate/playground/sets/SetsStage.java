package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.EtcdctlInspection;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.operated.Scene;
import io.quorate.playground.operated.Writing;
import io.quorate.playground.operated.WritingProgram;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Three members in a StatefulSet of a running lab, in a namespace of their own, with Temporal and
 * the product outside.
 */
public final class SetsStage implements AutoCloseable {
  /** The members at the start. */
  static final int MEMBERS = 3;

  /** Services outside of the set: also for members that are added. */
  private static final int PLACES = 5;

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private static final String CONFIGURATION = "quorate.yml";

  private final Path folder;
  private final Narrator narrator;
  private final KubernetesLab lab;
  private final Cast cast;
  private final SetScenario scenario;
  private final List<String> addresses;
  private final Operated payments;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private @Nullable Process serving;

  /**
   * The servers that are started.
   *
   * @param etcd the release that members start with, followed by those they may be moved to
   * @param number of the stage in its lab, from 0; another one for each
   */
  public record Cast(List<ToolFolder> etcd, ToolFolder temporal, int number) {
    public Cast {
      etcd = List.copyOf(etcd);
    }
  }

  private SetsStage(
      Path folder, Narrator narrator, KubernetesLab lab, Cast cast, SetScenario scenario) {
    this.folder = folder;
    this.narrator = narrator;
    this.lab = lab;
    this.cast = cast;
    this.scenario = scenario;
    this.addresses = lab.serviceAddresses(20 + PLACES * cast.number(), PLACES);
    this.payments = new Operated(new ChildJvm(configuration()), LIMIT);
  }

  /**
   * Starts everything for a scenario; returns when all of it serves.
   *
   * @param folder for all files
   */
  public static SetsStage open(
      Path folder, Narrator narrator, KubernetesLab lab, Cast cast, SetScenario scenario)
      throws IOException, InterruptedException {
    var stage = new SetsStage(Files.createDirectories(folder), narrator, lab, cast, scenario);
    try {
      stage.start();
    } catch (IOException | InterruptedException | RuntimeException failed) {
      stage.close();
      throw failed;
    }
    return stage;
  }

  private void start() throws IOException, InterruptedException {
    for (int ordinal = 0; ordinal < scenario.nodes().size(); ordinal++) {
      lab.apply(volumeYaml(ordinal, scenario.nodes().get(ordinal)));
    }
    String image = KubernetesLab.image(cast.etcd().getFirst().tool().minor());
    EtcdSet set = EtcdSet.of(namespace(), "etcd", image, MEMBERS, addresses);
    Files.writeString(manifest(), set.yaml());
    open.push(this::removeSet);
    lab.apply(set.yaml());
    configure(folder);
    payments.until("all members to serve", () -> payments.diagnosis().equals("whole"));
    narrator.tell("etcd-0, etcd-1 and etcd-2 of namespace " + namespace() + " serve");
    serving = serve(payments, folder);
    narrator.tell("quorate serve answers; for other terminals: " + command() + " VERB");
  }

  /** Starts a Temporal with its files in this folder, and writes the configuration for it there. */
  private void configure(Path into) throws IOException, InterruptedException {
    TemporalServer temporal =
        TemporalServer.layOut(cast.temporal(), Files.createDirectories(into.resolve("temporal")));
    open.push(temporal);
    temporal.start(LIMIT);
    try (ReservedPort gateway = ReservedPort.take()) {
      String text = configurationText(into, temporal.target(), gateway.number());
      Files.writeString(into.resolve(CONFIGURATION), text);
    }
  }

  private Process serve(Operated product, Path into) throws IOException, InterruptedException {
    Process process = product.serving(into);
    open.push(process::destroyForcibly);
    return process;
  }

  /** Kills the product, and starts the product again. */
  void restartProduct() throws IOException, InterruptedException {
    Objects.requireNonNull(serving).destroyForcibly().waitFor();
    serving = serve(payments, folder);
  }

  /** A second product for the same members, with a Temporal and snapshots of its own. */
  Operated another() throws IOException, InterruptedException {
    Path beside = Files.createDirectories(folder.resolve("another"));
    configure(beside);
    var another = new Operated(new ChildJvm(beside.resolve(CONFIGURATION)), LIMIT);
    serve(another, beside);
    return another;
  }

  /** Plays the scenario; the verdict contains whatever goes wrong on the way. */
  public Verdict play(Consent consent) throws IOException, InterruptedException {
    var scene = new SetScene(this, narrator, consent);
    String template = template();
    try (Writing writing = Writing.start(Command::of, folder, urls())) {
      narrator.tell("a client writes all the time, and remembers what was acknowledged");
      Duration took =
          scene.timed(
              () -> {
                scenario.play(scene);
                demandNothingLeft(scene, template);
              });
      WritingProgram.Told writes = writing.readBack(urls());
      EtcdctlInspection after = EtcdctlInspection.of(this::etcdctl, MEMBERS);
      String version = cast.etcd().getFirst().tool().version();
      return scene.verdict(
          new Scene.Expected(scenario.name(), "completed", version, scenario.losesWrites()),
          took,
          writes,
          after,
          List.of());
    }
  }

  private void demandNothingLeft(SetScene scene, String before)
      throws IOException, InterruptedException {
    payments.until("keepers to end", () -> !pods().contains("quorate.io/keeper"));
    String pods = pods();
    scene.demand(!pods.contains("schedulingGates"), "a pod is left gated: " + pods);
    scene.demand(!pods.contains("quorate.io/hold"), "a pod is left held: " + pods);
    String set = kubectl("get", "statefulset", "etcd", "-o", "json");
    scene.demand(!set.contains("quorate.io/"), "marks are left on the set: " + set);
    scene.demand(scene.leases().isEmpty(), "a lease is left: " + scene.leases());
    String expected =
        scenario.target(cast.etcd().getFirst().tool().minor()).isEmpty()
            ? before
            : before.replace(
                KubernetesLab.image(cast.etcd().getFirst().tool().minor()),
                KubernetesLab.image(newest().minor()));
    scene.demand(template().equals(expected), "the template is another one: " + template());
  }

  private String pods() throws IOException, InterruptedException {
    return kubectl("get", "pods", "-o", "json");
  }

  private String template() throws IOException, InterruptedException {
    return kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.spec.template}");
  }

  private List<String> urls() {
    return addresses.stream().limit(MEMBERS).map("http://%s:2379"::formatted).toList();
  }

  private String etcdctl(String question) throws IOException, InterruptedException {
    Path program = cast.etcd().getLast().program("etcdctl");
    List<String> words =
        Stream.of(
                Stream.of(program.toString(), "--endpoints=" + String.join(",", urls())),
                Stream.of(question.split(" ")),
                Stream.of("-w", "json"))
            .flatMap(each -> each)
            .toList();
    return Command.of(words).outputWithin(LIMIT);
  }

  private void removeSet() throws IOException, InterruptedException {
    lab.kubectl("delete", "namespace", namespace(), "--timeout=120s").run(LIMIT);
    lab.kubectl("delete", "pv", "-l", "played=" + namespace(), "--wait=false").run(LIMIT);
  }

  /** A volume for a member that one node alone has. */
  private String volumeYaml(int ordinal, int node) {
    return """
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: %1$s, labels: {played: %5$s}}
    spec:
      capacity: {storage: 1Gi}
      accessModes: [ReadWriteOnce]
      persistentVolumeReclaimPolicy: Delete
      storageClassName: hostpath
      claimRef: {namespace: %5$s, name: data-etcd-%2$d}
      hostPath: {path: %3$s, type: DirectoryOrCreate}
      nodeAffinity:
        required:
          nodeSelectorTerms:
          - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node%4$d]}]
    """
        .formatted(
            volume(ordinal), ordinal, lab.volumes().resolve(volume(ordinal)), node, namespace());
  }

  private String configurationText(Path into, String temporal, int gateway) {
    return """
    temporal: {target: "%s"}
    gateway: {listen: "127.0.0.1:%d"}
    snapshots: {directory: %s}
    approval:
      approvers: {oncall: [{name: dana}, {name: robin}], dba: [{name: dana}, {name: kim}]}
      required: {reversible: 1, irreversible: 1, destructive: 1}
      expireAfter: 4h
    assessment: {lookAgain: 5s}
    etcd:
      releases:
    %s
    clusters:
      payments:
        platform: kubernetes
        kubeconfig: %s
        context: lab
        namespace: %s
        statefulSet: etcd
        keeperImage: %s
        members:
    %s
    """
        .formatted(
            temporal,
            gateway,
            into.resolve("snapshots"),
            cast.etcd().stream()
                .map(ToolFolder::tool)
                .map(SetsStage::releaseText)
                .collect(Collectors.joining("\n")),
            lab.kubeconfig(),
            namespace(),
            KubernetesLab.keeperImage(),
            IntStream.range(0, addresses.size())
                .mapToObj(this::memberText)
                .collect(Collectors.joining("\n")));
  }

  private static String releaseText(Tool etcd) {
    return "  - {version: %s, image: \"%s\"}"
        .formatted(etcd.version(), KubernetesLab.image(etcd.minor()));
  }

  /** The product is outside, and reaches each member by a Service of its own. */
  private String memberText(int ordinal) {
    return "      etcd-%1$d: {clientUrl: \"http://%2$s:2379\", metricsUrl: \"http://%2$s:2381\", peerUrl: \"http://etcd-%1$d.etcd:2380\"}"
        .formatted(ordinal, addresses.get(ordinal));
  }

  private String namespace() {
    return "payments-" + cast.number();
  }

  String volume(int ordinal) {
    return namespace() + "-etcd-" + ordinal;
  }

  KubernetesLab lab() {
    return lab;
  }

  Operated payments() {
    return payments;
  }

  Tool newest() {
    return cast.etcd().getLast().tool();
  }

  Path folder() {
    return folder;
  }

  Path manifest() {
    return folder.resolve("manifest.yaml");
  }

  /** The words of kubectl in a line of shell. */
  String kubectlWords() {
    return String.join(" ", lab.kubectl().words());
  }

  /** Returns what kubectl prints about the namespace of the set. */
  String kubectl(String... words) throws IOException, InterruptedException {
    List<String> all = Stream.concat(Stream.of(words), Stream.of("-n", namespace())).toList();
    return lab.kubectl(all.toArray(String[]::new)).outputWithin(LIMIT);
  }

  private Path configuration() {
    return folder.resolve(CONFIGURATION);
  }

  /** Returns what has to be typed before a verb in another terminal. */
  String command() {
    return "./quorate --config " + configuration();
  }

  /** Ends everything, in the reverse order of the start. */
  @Override
  public void close() {
    while (!open.isEmpty()) {
      AutoCloseable part = open.pop();
      try {
        part.close();
      } catch (Exception failed) {
        narrator.tell("not ended: " + failed.getMessage());
      }
    }
  }
}
