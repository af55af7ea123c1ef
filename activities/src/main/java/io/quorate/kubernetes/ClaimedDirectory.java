package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.port.Failure;
import java.util.Comparator;
import java.util.Optional;

/**
 * Data of a member on the claim of its pod.
 *
 * @param etcdName the member's name in etcd
 * @param claim name of the PersistentVolumeClaim
 * @param mount how the container of etcd mounts the claim
 * @param directory the data directory, an absolute path in the container
 * @param walDirectory the directory of its own that the member's log has, or an empty text
 */
record ClaimedDirectory(
    String etcdName, String claim, VolumeMount mount, String directory, String walDirectory) {
  /**
   * Returns the data of the member that the StatefulSet runs in the pod of this name. Throws {@link
   * Failure.Refused} where the data is on no claim.
   */
  static ClaimedDirectory of(StatefulSet set, String pod) {
    Container container = SetMembers.container(set.getSpec().getTemplate());
    ContainerSettings settings = SetMembers.settings(set, pod);
    String directory =
        settings
            .value("ETCD_DATA_DIR")
            .filter(path -> path.startsWith("/"))
            .map(ClaimedDirectory::chopped)
            .orElseThrow(
                () -> refused(set, "its template has no --data-dir with an absolute path"));
    VolumeMount mount =
        holding(container, directory)
            .orElseThrow(
                () -> refused(set, "no volume is mounted at the data directory " + directory));
    if (isReadOnly(mount)) {
      throw refused(set, "the volume with the data directory is mounted read-only");
    }
    boolean isClaimed =
        set.getSpec().getVolumeClaimTemplates().stream()
            .anyMatch(template -> template.getMetadata().getName().equals(mount.getName()));
    if (!isClaimed) {
      throw refused(
          set,
          "the data directory %s is on the volume %s, which is no volumeClaimTemplate: the data goes with the pod"
              .formatted(directory, mount.getName()));
    }
    String wal = settings.value("ETCD_WAL_DIR").map(ClaimedDirectory::chopped).orElse("");
    if (!wal.isEmpty() && holding(container, wal).filter(mount::equals).isEmpty()) {
      throw refused(set, "the log (--wal-dir) is on another volume than the data");
    }
    return new ClaimedDirectory(
        settings.value("ETCD_NAME").orElse(pod),
        mount.getName() + "-" + pod,
        mount,
        directory,
        wal);
  }

  /** The mount in which a path of the container is; of nested mounts the innermost. */
  private static Optional<VolumeMount> holding(Container container, String path) {
    return container.getVolumeMounts().stream()
        .filter(mount -> (path + "/").startsWith(chopped(mount.getMountPath()) + "/"))
        .max(Comparator.comparingInt(mount -> mount.getMountPath().length()));
  }

  private static boolean isReadOnly(VolumeMount mount) {
    return Boolean.TRUE.equals(mount.getReadOnly());
  }

  private static String chopped(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static Failure refused(StatefulSet set, String why) {
    return new Failure.Refused(
        "the data of the StatefulSet %s/%s cannot be reached: %s"
            .formatted(set.getMetadata().getNamespace(), set.getMetadata().getName(), why));
  }
}
