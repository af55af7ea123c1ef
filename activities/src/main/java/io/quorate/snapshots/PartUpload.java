package io.quorate.snapshots;

import io.quorate.cluster.Sha256;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * A snapshot on its way to S3, in parts. Nothing is listed before the last part is there and the
 * whole was found right; every part goes with its SHA-256, which S3 compares, and the sum of the
 * sums is read back from S3 in the end. The memory of one part is all it takes.
 */
final class PartUpload implements Writing {
  /** Size of a part in bytes. S3 takes 10,000 of them, so that a snapshot may have 80 GB. */
  static final int PART_BYTES = 8 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(PartUpload.class);

  private final S3Bucket bucket;
  private final String key;
  private final String upload;
  private final TrailerDigest digest = new TrailerDigest();
  private final List<CompletedPart> parts = new ArrayList<>();
  private final MessageDigest sums = Sha256.digest();
  private final byte[] part = new byte[PART_BYTES];
  private int filled;
  private boolean finished;
  private Optional<IOException> failed = Optional.empty();

  private PartUpload(S3Bucket bucket, String key, String upload) {
    this.bucket = bucket;
    this.key = key;
    this.upload = upload;
  }

  /** Begins an upload. */
  static PartUpload begin(S3Bucket bucket, String key) {
    try {
      String id =
          bucket
              .client()
              .createMultipartUpload(
                  request ->
                      bucket
                          .encrypting(request)
                          .bucket(bucket.settings().bucket())
                          .key(key)
                          .checksumAlgorithm(ChecksumAlgorithm.SHA256)
                          .checksumType(ChecksumType.COMPOSITE))
              .uploadId();
      return new PartUpload(bucket, key, id);
    } catch (SdkException e) {
      throw bucket.failure(e);
    }
  }

  @Override
  public void take(byte[] bytes, long remaining) throws IOException {
    int taken = 0;
    while (taken < bytes.length) {
      int now = Math.min(bytes.length - taken, PART_BYTES - filled);
      System.arraycopy(bytes, taken, part, filled, now);
      filled += now;
      taken += now;
      if (filled == PART_BYTES) {
        send();
      }
    }
    digest.update(bytes);
  }

  private void send() throws IOException {
    byte[] content = Arrays.copyOf(part, filled);
    byte[] sum = Sums.sha256(content);
    String sent = Sums.base64(sum);
    int number = parts.size() + 1;
    try {
      var answer =
          bucket
              .client()
              .uploadPart(
                  request ->
                      request
                          .bucket(bucket.settings().bucket())
                          .key(key)
                          .uploadId(upload)
                          .partNumber(number)
                          .checksumSHA256(sent),
                  RequestBody.fromBytes(content));
      parts.add(
          CompletedPart.builder()
              .partNumber(number)
              .eTag(answer.eTag())
              .checksumSHA256(sent)
              .build());
      sums.update(sum);
      filled = 0;
    } catch (SdkException e) {
      IOException failure = new S3Exchange(bucket.failure(e));
      failed = Optional.of(failure);
      throw failure;
    }
  }

  @Override
  public TrailerDigest digest() {
    return digest;
  }

  @Override
  public Optional<IOException> failed() {
    return failed;
  }

  @Override
  public String finish(String sha256) throws IOException {
    if (filled > 0 || parts.isEmpty()) {
      send();
    }
    String whole = Sums.base64(sums.digest()) + "-" + parts.size();
    try {
      bucket
          .client()
          .completeMultipartUpload(
              request ->
                  request
                      .bucket(bucket.settings().bucket())
                      .key(key)
                      .uploadId(upload)
                      .ifNoneMatch("*")
                      .multipartUpload(all -> all.parts(parts)));
    } catch (AwsServiceException e) {
      if (S3Trouble.isTaken(e)) {
        throw new FileAlreadyExistsException(bucket.words(key));
      }
      throw new S3Exchange(bucket.failure(e));
    } catch (SdkException e) {
      throw new S3Exchange(bucket.failure(e));
    }
    finished = true;
    requireKept(whole);
    return key.substring(key.lastIndexOf('/') + 1);
  }

  /**
   * Requires that S3 reports the right size and the right checksum over the checksums of the parts.
   */
  private void requireKept(String whole) throws IOException {
    try {
      var kept =
          bucket
              .client()
              .headObject(
                  request ->
                      request
                          .bucket(bucket.settings().bucket())
                          .key(key)
                          .checksumMode(ChecksumMode.ENABLED));
      String sum = kept.checksumSHA256();
      if (kept.contentLength() != digest.size() || (sum != null && !sum.equals(whole))) {
        throw new S3Exchange(
            new Failure.Refused(
                bucket.words(key)
                    + " is kept with other bytes than were sent ("
                    + kept.contentLength()
                    + " bytes); it has no entry in the catalogue, and is not offered"));
      }
    } catch (SdkException e) {
      throw new S3Exchange(bucket.failure(e));
    }
  }

  @Override
  public void close() {
    if (finished) {
      return;
    }
    try {
      bucket.abort(key, upload);
    } catch (Failure left) {
      // What is left is listed nowhere; the next save aborts it when it is a day old.
      LOG.warn("an upload in parts is left behind: {}", left.getMessage());
    }
  }
}
