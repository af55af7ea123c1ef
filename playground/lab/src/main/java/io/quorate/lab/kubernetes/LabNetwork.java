package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of a lab: a network namespace with a bridge for nodes and pods, and one cable to this
 * machine's own network. There is no route out: nothing but this machine can be reached.
 *
 * @param number of the lab on this machine; another one for every lab, also in all its addresses
 */
record LabNetwork(int number) {
  private static final int MOST = 50;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Takes the first free number by creating its network namespace. */
  static LabNetwork take() throws IOException, InterruptedException {
    for (int number = 0; number < MOST; number++) {
      var network = new LabNetwork(number);
      var added = Command.of("ip", "netns", "add", network.name()).run(LIMIT);
      if (added.succeeded()) {
        return network;
      }
      if (!Files.exists(network.namespace())) {
        throw new IOException("no network namespace can be made: " + added.lastLine());
      }
    }
    throw new IOException("there are " + MOST + " labs here already; see ip netns");
  }

  /** The name of the namespace, of the cable's end on this machine, and of the control group. */
  String name() {
    return "qkube" + number;
  }

  private Path namespace() {
    return Path.of("/run/netns", name());
  }

  /** The addresses of pods and nodes. */
  String pods() {
    return "10.244." + number + ".0/24";
  }

  /** The addresses of Services. */
  String services() {
    return "10.96." + number + ".0/24";
  }

  /** An address that a Service may ask for. */
  String service(int last) {
    return "10.96." + number + "." + last;
  }

  /** The address of the API server, of DNS, and of the pods' gateway. */
  String gateway() {
    return "10.244." + number + ".1";
  }

  /** The lowest address of a pod. */
  String firstPod() {
    return "10.244." + number + ".10";
  }

  String node(int node) {
    return "10.244." + number + "." + (1 + node);
  }

  private String outerEnd() {
    return "10.245." + number + ".1";
  }

  private String innerEnd() {
    return "10.245." + number + ".2";
  }

  /** Lays the cable and sets up the bridge. */
  void up() throws IOException, InterruptedException {
    ip("link add %s type veth peer name cable netns %s".formatted(name(), name()));
    ip("addr add %s/30 dev %s".formatted(outerEnd(), name()));
    ip("link set %s up".formatted(name()));
    inside("link set lo up");
    inside("addr add %s/30 dev cable".formatted(innerEnd()));
    inside("link set cable up");
    inside("link add cni0 type bridge");
    inside("addr add %s/24 dev cni0".formatted(gateway()));
    inside("link set cni0 up");
    // Servers refuse to start without a default route. This one leads nowhere.
    inside("route add default dev cni0");
    ip("route add %s via %s".formatted(pods(), innerEnd()));
    ip("route add %s via %s".formatted(services(), innerEnd()));
    // Without the second, a pod's answer to a pod on its own bridge misses the Service's address.
    run(
        within(
            List.of(
                "sh",
                "-c",
                "echo 1 >/proc/sys/net/ipv4/ip_forward"
                    + " && echo 1 >/proc/sys/net/bridge/bridge-nf-call-iptables")));
  }

  /** Plugs a node in. */
  void join(int node) throws IOException, InterruptedException {
    inside("addr replace %s/24 dev cni0".formatted(node(node)));
  }

  /** Unplugs a node: packets to it get no answer, as from a machine that is off. */
  void leave(int node) throws IOException, InterruptedException {
    inside("addr del %s/24 dev cni0".formatted(node(node)));
  }

  /** Removes the network, whatever of it is there. */
  void down() throws IOException, InterruptedException {
    Command.of("ip", "link", "delete", name()).run(LIMIT);
    if (Files.exists(namespace())) {
      ip("netns delete " + name());
    }
  }

  /** Returns the program as it runs inside this network. */
  List<String> within(List<String> words) {
    // Not ip netns exec, which mounts another /sys and so hides the control groups.
    var all = new ArrayList<>(List.of("nsenter", "--net=" + namespace(), "--"));
    all.addAll(words);
    return all;
  }

  private void inside(String words) throws IOException, InterruptedException {
    ip("-n " + name() + " " + words);
  }

  private static void ip(String words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("ip"));
    all.addAll(List.of(words.split(" ")));
    run(all);
  }

  private static void run(List<String> words) throws IOException, InterruptedException {
    Command.of(words).outputWithin(LIMIT);
  }
}
