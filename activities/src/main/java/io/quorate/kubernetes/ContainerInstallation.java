package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.quorate.cluster.EtcdVersion;
import io.quorate.hosts.ReleaseImage;
import io.quorate.supervisor.EnvironmentFile;
import io.quorate.supervisor.ImageTag;
import io.quorate.workload.Installation;
import io.quorate.workload.Installation.Release;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The installation of etcd that the container of a pod tells. */
final class ContainerInstallation {
  private ContainerInstallation() {}

  /** The installation of a container, with the releases that it may be switched to. */
  static Installation of(
      Container container, ObjectMeta pod, List<ReleaseImage> images, Optional<Long> raftSnapshot) {
    return new Installation(
        version(container.getImage(), images),
        images.stream().map(one -> new Release(one.version(), Optional.empty())).toList(),
        settings(ContainerSettings.of(container, pod)),
        raftSnapshot);
  }

  /** The version of an image: the release configured for exactly it, else what its tag says. */
  static Optional<EtcdVersion> version(String image, List<ReleaseImage> images) {
    return released(image, images).or(() -> ImageTag.version(image));
  }

  /** The version of an image that the configuration gives. */
  static Optional<EtcdVersion> released(String image, List<ReleaseImage> images) {
    return images.stream()
        .filter(one -> one.image().equals(image))
        .map(ReleaseImage::version)
        .findFirst();
  }

  /** The settings of etcd that are no secrets. */
  static SortedMap<String, String> settings(ContainerSettings all) {
    SortedMap<String, String> settings = new TreeMap<>(all.values());
    settings.keySet().removeIf(name -> !EnvironmentFile.isSetting(name));
    return settings;
  }
}
