package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.Tool;
import io.quorate.playground.operated.Access;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The configuration of a product that is outside of the Kubernetes, and reaches each member by a
 * Service of its own.
 *
 * @param etcd the releases that members may have
 * @param temporal where it serves
 * @param gateway the port of the product
 */
record SetConfiguration(
    Path kubeconfig, String namespace, List<Tool> etcd, String temporal, int gateway) {
  /** The name of the file. */
  static final String FILE = "quorate.yml";

  SetConfiguration {
    etcd = List.copyOf(etcd);
  }

  /** Writes the file into this folder, where snapshots and passwords are too. */
  void write(Path folder, Layout layout) throws IOException {
    Files.writeString(folder.resolve(FILE), text(folder, layout));
  }

  private String text(Path folder, Layout layout) throws IOException {
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
        watch: off
        kubeconfig: %s
        context: lab
        namespace: %s
        statefulSets: [%s]
        keeperImage: %s
    %s    members:
    %s
    """
        .formatted(
            temporal,
            gateway,
            folder.resolve("snapshots"),
            etcd.stream().map(SetConfiguration::release).collect(Collectors.joining("\n")),
            kubeconfig,
            namespace,
            String.join(", ", layout.sets()),
            KubernetesLab.keeperImage(),
            access(folder, layout.access()),
            IntStream.range(0, layout.addresses().size())
                .mapToObj(ordinal -> member(layout, ordinal))
                .collect(Collectors.joining("\n")));
  }

  private static String access(Path folder, Access access) throws IOException {
    var lines = new StringBuilder();
    access
        .certificates()
        .ifPresent(
            files ->
                lines.append(
                    "    tls: {ca: %s, certificate: %s, key: %s}\n"
                        .formatted(files.authority(), files.certificate(), files.key())));
    if (access.user().isPresent()) {
      String[] user = access.user().get().split(":", 2);
      Path name = secret(folder.resolve("etcd-user"), user[0]);
      Path password = secret(folder.resolve("etcd-password"), user[1]);
      lines.append("    credentials: {userFile: %s, passwordFile: %s}\n".formatted(name, password));
    }
    return lines.toString();
  }

  private static Path secret(Path file, String text) throws IOException {
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String release(Tool etcd) {
    return "  - {version: %s, image: \"%s\"}"
        .formatted(etcd.version(), KubernetesLab.image(etcd.minor()));
  }

  private static String member(Layout layout, int ordinal) {
    return "      etcd-%1$d: {clientUrl: \"%2$s://%3$s:2379\", metricsUrl: \"http://%3$s:2381\", peerUrl: \"%2$s://%4$s:2380\"}"
        .formatted(
            ordinal,
            layout.access().scheme(),
            layout.addresses().get(ordinal),
            layout.peers().get(ordinal));
  }
}
