package io.quorate.configuration;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Snapshots in S3.
 *
 * @param prefix before every key; empty: none
 * @param endpoint of a server that is not Amazon's
 * @param pathStyle whether the bucket stands in the path in place of the host name
 * @param credentials file in the form of AWS; empty: where the AWS SDK looks by itself
 * @param scratch local directory for snapshots that are being read or restored
 */
public record SnapshotBucket(
    String bucket,
    String prefix,
    String region,
    Optional<URI> endpoint,
    boolean pathStyle,
    Optional<SecretFile> credentials,
    Path scratch)
    implements SnapshotSettings {}
