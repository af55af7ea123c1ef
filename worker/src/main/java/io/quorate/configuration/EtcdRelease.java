package io.quorate.configuration;

import io.quorate.cluster.EtcdVersion;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A release of etcd that members may be moved to.
 *
 * @param directory folder with {@code etcd}, {@code etcdctl} and {@code etcdutl}; empty where
 *     members run it as an image only
 * @param image what manifests of static pods name; empty where no member is one
 */
public record EtcdRelease(EtcdVersion version, Optional<Path> directory, Optional<String> image) {
  /** Where it is, for people: {@code in /opt/etcd/3.6.16, as registry.k8s.io/etcd:3.6.16-0}. */
  public String where() {
    String folder = directory.map(path -> "in " + path).orElse("");
    return folder
        + (directory.isPresent() && image.isPresent() ? ", " : "")
        + image.map(name -> "as " + name).orElse("");
  }
}
