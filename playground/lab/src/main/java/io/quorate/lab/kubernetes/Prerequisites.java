package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Programs and features of the kernel that a lab needs. The lab itself installs nothing. */
final class Prerequisites {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final List<String> FOLDERS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");

  /** Programs, and Debian's packages that have them. */
  private static final Map<String, String> PROGRAMS =
      Map.of(
          "containerd", "containerd",
          "ctr", "containerd",
          "runc", "runc",
          "iptables", "iptables",
          "ip", "iproute2",
          "nsenter", "util-linux",
          "unshare", "util-linux",
          "mount", "mount",
          "openssl", "openssl",
          "ldd", "libc-bin");

  private Prerequisites() {}

  /** Returns why no lab can be started here; empty where that can be tried. */
  static Optional<String> missing() {
    if (!System.getProperty("user.name", "").equals("root")) {
      return Optional.of("a Kubernetes lab needs root");
    }
    return packages()
        .or(Prerequisites::kernel)
        .or(() -> refused("--net"))
        .or(() -> refused("--mount"));
  }

  /** Returns the folder of the plugins that connect a pod to the bridge. */
  static Optional<Path> networkPlugins() {
    return Stream.of("/usr/lib/cni", "/opt/cni/bin")
        .map(Path::of)
        .filter(folder -> Files.isExecutable(folder.resolve("bridge")))
        .findFirst();
  }

  private static Optional<String> packages() {
    var missing = new TreeMap<String, String>();
    PROGRAMS.forEach(
        (program, name) -> {
          if (FOLDERS.stream().noneMatch(f -> Files.isExecutable(Path.of(f, program)))) {
            missing.put(program, name);
          }
        });
    if (networkPlugins().isEmpty()) {
      missing.put("the plugins of CNI", "containernetworking-plugins");
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "a Kubernetes lab needs %s: apt-get install -y --no-install-recommends %s"
                .formatted(
                    String.join(", ", missing.keySet()),
                    String.join(" ", new TreeSet<>(missing.values()))));
  }

  private static Optional<String> kernel() {
    if (!Files.isDirectory(Path.of("/sys/fs/cgroup"))) {
      return Optional.of("a Kubernetes lab needs control groups, mounted at /sys/fs/cgroup");
    }
    if (!overlays()) {
      return Optional.of("a Kubernetes lab needs overlayfs: modprobe overlay");
    }
    return Files.isDirectory(Path.of("/proc/sys/net/bridge"))
        ? Optional.empty()
        : Optional.of("a Kubernetes lab needs bridges that iptables sees: modprobe br_netfilter");
  }

  private static boolean overlays() {
    try {
      return Files.readString(Path.of("/proc/filesystems")).contains("\toverlay\n");
    } catch (IOException unreadable) {
      return false;
    }
  }

  private static Optional<String> refused(String namespace) {
    try {
      var tried = Command.of("unshare", namespace, "true").run(LIMIT);
      return tried.succeeded()
          ? Optional.empty()
          : Optional.of("a Kubernetes lab needs namespaces of its own: " + tried.lastLine());
    } catch (IOException failed) {
      return Optional.of("a Kubernetes lab needs namespaces of its own: " + failed.getMessage());
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return Optional.of("called off");
    }
  }
}
