package io.quorate.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Where snapshots and cluster records are kept. */
public sealed interface SnapshotSettings {

  /** Snapshots in a directory of the machine that Quorate runs on. */
  public record SnapshotDirectory(Path directory) implements SnapshotSettings {}

  /**
   * Snapshots in S3.
   *
   * @param prefix before every key; empty: none
   * @param endpoint of a server that is not Amazon's
   * @param pathStyle whether the bucket stands in the path in place of the host name
   * @param credentials file in the form of AWS; empty: where the AWS SDK looks by itself
   * @param encryption by the server: {@code AES256} or {@code aws:kms}; empty: as the bucket has it
   * @param macKey key of the MAC over catalogue entries; empty: entries have none
   * @param scratch local directory for snapshots that are being read or restored
   */
  public record SnapshotBucket(
      String bucket,
      String prefix,
      String region,
      Optional<URI> endpoint,
      boolean pathStyle,
      Optional<SecretFile> credentials,
      Optional<String> encryption,
      Optional<SecretFile> macKey,
      Path scratch)
      implements SnapshotSettings {
    /** Returns what whoever can write to the bucket, or read on the way, could do. */
    public Optional<String> warning() {
      boolean clear =
          endpoint
              .filter(url -> "http".equals(url.getScheme()))
              .filter(url -> !HostPort.of(url).loopback())
              .isPresent();
      if (clear) {
        return Optional.of(
            "endpoint is http: whoever is on the way reads every snapshot, Secrets of Kubernetes"
                + " among them; use https");
      }
      return macKey.isPresent()
          ? Optional.empty()
          : Optional.of(
              "without macKeyFile, whoever can write to the bucket decides what a restore brings"
                  + " back: head -c 32 /dev/urandom | base64 > FILE, and macKeyFile: FILE");
    }
  }
}
