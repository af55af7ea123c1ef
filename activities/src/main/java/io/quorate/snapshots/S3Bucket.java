package io.quorate.snapshots;

import io.quorate.port.Failure;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSupplier;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * One bucket, in the few verbs that the store needs. Every call has a deadline, and every failure
 * is a {@link Failure} with a sentence.
 */
public final class S3Bucket implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration SILENCE = Duration.ofSeconds(20);

  /** Limit of one attempt: a part of {@link PartUpload} at 140 KB a second. */
  private static final Duration ATTEMPT = Duration.ofSeconds(60);

  private static final Duration CALL = Duration.ofSeconds(150);
  private static final int PAGES = 1_000;

  /** Limit of a call that lists or moves a small object: looks at clusters wait for it. */
  private static final Duration SMALL = Duration.ofSeconds(5);

  /** Time for which a server that did not answer is not asked again: a look asks several times. */
  private static final Duration AWAY = Duration.ofSeconds(15);

  private final S3Settings settings;
  private final S3Client client;
  private final S3Trouble trouble;
  private final Duration small;
  private volatile Optional<Away> away = Optional.empty();

  private volatile Optional<Told> told = Optional.empty();

  /** The time of the server, and when it was told on a monotonic clock. */
  private record Told(Instant time, long since) {}

  private record Away(Failure failure, long since) {
    boolean holds() {
      return System.nanoTime() - since < AWAY.toNanos();
    }
  }

  /** A connection that opens when it is first used. */
  public S3Bucket(S3Settings settings) {
    this(settings, CALL);
  }

  /** Opens the bucket with another limit for a call and its repetitions. */
  public S3Bucket(S3Settings settings, Duration call) {
    this.settings = settings;
    this.client = client(settings, call);
    this.trouble = new S3Trouble(settings);
    this.small = call.compareTo(SMALL) < 0 ? call : SMALL;
  }

  private static S3Client client(S3Settings settings, Duration call) {
    Duration attempt = call.compareTo(ATTEMPT) < 0 ? call : ATTEMPT;
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(settings.region()))
            .forcePathStyle(settings.pathStyle())
            .credentialsProvider(credentials(settings))
            // A checksum of ours goes with every write that matters.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .httpClientBuilder(
                UrlConnectionHttpClient.builder().connectionTimeout(CONNECT).socketTimeout(SILENCE))
            .overrideConfiguration(
                override -> override.apiCallAttemptTimeout(attempt).apiCallTimeout(call));
    settings.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  private static AwsCredentialsProvider credentials(S3Settings settings) {
    return settings
        .credentialsFile()
        .<AwsCredentialsProvider>map(
            file ->
                ProfileCredentialsProvider.builder()
                    .profileName("default")
                    .profileFile(
                        ProfileFileSupplier.reloadWhenModified(file, ProfileFile.Type.CREDENTIALS))
                    .build())
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }

  S3Settings settings() {
    return settings;
  }

  S3Client client() {
    return client;
  }

  /** The request with the encryption that the server is asked for. */
  CreateMultipartUploadRequest.Builder encrypting(CreateMultipartUploadRequest.Builder request) {
    settings.encryption().ifPresent(request::serverSideEncryption);
    return request;
  }

  /** A key below the prefix. */
  String key(String... parts) {
    String below = String.join("/", parts);
    return settings.prefix().isEmpty() ? below : settings.prefix() + "/" + below;
  }

  /**
   * Writes a small object where there is none yet.
   *
   * @return whether it is ours; where it is not, the name was taken
   */
  boolean create(String key, byte[] content) {
    return calling(
        () -> {
          try {
            put(key, content, request -> request.ifNoneMatch("*"));
            return true;
          } catch (AwsServiceException e) {
            if (S3Trouble.isTaken(e)) {
              return false;
            }
            throw e;
          }
        });
  }

  /** Writes a small object, in place of one that was there. */
  void put(String key, byte[] content) {
    calling(() -> put(key, content, request -> request));
  }

  private PutObjectResponse put(
      String key, byte[] content, UnaryOperator<PutObjectRequest.Builder> condition) {
    String sum = Sums.base64(Sums.sha256(content));
    PutObjectRequest.Builder request = PutObjectRequest.builder();
    settings.encryption().ifPresent(request::serverSideEncryption);
    PutObjectResponse answer =
        client.putObject(
            condition
                .apply(
                    request
                        .bucket(settings.bucket())
                        .key(key)
                        .checksumSHA256(sum)
                        .overrideConfiguration(this::soon))
                .build(),
            RequestBody.fromBytes(content));
    if (answer.checksumSHA256() != null && !answer.checksumSHA256().equals(sum)) {
      throw new Failure.Unknown(words(key) + " was kept with another checksum than was sent");
    }
    return answer;
  }

  /** The content of a small object; empty where there is none. */
  Optional<byte[]> get(String key) {
    return found(
        () ->
            client
                .getObjectAsBytes(
                    request ->
                        request
                            .bucket(settings.bucket())
                            .key(key)
                            .overrideConfiguration(this::soon))
                .asByteArray());
  }

  /** Opens an object for reading; empty where there is none. */
  Optional<InputStream> open(String key) {
    return found(
        () ->
            new S3Stream(
                client.getObject(request -> request.bucket(settings.bucket()).key(key)),
                this::failure));
  }

  /** All objects whose keys begin so, by their keys. */
  Map<String, S3Object> list(String beginning) {
    Map<String, S3Object> objects = new HashMap<>();
    calling(
        () -> {
          client
              .listObjectsV2Paginator(
                  request ->
                      request
                          .bucket(settings.bucket())
                          .prefix(beginning)
                          .maxKeys(1_000)
                          .overrideConfiguration(this::soon))
              .stream()
              .limit(PAGES)
              .peek(page -> told = told(page.sdkHttpResponse()))
              .flatMap(page -> page.contents().stream())
              .forEach(object -> objects.put(object.key(), object));
          return objects;
        });
    return objects;
  }

  private static Optional<Told> told(SdkHttpResponse answer) {
    try {
      return answer
          .firstMatchingHeader("Date")
          .map(date -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from))
          .map(time -> new Told(time, System.nanoTime()));
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }

  /** The time of the server, by its last answer to {@link #list}; empty before the first. */
  Optional<Instant> now() {
    return told.map(last -> last.time().plusNanos(System.nanoTime() - last.since()));
  }

  void delete(String key) {
    calling(
        () ->
            client.deleteObject(
                request ->
                    request.bucket(settings.bucket()).key(key).overrideConfiguration(this::soon)));
  }

  /**
   * Throws unless something could be written below this key: begins an upload in parts and ends it
   * at once, which leaves nothing behind, not even a version.
   */
  void requireWritable(String key) {
    String upload =
        calling(
            () ->
                client
                    .createMultipartUpload(request -> request.bucket(settings.bucket()).key(key))
                    .uploadId());
    abort(key, upload);
  }

  void abort(String key, String upload) {
    calling(
        () ->
            client.abortMultipartUpload(
                request -> request.bucket(settings.bucket()).key(key).uploadId(upload)));
  }

  /** Ends uploads below these keys that were begun before this time: nobody goes on with them. */
  int abortBegunBefore(String beginning, Instant before) {
    List<Runnable> dead = new ArrayList<>();
    calling(
            () ->
                client
                    .listMultipartUploads(
                        request -> request.bucket(settings.bucket()).prefix(beginning))
                    .uploads())
        .stream()
        .filter(upload -> upload.initiated().isBefore(before))
        .forEach(upload -> dead.add(() -> abort(upload.key(), upload.uploadId())));
    dead.forEach(Runnable::run);
    return dead.size();
  }

  /** An object in words, as people write it. */
  String words(String key) {
    return "s3://" + settings.bucket() + "/" + key;
  }

  Failure failure(SdkException e) {
    return trouble.of(e);
  }

  private void soon(AwsRequestOverrideConfiguration.Builder request) {
    request.apiCallTimeout(small).apiCallAttemptTimeout(small);
  }

  private <T> T calling(Supplier<T> call) {
    Optional<Away> before = away.filter(Away::holds);
    if (before.isPresent()) {
      throw before.get().failure();
    }
    try {
      return call.get();
    } catch (AwsServiceException answered) {
      throw trouble.of(answered);
    } catch (SdkException unanswered) {
      Failure failure = trouble.of(unanswered);
      away = Optional.of(new Away(failure, System.nanoTime()));
      throw failure;
    }
  }

  private <T> Optional<T> found(Supplier<T> call) {
    return calling(
        () -> {
          try {
            return Optional.of(call.get());
          } catch (AwsServiceException e) {
            if (S3Trouble.isMissing(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  @Override
  public void close() {
    client.close();
  }
}
