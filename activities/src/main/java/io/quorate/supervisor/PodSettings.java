package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.util.Optional;

/** Settings that the kubelet starts a member with: its manifest, against the configuration. */
record PodSettings(MemberPaths member, Facts facts) {
  /**
   * Why the member would not be started as its configuration says, with file, line and what to do;
   * empty where it would, and where its manifest was not seen.
   */
  Optional<String> objection() {
    if (!facts.has("environment-bytes")) {
      return Optional.empty();
    }
    Manifest manifest;
    try {
      manifest =
          Manifest.parse(
              member.environmentFile(), SettingsFile.text(facts, member.environmentFile()));
    } catch (Failure unusual) {
      return Optional.of(String.valueOf(unusual.getMessage()));
    }
    return stated(manifest, "ETCD_DATA_DIR", member.dataDirectory())
        .or(() -> new StartObjection(member, EffectiveSettings.of(manifest)).words())
        .or(() -> volume(manifest, "data directory", member.dataDirectory()))
        .or(
            () ->
                manifest
                    .value("ETCD_WAL_DIR")
                    .flatMap(log -> volume(manifest, "log (--wal-dir)", log)));
  }

  private Optional<String> stated(Manifest manifest, String key, String configured) {
    Optional<String> value = manifest.value(key);
    if (value.filter(configured::equals).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        value
            .map(
                other ->
                    "%s line %d has --data-dir=%s, the configuration says dataDirectory: %s; make them equal"
                        .formatted(
                            manifest.path(), manifest.line(key).orElseThrow(), other, configured))
            .orElse(manifest.path() + " has no --data-dir; write --data-dir=" + configured));
  }

  /** Data outlives its container on the host only, and Quorate reads it there by the same name. */
  private static Optional<String> volume(Manifest manifest, String what, String path) {
    Optional<PodVolume> found = PodVolume.holding(manifest.volumes(), path);
    if (found.isEmpty()) {
      return Optional.of(
          "%s mounts nothing of the host at its %s %s; give it a hostPath volume there"
              .formatted(manifest.path(), what, path));
    }
    PodVolume volume = found.get();
    String at = "%s line %d".formatted(manifest.path(), volume.line());
    Optional<String> onHost = volume.onHost(path);
    if (onHost.isEmpty()) {
      return Optional.of(
          "%s: the volume with its %s %s is no hostPath; make it one".formatted(at, what, path));
    }
    if (!volume.whole()) {
      return Optional.of(
          "%s: the volume with its %s %s is read-only or a part (subPath) of another"
              .formatted(at, what, path));
    }
    return onHost.get().equals(path)
        ? Optional.empty()
        : Optional.of(
            "%s: its %s is %s in the container and %s on the host; let both be equal"
                .formatted(at, what, path, onHost.get()));
  }
}
