package io.quorate.supervisor;

import io.quorate.cluster.CleanText;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Liveness probe of a static pod that fails while quorum is lost: the kubelet then ends a healthy
 * member again and again. {@code /health} reads with quorum unless it is told {@code
 * serializable=true} (etcd 3.5 and newer), {@code /readyz} reads with quorum, {@code /livez} does
 * not; {@code etcdctl endpoint health} reads with quorum. A startup probe ends a member only until
 * its first success.
 */
final class QuorumProbe {
  private static final String LIVENESS = "livenessProbe";
  private static final int LONGEST_PATH = 100;

  private QuorumProbe() {}

  /** The probe in a manifest, in words; empty where none needs quorum. */
  static Optional<String> in(ManifestText manifest) {
    return manifest
        .mapping(manifest.root(), "spec")
        .flatMap(
            spec ->
                manifest.mappings(spec, "containers").stream()
                    .flatMap(container -> manifest.mapping(container, LIVENESS).stream())
                    .flatMap(probe -> in(manifest, probe).stream())
                    .findFirst());
  }

  private static Optional<String> in(ManifestText manifest, MappingNode probe) {
    Optional<String> asked =
        manifest
            .mapping(probe, "httpGet")
            .flatMap(get -> manifest.word(get, "path"))
            .filter(QuorumProbe::needsQuorum)
            .map(path -> "asks for " + CleanText.line(path, LONGEST_PATH));
    Optional<String> run =
        manifest
            .mapping(probe, "exec")
            .map(exec -> command(manifest, exec))
            .filter(command -> command.contains("endpoint health"))
            .map(command -> "runs etcdctl endpoint health");
    return asked
        .or(() -> run)
        .map(
            what ->
                "its %s %s, in line %d of %s"
                    .formatted(LIVENESS, what, ManifestText.line(probe), manifest.path()));
  }

  private static boolean needsQuorum(String path) {
    return path.startsWith("/readyz")
        || (path.startsWith("/health") && !path.contains("serializable=true"));
  }

  private static String command(ManifestText manifest, MappingNode exec) {
    return manifest.field(exec, "command").stream()
        .filter(SequenceNode.class::isInstance)
        .flatMap(list -> ((SequenceNode) list).getValue().stream())
        .filter(ScalarNode.class::isInstance)
        .map(word -> ((ScalarNode) word).getValue())
        .collect(Collectors.joining(" "));
  }
}
