package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.util.Optional;

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
  public Optional<String> objection(MemberPaths member, Facts facts) {
    return new PodSettings(member, facts).objection();
  }

  @Override
  public EffectiveSettings settings(MemberPaths member, Facts facts) {
    return EffectiveSettings.of(
        Manifest.parse(member.environmentFile(), new StartSettings(member).text(facts)));
  }

  @Override
  public Optional<String> obstacle(Facts facts) {
    return PodObservation.of(facts, this).obstacle();
  }

  @Override
  public boolean startsByItself() {
    return true;
  }

  @Override
  public SettingsFile read(String path, String bytes) {
    return Manifest.parse(path, bytes);
  }

  @Override
  public Sight sight(Facts facts) {
    return PodObservation.of(facts, this);
  }
}
