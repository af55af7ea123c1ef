package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers of the control plane, with DNS and with the proxy of Services. They run beside the
 * nodes and outlive them.
 *
 * @param mounts where the provisioner's {@code /tmp/hostpath_pv} is the lab's own folder
 */
record ControlPlane(
    LabNetwork network,
    Path folder,
    ControlGroup group,
    MountNamespace mounts,
    Certificates certificates,
    Programs programs) {

  /** The secure port of the API server. */
  private static final int PORT = 6443;

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration QUESTION_LIMIT = Duration.ofSeconds(20);

  /** Programs that the control plane is made of. */
  record Programs(Path kubernetes, Path etcd, Path coredns) {
    Path of(String name) {
      return kubernetes.resolve(name);
    }
  }

  /** Gives all servers their certificates. */
  void certify() throws IOException, InterruptedException {
    certificates.server(
        "apiserver",
        "/CN=kube-apiserver",
        List.of(
            "DNS:kubernetes",
            "DNS:kubernetes.default",
            "DNS:kubernetes.default.svc",
            "DNS:localhost",
            "IP:127.0.0.1",
            "IP:" + network.gateway(),
            "IP:" + network.service(1)));
    certificates.client("kubelet-client", "/O=system:masters/CN=apiserver-kubelet");
    certificates.oldClient("admin", "/O=system:masters/CN=admin");
    certificates.client("manager", "/CN=system:kube-controller-manager");
    certificates.client("scheduler", "/CN=system:kube-scheduler");
    certificates.client("proxy", "/CN=system:kube-proxy");
    certificates.client("dns", "/O=system:masters/CN=dns");
    for (String client : List.of("admin", "manager", "scheduler", "proxy", "dns")) {
      certificates.kubeconfig(client, address());
    }
  }

  String address() {
    return "https://" + network.gateway() + ":" + PORT;
  }

  /** Starts the store of the API server, and the API server. */
  void startApi() throws IOException, InterruptedException {
    start(
        "etcd",
        programs.etcd().toString(),
        "--data-dir=" + folder.resolve("etcd"),
        "--listen-client-urls=http://127.0.0.1:2379",
        "--advertise-client-urls=http://127.0.0.1:2379",
        "--listen-peer-urls=http://127.0.0.1:2380",
        "--unsafe-no-fsync");
    startApiServer();
  }

  void startApiServer() throws IOException, InterruptedException {
    start(
        "apiserver",
        programs.of("kube-apiserver").toString(),
        "--etcd-servers=http://127.0.0.1:2379",
        "--advertise-address=" + network.gateway(),
        "--bind-address=0.0.0.0",
        "--secure-port=" + PORT,
        "--service-cluster-ip-range=" + network.services(),
        "--tls-cert-file=" + certificates.file("apiserver.crt"),
        "--tls-private-key-file=" + certificates.file("apiserver.key"),
        "--client-ca-file=" + certificates.file("ca.crt"),
        "--authorization-mode=Node,RBAC",
        "--service-account-issuer=https://kubernetes.default.svc",
        "--service-account-key-file=" + certificates.file("sa.key"),
        "--service-account-signing-key-file=" + certificates.file("sa.key"),
        "--kubelet-client-certificate=" + certificates.file("kubelet-client.crt"),
        "--kubelet-client-key=" + certificates.file("kubelet-client.key"),
        "--kubelet-certificate-authority=" + certificates.file("ca.crt"),
        "--kubelet-preferred-address-types=InternalIP",
        "--allow-privileged=true",
        "--endpoint-reconciler-type=lease",
        // 20 s in place of 300 s until the pods of a node that is away are to leave it.
        "--default-not-ready-toleration-seconds=20",
        "--default-unreachable-toleration-seconds=20");
  }

  void killApiServer() throws InterruptedException {
    server("apiserver").kill();
  }

  /** Waits until the API server serves, and has made the roles of the other servers. */
  void awaitApi() throws IOException, InterruptedException {
    server("apiserver").await("the API server", LIMIT, this::isReady);
  }

  private boolean isReady() throws InterruptedException {
    try {
      return kubectl("get", "--raw", "/readyz").run(QUESTION_LIMIT).succeeded();
    } catch (IOException late) {
      return false;
    }
  }

  /** Starts the servers that ask the API server. Before it has their roles they would end. */
  void startControllers() throws IOException, InterruptedException {
    start(
        "manager",
        programs.of("kube-controller-manager").toString(),
        kubeconfig("", "manager"),
        kubeconfig("authentication-", "manager"),
        kubeconfig("authorization-", "manager"),
        "--bind-address=127.0.0.1",
        "--leader-elect=false",
        "--use-service-account-credentials",
        "--service-account-private-key-file=" + certificates.file("sa.key"),
        "--root-ca-file=" + certificates.file("ca.crt"),
        "--enable-hostpath-provisioner",
        // 14 s in place of 50 s until a silent node is Unknown.
        "--node-monitor-grace-period=14s");
    start(
        "scheduler",
        programs.of("kube-scheduler").toString(),
        kubeconfig("", "scheduler"),
        kubeconfig("authentication-", "scheduler"),
        kubeconfig("authorization-", "scheduler"),
        "--bind-address=127.0.0.1",
        "--leader-elect=false");
    // Both nodes are in one network namespace, so one proxy serves both.
    start(
        "proxy",
        programs.of("kube-proxy").toString(),
        kubeconfig("", "proxy"),
        "--hostname-override=node1",
        "--proxy-mode=iptables",
        "--cluster-cidr=" + network.pods(),
        "--metrics-bind-address=127.0.0.1:10249",
        "--iptables-min-sync-period=0s",
        "--conntrack-max-per-core=0",
        "--conntrack-tcp-timeout-established=0s",
        "--conntrack-tcp-timeout-close-wait=0s");
    Path corefile = folder.resolve("Corefile");
    Files.writeString(
        corefile,
        """
        .:53 {
            bind %s
            errors
            kubernetes cluster.local in-addr.arpa {
                kubeconfig %s
                pods insecure
                ttl 5
            }
            cache 5
        }
        """
            .formatted(network.gateway(), certificates.file("dns.kubeconfig")));
    start("dns", programs.coredns().toString(), "-conf", corefile.toString());
  }

  private String kubeconfig(String which, String client) {
    return "--" + which + "kubeconfig=" + certificates.file(client + ".kubeconfig");
  }

  /** Returns kubectl, as the administrator of the cluster, in this machine's own network. */
  Command kubectl(String... arguments) {
    var words = new ArrayList<>(List.of(programs.of("kubectl").toString()));
    words.add("--kubeconfig=" + certificates.file("admin.kubeconfig"));
    words.addAll(List.of(arguments));
    return Command.of(words).with("HOME", folder.toString());
  }

  private void start(String name, String... words) throws IOException, InterruptedException {
    server(name).start(mounts.within(List.of(words)));
  }

  private Server server(String name) {
    return new Server(group.child(name), folder.resolve(name + ".log"));
  }
}
