package io.quorate.playground.sets;

import io.quorate.cluster.ClusterKey;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.servers.TemporalServer;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.operation.OperationRequest;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.killing.PlayedWorker;
import io.quorate.playground.killing.WorkerKeeper;
import io.quorate.playground.killing.WorkerProgram;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.EtcdctlInspection;
import io.quorate.playground.operated.Opened;
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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Three members in a StatefulSet of a running lab, in a namespace of their own, with Temporal and
 * the product outside.
 */
public final class SetsStage implements AutoCloseable {
  /** Services outside of the set: also for members that are added. */
  private static final int PLACES = 5;

  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Path folder;
  private final Narrator narrator;
  private final KubernetesLab lab;
  private final Cast cast;
  private final SetScenario scenario;
  private final Site site;
  private Layout layout;
  private final Operated payments;
  private final Opened open;
  private Optional<SetConfiguration> configuration = Optional.empty();
  private Optional<Writing> clients = Optional.empty();
  private Optional<WorkerKeeper> killed = Optional.empty();
  private String templates = "";
  private @Nullable Process serving;

  /**
   * The servers that are started.
   *
   * @param etcd the release that members start with, followed by those they may be moved to
   * @param number of the stage in its lab, from 0; another one for each
   * @param killedAt the moments of each step that changes something, at which the worker is killed;
   *     empty where nobody kills the worker
   */
  public record Cast(List<ToolFolder> etcd, ToolFolder temporal, int number, Set<Moment> killedAt) {
    public Cast {
      etcd = List.copyOf(etcd);
      killedAt = Set.copyOf(killedAt);
    }

    /** Servers of a play in which nobody kills the worker. */
    public Cast(List<ToolFolder> etcd, ToolFolder temporal, int number) {
      this(etcd, temporal, number, Set.of());
    }
  }

  private SetsStage(
      Path folder, Narrator narrator, KubernetesLab lab, Cast cast, SetScenario scenario)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.narrator = narrator;
    this.lab = lab;
    this.cast = cast;
    this.scenario = scenario;
    this.open = new Opened(narrator);
    this.site =
        new Site(
            lab,
            namespace(),
            KubernetesLab.image(cast.etcd().getFirst().tool().minor()),
            lab.serviceAddresses(20 + PLACES * cast.number(), PLACES));
    this.layout = scenario.layout(site);
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
    stage.open.with(stage::start);
    return stage;
  }

  private void start() throws IOException, InterruptedException {
    for (int ordinal = 0; ordinal < scenario.nodes().size(); ordinal++) {
      Path kept = lab.volumes().resolve(volume(ordinal));
      String claim = "data-etcd-" + ordinal;
      int node = scenario.nodes().get(ordinal);
      lab.apply(new NodeVolume(namespace(), volume(ordinal), claim, kept, node).yaml());
    }
    open.push(this::removeSet);
    apply(layout.yaml());
    if (layout.access().user().isPresent()) {
      switchAuthenticationOn(layout.access().user().get());
    }
    configuration = Optional.of(configure(folder));
    payments.until("all members to serve", () -> payments.diagnosis().equals("whole"));
    narrator.tell("etcd-0, etcd-1 and etcd-2 of namespace " + namespace() + " serve");
    if (cast.killedAt().isEmpty()) {
      serving = serve(payments, folder);
    } else {
      serveWithAWorkerToKill();
    }
    narrator.tell("quorate serve answers; for other terminals: " + command() + " VERB");
  }

  private void serveWithAWorkerToKill() throws IOException, InterruptedException {
    var program =
        new WorkerProgram(PlayedWorker.class, configuration(), folder.resolve("worker.log"));
    WorkerKeeper keeper = WorkerKeeper.start(program, Set.of(), narrator::tell);
    open.push(keeper);
    killed = Optional.of(keeper);
    Process gateway = payments.gateway(folder);
    open.push(gateway::destroyForcibly);
    keeper.awaitPolling(LIMIT);
  }

  /** Has the worker killed at the moments of these steps, once at each. */
  void killAt(List<String> steps) throws IOException {
    if (killed.isPresent()) {
      Set<KillPoint> points = new LinkedHashSet<>();
      cast.killedAt().forEach(moment -> points.addAll(KillPoint.at(moment, steps)));
      killed.get().killAt(points);
    }
  }

  /** Starts a Temporal with its files in this folder, and writes the configuration for it there. */
  private SetConfiguration configure(Path into) throws IOException, InterruptedException {
    TemporalServer temporal =
        TemporalServer.layOut(cast.temporal(), Files.createDirectories(into.resolve("temporal")));
    open.push(temporal);
    temporal.start(LIMIT);
    try (ReservedPort gateway = ReservedPort.take()) {
      List<Tool> etcd = cast.etcd().stream().map(ToolFolder::tool).toList();
      var made =
          new SetConfiguration(
              lab.kubeconfig(), namespace(), etcd, temporal.target(), gateway.number());
      made.write(into, layout);
      return made;
    }
  }

  /** Applies manifests, which are those of the members from now on. */
  void apply(String manifests) throws IOException, InterruptedException {
    Files.writeString(manifest(), manifests);
    lab.apply(manifests);
  }

  /** Applies another layout of the same members, and has the product know it. */
  void become(Layout next) throws IOException, InterruptedException {
    layout = next;
    apply(next.yaml());
    configuration.orElseThrow().write(folder, next);
    restartProduct();
  }

  /** Users come first: etcd switches authentication on for a root user with the root role only. */
  private void switchAuthenticationOn(String user) throws IOException, InterruptedException {
    List<String> open = layout.access().withoutUser();
    payments.until("etcd to serve", () -> etcdctl(open, "endpoint health").run(LIMIT).succeeded());
    for (String words : List.of("user add " + user, "user grant-role root root", "auth enable")) {
      etcdctl(open, words).outputWithin(LIMIT);
    }
    narrator.tell("clients have to log in from now on");
  }

  private Process serve(Operated product, Path into) throws IOException, InterruptedException {
    Process process = product.serving(into);
    open.push(process::destroyForcibly);
    return process;
  }

  /** Terminates the running operation in Temporal. */
  void terminate() throws IOException, InterruptedException {
    String program = cast.temporal().program("temporal").toString();
    Command.of(program, "workflow", "terminate", "--address", temporal())
        .with("HOME", folder.toString())
        .and("--workflow-id", OperationRequest.workflowId(new ClusterKey(Operated.CLUSTER)))
        .outputWithin(LIMIT);
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
    var another = new Operated(new ChildJvm(beside.resolve(SetConfiguration.FILE)), LIMIT);
    serve(another, beside);
    return another;
  }

  /** Plays the scenario; the verdict contains whatever goes wrong on the way. */
  public Verdict play(Consent consent) throws IOException, InterruptedException {
    var scene = new SetScene(this, narrator, consent);
    keepTemplates();
    try (Writing writing = Writing.start(Command::of, folder, layout.access(), layout.urls())) {
      clients = Optional.of(writing);
      narrator.tell("a client writes all the time, and remembers what was acknowledged");
      Duration took =
          scene.timed(
              () -> {
                scenario.play(scene);
                demandAllKills(scene);
                demandNothingLeft(scene);
              });
      WritingProgram.Told writes = writing.readBack(layout.urls());
      EtcdctlInspection after = EtcdctlInspection.of(this::inspected, Site.MEMBERS);
      String version = cast.etcd().getFirst().tool().version();
      return scene.verdict(
          new Scene.Expected(scenario.name(), "completed", version, scenario.losesWrites()),
          took,
          writes,
          after,
          List.of());
    }
  }

  /**
   * A step that found nothing to change calls nothing, so the worker reaches none of its moments.
   */
  private void demandAllKills(SetScene scene) {
    if (killed.isEmpty()) {
      return;
    }
    Set<KillPoint> missed = killed.get().notReached();
    List<String> idle =
        missed.stream()
            .collect(Collectors.groupingBy(KillPoint::step, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(step -> step.getValue() == cast.killedAt().size())
            .map(Map.Entry::getKey)
            .toList();
    scene.demand(killed.get().kills() > missed.size(), "the worker was not killed at " + missed);
    scene.demand(
        missed.stream().allMatch(point -> idle.contains(point.step())),
        "the worker was not killed at " + missed);
    narrator.tell(
        "the worker was killed %d times; steps without a change: %s"
            .formatted(killed.get().kills(), idle));
  }

  /** The templates as they are now are those that have to be there at the end. */
  void keepTemplates() throws IOException, InterruptedException {
    templates = templates();
  }

  private void demandNothingLeft(SetScene scene) throws IOException, InterruptedException {
    payments.until("keepers to end", () -> !pods().contains("quorate.io/keeper"));
    payments.until(
        "the statement of a paused applier to go",
        () -> !kubectl("get", "statefulsets", "-o", "json").contains("quorate.io/applier-paused"));
    String pods = pods();
    scene.demand(!pods.contains("schedulingGates"), "a pod is left gated: " + pods);
    scene.demand(!pods.contains("quorate.io/hold"), "a pod is left held: " + pods);
    String sets = kubectl("get", "statefulsets", "-o", "json");
    scene.demand(!sets.contains("quorate.io/"), "marks are left on a set: " + sets);
    scene.demand(scene.leases().isEmpty(), "a lease is left: " + scene.leases());
    String expected =
        scenario.target(cast.etcd().getFirst().tool().minor()).isEmpty()
            ? templates
            : templates.replace(
                KubernetesLab.image(cast.etcd().getFirst().tool().minor()),
                KubernetesLab.image(newest().minor()));
    scene.demand(
        templates.isEmpty() || templates().equals(expected),
        "a template is another one: " + templates());
  }

  private String pods() throws IOException, InterruptedException {
    return kubectl("get", "pods", "-o", "json");
  }

  private String templates() throws IOException, InterruptedException {
    return kubectl("get", "statefulsets", "-o", "jsonpath={.items[*].spec.template}");
  }

  private String inspected(String question) throws IOException, InterruptedException {
    return etcdctl(layout.access().etcdctl(), question + " -w json").outputWithin(LIMIT);
  }

  /** Returns what etcdctl says of the member of this ordinal. */
  String etcdctl(int ordinal, String words) throws IOException, InterruptedException {
    List<String> url = List.of(layout.urls().get(ordinal));
    return etcdctl(url, layout.access().etcdctl(), words).outputWithin(LIMIT);
  }

  private Command etcdctl(List<String> options, String words) {
    return etcdctl(layout.urls(), options, words);
  }

  private Command etcdctl(List<String> urls, List<String> options, String words) {
    List<String> all = new ArrayList<>();
    all.add(cast.etcd().getLast().program("etcdctl").toString());
    all.add("--endpoints=" + String.join(",", urls));
    all.addAll(options);
    all.addAll(List.of(words.split(" ")));
    return Command.of(all);
  }

  private void removeSet() throws IOException, InterruptedException {
    lab.kubectl("delete", "namespace", namespace(), "--timeout=120s").run(LIMIT);
    lab.kubectl("delete", "pv", "-l", "played=" + namespace(), "--wait=false").run(LIMIT);
  }

  Layout layout() {
    return layout;
  }

  /** The address of the Temporal of the product. */
  public String temporal() {
    return configuration.orElseThrow().temporal();
  }

  Site site() {
    return site;
  }

  Writing clients() {
    return clients.orElseThrow();
  }

  String namespace() {
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

  /** The folder of the play. */
  public Path folder() {
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
    return folder.resolve(SetConfiguration.FILE);
  }

  /** Returns what has to be typed before a verb in another terminal. */
  String command() {
    return "./quorate --config " + configuration();
  }

  /** Ends everything, in the reverse order of the start. */
  @Override
  public void close() {
    open.close();
  }
}
