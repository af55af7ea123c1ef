package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.quorate.cluster.CleanText;
import io.quorate.port.FoundSets.FoundTls;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * TLS of etcd as the template of a set has it: files of the container, by the Secrets that they
 * come from. No Secret is read.
 */
record TemplateTls(EtcdSet set, EtcdContainer etcd, ContainerSettings settings) {
  private static final int LONGEST = 200;

  /** Keys of a Secret, as the API server takes them; nothing that a shell takes for more. */
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

  static Optional<TemplateTls> of(EtcdSet set) {
    return EtcdContainer.in(set.template().getSpec())
        .map(
            etcd ->
                new TemplateTls(
                    set,
                    etcd,
                    ContainerSettings.of(etcd.container(), set.metadata(set.places().getFirst()))));
  }

  /** TLS for clients; empty where no client URL is {@code https}. */
  Optional<FoundTls> clients() {
    boolean secured =
        is("ETCD_ADVERTISE_CLIENT_URLS", "https:") || settings.value("ETCD_CERT_FILE").isPresent();
    return secured ? Optional.of(tls("ETCD_")) : Optional.empty();
  }

  /** TLS of peers where their CA is not that for clients. */
  Optional<FoundTls> peers() {
    Optional<String> ca = settings.value("ETCD_PEER_TRUSTED_CA_FILE");
    return ca.isPresent() && !ca.equals(settings.value("ETCD_TRUSTED_CA_FILE"))
        ? Optional.of(tls("ETCD_PEER_"))
        : Optional.empty();
  }

  private FoundTls tls(String prefix) {
    List<String> files =
        Stream.of(
                file("CA", prefix + "TRUSTED_CA_FILE"),
                file("certificate", prefix + "CERT_FILE"),
                file("key", prefix + "KEY_FILE"))
            .flatMap(Optional::stream)
            .toList();
    return new FoundTls(is(prefix + "CLIENT_CERT_AUTH", "true"), files);
  }

  private boolean is(String variable, String beginning) {
    return settings.value(variable).filter(value -> value.startsWith(beginning)).isPresent();
  }

  private Optional<String> file(String use, String variable) {
    return settings
        .value(variable)
        .map(
            path ->
                CleanText.line(
                    "%s %s%s".formatted(use, path, mount(path).map(at -> of(at, path)).orElse("")),
                    LONGEST));
  }

  private Optional<VolumeMount> mount(String path) {
    return etcd.container().getVolumeMounts().stream()
        .filter(mount -> (path + "/").startsWith(mount.getMountPath() + "/"))
        .max(Comparator.comparingInt(mount -> mount.getMountPath().length()));
  }

  private String of(VolumeMount mount, String path) {
    return set.template().getSpec().getVolumes().stream()
        .filter(volume -> volume.getName().equals(mount.getName()))
        .findFirst()
        .map(volume -> of(volume, mount, path))
        .orElse("");
  }

  private String of(Volume volume, VolumeMount mount, String path) {
    if (volume.getSecret() != null) {
      String inVolume =
          mount.getSubPath() == null || mount.getSubPath().isEmpty()
              ? path.substring(mount.getMountPath().length()).replaceFirst("^/+", "")
              : mount.getSubPath();
      return " of the Secret %s%s"
          .formatted(
              volume.getSecret().getSecretName(),
              key(volume.getSecret().getItems(), inVolume).map(key -> ", key " + key).orElse(""));
    }
    return volume.getConfigMap() != null
        ? " of the ConfigMap " + volume.getConfigMap().getName()
        : " of the volume " + volume.getName();
  }

  private static Optional<String> key(List<KeyToPath> items, String path) {
    return items.stream()
        .filter(item -> path.equals(item.getPath()))
        .map(KeyToPath::getKey)
        .findFirst()
        .or(() -> items.isEmpty() ? Optional.of(path) : Optional.empty())
        .filter(key -> KEY.matcher(key).matches());
  }
}
