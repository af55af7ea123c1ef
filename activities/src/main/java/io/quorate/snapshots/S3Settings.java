package io.quorate.snapshots;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Place in S3 where snapshots are kept.
 *
 * @param prefix before every key, without a slash at its end; may be empty
 * @param endpoint of a server that is not Amazon's; empty: the region's own
 * @param pathStyle whether the bucket stands in the path in place of the host name
 * @param credentialsFile in the form of AWS, read anew when it changes; empty: where the AWS SDK
 *     looks by itself (environment, profile, web identity, container, instance)
 * @param encryption of the objects by the server, as S3 names it: {@code AES256}, {@code aws:kms};
 *     empty: as the bucket has it
 * @param macKeyFile the key of the MAC over each catalogue entry; empty: entries have none
 * @param scratch local directory for snapshots that are read or restored; each is deleted after use
 */
public record S3Settings(
    String bucket,
    String prefix,
    String region,
    Optional<URI> endpoint,
    boolean pathStyle,
    Optional<Path> credentialsFile,
    Optional<String> encryption,
    Optional<Path> macKeyFile,
    Path scratch) {

  /** The place in words, as people write it. */
  String words() {
    return "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
  }
}
