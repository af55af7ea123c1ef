package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A node: a kubelet and a containerd with all their containers, in one control group and in one
 * mount namespace.
 *
 * @param number from 1
 * @param kubelet the program
 * @param volumes the folder of all volumes, which both nodes see
 */
record Node(
    int number,
    LabNetwork network,
    Path folder,
    ControlGroup group,
    Certificates certificates,
    Path kubelet,
    Path volumes) {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Folders with fixed names, of which each node has one of its own. */
  private static final List<String> OWN_FOLDERS =
      List.of(
          "/run/netns",
          "/run/containerd",
          "/var/lib/cni",
          "/var/lib/kubelet",
          "/var/log/containers");

  /**
   * Settings that a kubelet gives to its kernel. Here it finds them done, in files: they would stay
   * on this machine.
   */
  private static final Map<String, String> KERNEL =
      Map.of(
          "vm/overcommit_memory", "1",
          "vm/panic_on_oom", "0",
          "kernel/panic", "10",
          "kernel/panic_on_oops", "1",
          "kernel/keys/root_maxkeys", "1000000",
          "kernel/keys/root_maxbytes", "25000000");

  /** A container's group is {@code …/podUID/CONTAINER-ID}. */
  private static final Pattern CONTAINER = Pattern.compile(".*/pod([^/]+)/([^/]+)");

  String name() {
    return "node" + number;
  }

  String address() {
    return network.node(number);
  }

  /** Writes certificates and settings of the node. */
  void prepare(String apiServer) throws IOException, InterruptedException {
    certificates.client(name(), "/O=system:nodes/CN=system:node:" + name());
    certificates.kubeconfig(name(), apiServer);
    certificates.server(
        name() + "-kubelet", "/CN=" + name(), List.of("DNS:" + name(), "IP:" + address()));
    write("containerd.toml", containerdSettings());
    write("kubelet.yaml", kubeletSettings());
    write("resolv.conf", "nameserver " + network.gateway() + "\n");
    write("cni/10-lab.conflist", networkSettings());
  }

  /** Switches the node on, up to containerd. Mounts and sockets of the run before are gone. */
  void boot() throws IOException, InterruptedException {
    Folders.delete(folder.resolve("run"));
    network.join(number);
    var mounts = new ArrayList<>(List.of(volumes.toString(), "/tmp/hostpath_pv"));
    OWN_FOLDERS.forEach(own -> mounts.addAll(List.of("tmpfs", own)));
    for (var setting : KERNEL.entrySet()) {
      write("kernel/" + setting.getKey(), setting.getValue());
      mounts.addAll(List.of(file("kernel/" + setting.getKey()), "/proc/sys/" + setting.getKey()));
    }
    mounts().open(mounts);
    server("containerd").start(inside("containerd", "--config", file("containerd.toml")));
    server("containerd").await("containerd of " + name(), LIMIT, () -> answers());
  }

  private boolean answers() throws InterruptedException {
    try {
      return ctr("version").run(LIMIT).succeeded();
    } catch (IOException late) {
      return false;
    }
  }

  void startKubelet() throws IOException, InterruptedException {
    server("kubelet")
        .start(
            inside(
                kubelet.toString(),
                "--config=" + file("kubelet.yaml"),
                "--kubeconfig=" + certificates.file(name() + ".kubeconfig"),
                "--hostname-override=" + name(),
                "--node-ip=" + address(),
                "--root-dir=" + file("kubelet")));
  }

  void killKubelet() throws InterruptedException {
    server("kubelet").kill();
  }

  /** Cuts the power. The kubelet goes first, so that it reports no container's end. */
  void off() throws IOException, InterruptedException {
    killKubelet();
    group.kill();
    network.leave(number);
  }

  void importImage(Path archive) throws IOException, InterruptedException {
    ctr("-n", "k8s.io", "images", "import", archive.toString()).outputWithin(LIMIT);
  }

  void removeImage(String name) throws IOException, InterruptedException {
    ctr("-n", "k8s.io", "images", "remove", "--sync", name).outputWithin(LIMIT);
  }

  /** Returns all processes in containers of this node. */
  List<ContainerProcess> processes() {
    return group.processes().stream().flatMap(found -> process(found).stream()).toList();
  }

  private static Optional<ContainerProcess> process(ControlGroup.GroupProcess found) {
    var container = CONTAINER.matcher("/" + found.below());
    if (!container.matches()) {
      return Optional.empty();
    }
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc/" + found.pid() + "/cmdline"));
      return Optional.of(
          new ContainerProcess(
              found.pid(),
              container.group(1),
              container.group(2),
              List.of(new String(line, StandardCharsets.UTF_8).split("\0"))));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }

  private MountNamespace mounts() {
    return new MountNamespace(server("mounts"), network);
  }

  private Server server(String name) {
    return new Server(group.child(name), folder.resolve(name + ".log"));
  }

  private List<String> inside(String... words) throws IOException {
    return mounts().within(List.of(words));
  }

  private Command ctr(String... words) {
    var all = new ArrayList<>(List.of("ctr", "--address", socket()));
    all.addAll(List.of(words));
    return Command.of(all);
  }

  private String socket() {
    return file("containerd.sock");
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(folder.resolve(name + "/..").normalize());
    Files.writeString(folder.resolve(name), text);
  }

  /** No container's memory score is lowered: not every machine allows that. */
  private String containerdSettings() {
    return """
    version = 2
    root = "%s"
    state = "%s"
    oom_score = 0
    [grpc]
      address = "%s"
    [plugins."io.containerd.grpc.v1.cri"]
      sandbox_image = "%s"
      disable_apparmor = true
      restrict_oom_score_adj = true
      [plugins."io.containerd.grpc.v1.cri".cni]
        bin_dir = "%s"
        conf_dir = "%s"
    """
        .formatted(
            file("containerd"),
            file("run"),
            socket(),
            Images.KEEPER,
            Prerequisites.networkPlugins().orElseThrow(),
            file("cni"));
  }

  private String networkSettings() {
    return """
    {"cniVersion": "1.0.0", "name": "lab", "plugins": [
      {"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false, "hairpinMode": true,
       "ipam": {"type": "host-local", "dataDir": "%s",
                "ranges": [[{"subnet": "%s", "rangeStart": "%s"}]],
                "routes": [{"dst": "0.0.0.0/0"}]}}]}
    """
        .formatted(folder.resolveSibling("addresses"), network.pods(), network.firstPod());
  }

  /** The lease lasts 8 s in place of 40 s, and the node reports every 2 s in place of 10 s. */
  private String kubeletSettings() {
    return """
    apiVersion: kubelet.config.k8s.io/v1beta1
    kind: KubeletConfiguration
    containerRuntimeEndpoint: unix://%s
    cgroupDriver: cgroupfs
    cgroupRoot: /%s
    failCgroupV1: false
    failSwapOn: false
    port: %d
    healthzPort: %d
    clusterDomain: cluster.local
    clusterDNS: [%s]
    resolvConf: %s
    podLogsDir: %s
    volumePluginDir: %s
    authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: %s}}
    authorization: {mode: Webhook}
    tlsCertFile: %s
    tlsPrivateKeyFile: %s
    enforceNodeAllocatable: []
    evictionHard:
      {memory.available: 100Mi, nodefs.available: "0%%", nodefs.inodesFree: "0%%",
       imagefs.available: "0%%", imagefs.inodesFree: "0%%"}
    imageGCHighThresholdPercent: 100
    imageGCLowThresholdPercent: 99
    nodeStatusUpdateFrequency: 2s
    nodeLeaseDurationSeconds: 8
    """
        .formatted(
            socket(),
            group.path(),
            10_150 + 100 * number,
            10_148 + 100 * number,
            network.gateway(),
            file("resolv.conf"),
            file("pod-logs"),
            file("volume-plugins"),
            certificates.file("ca.crt"),
            certificates.file(name() + "-kubelet.crt"),
            certificates.file(name() + "-kubelet.key"));
  }
}
