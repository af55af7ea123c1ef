package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A Kubernetes cluster on this machine: one control plane and the nodes {@code node1} and {@code
 * node2}, with images of etcd and of the keeper. From this machine the API server, pods and
 * Services can be reached, and nothing can be reached from inside but this machine.
 *
 * <p>The clocks are faster than usual: a silent node is Unknown after 14 s in place of 50 s, and
 * pods have to leave such a node after 20 s in place of 300 s.
 */
public final class KubernetesLab implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int NODES = 2;

  /** The release of etcd in which the API server keeps its state. */
  private static final String STORE = "3.6";

  private final Path folder;
  private final LabNetwork network;
  private final ControlGroup group;
  private final Certificates certificates;
  private final ControlPlane controlPlane;
  private final List<Node> nodes;
  private final Images images;
  private final Tools tools;
  private Optional<OpenVolumes> volumes = Optional.empty();

  private KubernetesLab(
      Path folder, LabNetwork network, Tools tools, ControlPlane.Programs programs, Path kubelet) {
    this.folder = folder;
    this.network = network;
    this.tools = tools;
    this.group = new ControlGroup(network.name());
    this.certificates = new Certificates(folder.resolve("certificates"));
    this.images = new Images(folder.resolve("images"));
    ControlGroup control = group.child("control");
    this.controlPlane =
        new ControlPlane(
            network,
            folder.resolve("control"),
            control,
            new MountNamespace(
                new Server(control.child("mounts"), folder.resolve("control/mounts.log")), network),
            certificates,
            programs);
    this.nodes =
        IntStream.rangeClosed(1, NODES)
            .mapToObj(
                number ->
                    new Node(
                        number,
                        network,
                        folder.resolve("node" + number),
                        group.child("node" + number),
                        certificates,
                        kubelet,
                        volumes(folder)))
            .toList();
  }

  /**
   * Returns why no lab can be started here, and how to get what is missing; empty where that can be
   * tried.
   */
  public static Optional<String> whyNot() {
    return Prerequisites.missing();
  }

  /**
   * Starts a lab, and returns when both nodes are ready.
   *
   * @param folder must not be there, and is deleted in the end; short, for it begins paths of
   *     sockets
   * @param tools build Kubernetes the first time, which takes minutes
   * @param releases of etcd, as in 3.6, whose images both nodes get
   * @param progress gets a line for each part that is ready, with the seconds so far
   */
  public static KubernetesLab start(
      Path folder, Tools tools, List<String> releases, Consumer<String> progress)
      throws IOException, InterruptedException {
    Path kubernetes = tools.find(Tool.kubernetes()).folder();
    var programs =
        new ControlPlane.Programs(
            kubernetes,
            tools.find(Tool.etcd(STORE)).program("etcd"),
            tools.find(Tool.coredns()).program("coredns"));
    Path kubelet = tools.find(Tool.kubelet()).program("kubelet");
    List<ToolFolder> etcd = new ArrayList<>();
    for (String release : releases) {
      etcd.add(tools.find(Tool.etcd(release)));
    }
    Files.createDirectories(folder);
    var network = LabNetwork.take();
    Files.writeString(numberFile(folder), "" + network.number());
    var lab = new KubernetesLab(folder, network, tools, programs, kubelet);
    try {
      lab.up(etcd, new Progress(progress, System.nanoTime()));
      return lab;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      lab.closeAfter(failed);
      throw failed;
    }
  }

  /** A reporter of the parts of a start, with the seconds since the beginning. */
  private record Progress(Consumer<String> lines, long start) {
    void tell(String what) {
      double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
      lines.accept("%6.1f s  %s".formatted(seconds, what));
    }
  }

  private void up(List<ToolFolder> etcd, Progress progress)
      throws IOException, InterruptedException {
    for (String name : List.of("certificates", "images", "control", "addresses")) {
      Files.createDirectories(folder.resolve(name));
    }
    Files.createDirectories(volumes(folder));
    volumes = Optional.of(OpenVolumes.below(volumes(folder)));
    network.up();
    Certificates.create(folder.resolve("certificates"));
    controlPlane.certify();
    controlPlane.mounts().open(List.of(volumes(folder).toString(), "/tmp/hostpath_pv"));
    controlPlane.startApi();
    progress.tell("network and certificates; the API server is starting");
    for (Node node : nodes) {
      node.prepare(controlPlane.address());
      node.boot();
      node.importImage(images.keeper());
      for (ToolFolder release : etcd) {
        node.importImage(images.etcd(release));
      }
      progress.tell("containerd of " + node.name() + " has " + (1 + etcd.size()) + " images");
    }
    controlPlane.awaitApi();
    progress.tell("the API server is ready");
    controlPlane.startControllers();
    for (Node node : nodes) {
      node.startKubelet();
    }
    apply(STORAGE_CLASS);
    Await.until("both nodes to be ready", LIMIT, Duration.ofMillis(200), this::bothAreReady);
    progress.tell("both nodes are ready");
  }

  private static final String STORAGE_CLASS =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata:
        name: hostpath
        annotations: {storageclass.kubernetes.io/is-default-class: "true"}
      provisioner: kubernetes.io/host-path
      reclaimPolicy: Delete
      """;

  private boolean bothAreReady() throws InterruptedException {
    try {
      return nodesReady() == NODES;
    } catch (IOException later) {
      return false;
    }
  }

  /** Returns how many nodes the API server holds for ready. */
  public int nodesReady() throws IOException, InterruptedException {
    String ready = "{range .items[*]}{.status.conditions[?(@.type==\"Ready\")].status} {end}";
    String states = kubectl("get", "nodes", "-o", "jsonpath=" + ready).outputWithin(LIMIT);
    return (int) List.of(states.split(" ")).stream().filter("True"::equals).count();
  }

  /** The name of the lab's network namespace and of its control group. */
  public String name() {
    return network.name();
  }

  /** The credentials of an administrator, for clients on this machine. */
  public Path kubeconfig() {
    return certificates.file("admin.kubeconfig");
  }

  /** Returns kubectl as the administrator runs it. */
  public Command kubectl(String... arguments) {
    return controlPlane.kubectl(arguments);
  }

  /** Applies manifests, and returns what kubectl says. */
  public String apply(String manifests) throws IOException, InterruptedException {
    Path file = Files.createTempFile(folder, "manifests", ".yaml");
    Files.writeString(file, manifests);
    String said = kubectl("apply", "-f", file.toString()).outputWithin(LIMIT);
    Files.delete(file);
    return said;
  }

  /** Returns the addresses of Services that may be asked for, from a last number on. */
  public List<String> serviceAddresses(int from, int count) {
    return IntStream.range(from, from + count).mapToObj(network::service).toList();
  }

  /** The name of the image with a release of etcd, as in 3.6. */
  public static String image(String release) {
    return Images.etcd(Tool.etcd(release).version());
  }

  /** The name of the image with the tools that work on a member's files. */
  public static String keeperImage() {
    return Images.KEEPER;
  }

  /** Brings the image of a release of etcd to one node. */
  public void importImage(int node, String release) throws IOException, InterruptedException {
    node(node).importImage(images.etcd(tools.find(Tool.etcd(release))));
  }

  /**
   * Brings the image of a release of etcd whose scripts change the membership to both nodes, and
   * returns its name.
   */
  public String importChartImage(String release) throws IOException, InterruptedException {
    ToolFolder etcd = tools.find(Tool.etcd(release));
    importImages(images.chart(etcd));
    return Images.chart(etcd.tool().version());
  }

  /** Brings the images of an archive of {@code docker save} to both nodes. */
  public void importImages(Path archive) throws IOException, InterruptedException {
    for (Node node : nodes) {
      node.importImage(archive);
    }
  }

  /** Takes the image of a release of etcd away from one node. */
  public void removeImage(int node, String release) throws IOException, InterruptedException {
    node(node).removeImage(image(release));
  }

  /**
   * Cuts the power of a node: all its processes end at once, nobody reports that, and packets to it
   * and to its pods get no answer.
   */
  public void powerOff(int node) throws IOException, InterruptedException {
    node(node).off();
  }

  /** Boots a node again, with its images and with the pods that it had. */
  public void powerOn(int node) throws IOException, InterruptedException {
    node(node).boot();
    node(node).startKubelet();
  }

  /** Kills the kubelet of a node; its containers run on. */
  public void killKubelet(int node) throws InterruptedException {
    node(node).killKubelet();
  }

  /** Starts the kubelet of a node again. */
  public void startKubelet(int node) throws IOException, InterruptedException {
    node(node).startKubelet();
  }

  /** Kills the API server; nodes and pods run on. */
  public void killApiServer() throws InterruptedException {
    controlPlane.killApiServer();
  }

  /** Starts the API server again, and waits until it serves. */
  public void startApiServer() throws IOException, InterruptedException {
    controlPlane.startApiServer();
    controlPlane.awaitApi();
  }

  /** Returns all processes in containers of a node, as the kernel has them. */
  public List<ContainerProcess> processes(int node) {
    return node(node).processes();
  }

  /** Saves the logs of all servers and pods, as they are now, in an archive. */
  public void saveLogs(Path archive) throws IOException, InterruptedException {
    String logs = "control/*.log node*/*.log $(ls -d node*/pod-logs)";
    Command.of("sh", "-c", "tar --ignore-failed-read -czf \"$0\" " + logs, archive.toString())
        .in(folder)
        .outputWithin(LIMIT);
  }

  /** The folder of all volumes, each below its uuid. Pods know it as {@code /tmp/hostpath_pv}. */
  public Path volumes() {
    return volumes(folder);
  }

  /**
   * Gives a key and a certificate to members of etcd, which are clients too. The certificate has no
   * CommonName: with authentication on, the HTTP gateway of etcd refuses clients that have one.
   */
  public EtcdCertificates etcdCertificates(String name, List<String> names)
      throws IOException, InterruptedException {
    certificates.server(name, "/O=" + name, names);
    return new EtcdCertificates(
        certificates.file("ca.crt"),
        certificates.file(name + ".crt"),
        certificates.file(name + ".key"));
  }

  private Node node(int number) {
    return nodes.get(number - 1);
  }

  private static Path volumes(Path folder) {
    return folder.resolve("volumes");
  }

  private static Path numberFile(Path folder) {
    return folder.resolve("number");
  }

  /** Ends and removes what a process that was killed has left of its lab in this folder. */
  public static boolean endLeft(Path folder) throws IOException, InterruptedException {
    if (!Files.exists(numberFile(folder))) {
      return false;
    }
    var network = new LabNetwork(Integer.parseInt(Files.readString(numberFile(folder)).strip()));
    end(new ControlGroup(network.name()), network, folder);
    return true;
  }

  /** Ends all processes of the lab, and removes its control groups, its network and its folder. */
  @Override
  public void close() throws IOException, InterruptedException {
    if (volumes.isPresent()) {
      volumes.get().close();
    }
    end(group, network, folder);
  }

  private static void end(ControlGroup group, LabNetwork network, Path folder)
      throws IOException, InterruptedException {
    group.kill();
    group.remove();
    network.down();
    Folders.delete(folder);
  }

  private void closeAfter(Exception failure) {
    boolean interrupted = Thread.interrupted();
    try {
      close();
    } catch (IOException | RuntimeException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    } catch (InterruptedException again) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
