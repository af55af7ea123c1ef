package io.quorate.supervisor;

import io.quorate.port.Failure;

/**
 * The process is the container of a static pod, which the kubelet runs while its manifest lies in
 * the kubelet's directory.
 *
 * @param manifest absolute path of the manifest there; while the member is held it is in {@code
 *     quorate-held} beside that directory
 */
public record StaticPodSupervisor(String manifest) implements Supervisor {
  /** Checks the path. Throws {@link Failure.Fault} where no kubelet would read it. */
  public StaticPodSupervisor {
    String name = manifest.substring(manifest.lastIndexOf('/') + 1);
    if (!manifest.matches("(/[^/]+){2,}") || manifest.chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault(
          "the manifest '"
              + manifest
              + "': write its path in full, for example /etc/kubernetes/manifests/etcd.yaml");
    }
    if (name.startsWith(".")) {
      throw new Failure.Fault(
          "the manifest '"
              + manifest
              + "': the kubelet reads no file whose name begins with a dot");
    }
  }

  /** Where the manifest is while the member is held: a rename away, and read by no kubelet. */
  String held() {
    String folder = manifest.substring(0, manifest.lastIndexOf('/'));
    return folder.substring(0, folder.lastIndexOf('/'))
        + "/quorate-held"
        + manifest.substring(manifest.lastIndexOf('/'));
  }

  @Override
  public String part() {
    return "pod";
  }

  @Override
  public String kindOfFile() {
    return "manifest";
  }

  @Override
  public String service() {
    return manifest;
  }

  @Override
  public String logFile() {
    return "";
  }

  @Override
  public String lockFile() {
    return "/run/quorate/" + manifest.substring(1).replace('/', '-') + ".lock";
  }

  @Override
  public boolean startsByItself() {
    return true;
  }
}
