package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimVolumeSource;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

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
  private static final int LONGEST = 100;

  /**
   * Returns the data of the member that the StatefulSet runs in the pod of this name. Throws {@link
   * Failure.Refused} where the data is on no claim.
   */
  static ClaimedDirectory of(StatefulSet set, String pod) {
    Container container = SetMembers.container(set.getSpec().getTemplate());
    ContainerSettings settings = SetMembers.settings(set, pod);
    unclear(settings)
        .ifPresent(
            why -> {
              throw refused(set, why);
            });
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
    if (mount.getSubPathExpr() != null) {
      throw refused(
          set,
          "the volume with the data directory is mounted with subPathExpr, which a keeper cannot"
              + " resolve. Do: mount it with subPath");
    }
    String claim = claim(set, mount, directory, pod);
    String wal = settings.value("ETCD_WAL_DIR").map(ClaimedDirectory::chopped).orElse("");
    if (!wal.isEmpty() && holding(container, wal).filter(mount::equals).isEmpty()) {
      throw refused(set, "the log (--wal-dir) is on another volume than the data");
    }
    return new ClaimedDirectory(
        settings.value("ETCD_NAME").orElse(pod), claim, mount, directory, wal);
  }

  /** The claim that the set makes for the pod; of an only pod also a claim that somebody made. */
  private static String claim(StatefulSet set, VolumeMount mount, String directory, String pod) {
    boolean isMade =
        set.getSpec().getVolumeClaimTemplates().stream()
            .anyMatch(template -> template.getMetadata().getName().equals(mount.getName()));
    if (isMade) {
      return mount.getName() + "-" + pod;
    }
    Optional<String> found =
        set.getSpec().getTemplate().getSpec().getVolumes().stream()
            .filter(volume -> volume.getName().equals(mount.getName()))
            .flatMap(volume -> Stream.ofNullable(volume.getPersistentVolumeClaim()))
            .map(PersistentVolumeClaimVolumeSource::getClaimName)
            .findFirst();
    if (found.isPresent() && new EtcdSet(set).replicas() == 1) {
      return found.get();
    }
    throw refused(
        set,
        found
            .map(
                claim ->
                    "the data directory %s is on the claim %s, which all pods of the set use"
                        .formatted(directory, claim))
            .orElseGet(
                () ->
                    "the data directory %s is on the volume %s, which is no volumeClaimTemplate: the data goes with the pod"
                        .formatted(directory, mount.getName())));
  }

  /**
   * Why these settings do not tell where the data is; empty where they do. Whoever reads in a wrong
   * place finds nothing there, and takes a member that has its data for one that has lost it.
   */
  private static Optional<String> unclear(ContainerSettings settings) {
    return settingsFile(settings)
        .or(
            () ->
                settings.unknown().isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        "etcd may have another %s than its template shows: the value comes from a ConfigMap, a Secret, a variable of a script, or a program that is not seen. Do: write ETCD_DATA_DIR and ETCD_WAL_DIR as literal values into the env of the container (an empty ETCD_WAL_DIR and ETCD_CONFIG_FILE where etcd has none), and pass no flag for them"
                            .formatted(String.join(" and ", settings.unknown()))));
  }

  /** The reason why the settings do not count; empty where the settings count. */
  static Optional<String> settingsFile(ContainerSettings settings) {
    return settings
        .value("ETCD_CONFIG_FILE")
        .map(
            file ->
                "its template names the settings file %s: etcd then ignores all variables and flags, and nobody reads such a file here. Do: write its settings as flags or ETCD_ variables into the template, and take --config-file away"
                    .formatted(CleanText.line(file, LONGEST)));
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
    return path.isEmpty() ? path : Path.of(path).normalize().toString();
  }

  private static Failure refused(StatefulSet set, String why) {
    return new Failure.Refused(
        "the data of the StatefulSet %s/%s cannot be reached: %s"
            .formatted(set.getMetadata().getNamespace(), set.getMetadata().getName(), why));
  }
}
