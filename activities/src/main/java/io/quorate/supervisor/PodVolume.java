package io.quorate.supervisor;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * A directory that a container sees.
 *
 * @param mountPath where in the container
 * @param hostPath which directory of the host; empty where it is another kind of volume
 * @param whole whether all of it is there to be written
 */
record PodVolume(String mountPath, Optional<String> hostPath, boolean whole, int line) {
  static List<PodVolume> of(ManifestText source, MappingNode spec, MappingNode container) {
    return source.mappings(container, "volumeMounts").stream()
        .map(mount -> of(source, spec, mount, source.word(mount, "name").orElse("")))
        .toList();
  }

  private static PodVolume of(
      ManifestText source, MappingNode spec, MappingNode mount, String name) {
    Optional<String> onHost =
        source.mappings(spec, "volumes").stream()
            .filter(volume -> source.word(volume, "name").filter(name::equals).isPresent())
            .flatMap(volume -> source.mapping(volume, "hostPath").stream())
            .flatMap(volume -> source.word(volume, "path").stream())
            .findFirst();
    boolean part =
        source.word(mount, "readOnly").filter("true"::equals).isPresent()
            || source.field(mount, "subPath").isPresent()
            || source.field(mount, "subPathExpr").isPresent();
    return new PodVolume(
        chopped(source.word(mount, "mountPath").orElse("")),
        onHost.map(PodVolume::chopped),
        !part,
        ManifestText.line(mount));
  }

  private static String chopped(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  /** The volume in which a path of the container is; of nested ones the innermost. */
  static Optional<PodVolume> holding(List<PodVolume> volumes, String path) {
    return volumes.stream()
        .filter(volume -> path.equals(volume.mountPath) || path.startsWith(volume.mountPath + "/"))
        .max(Comparator.comparingInt(volume -> volume.mountPath.length()));
  }

  /** Path on the host of a path of the container; empty where the host has none. */
  Optional<String> onHost(String path) {
    return hostPath.map(host -> host + path.substring(mountPath.length()));
  }
}
