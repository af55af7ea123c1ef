package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotStore.Origin;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of S3 that the real server of the tests does not give, in S3's own words. */
@Timeout(60)
class S3TroubleTest {
  private static final String SECRET = "a-secret-of-nobody";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied, Fault, the credentials need s3:ListBucket",
    "403, InvalidAccessKeyId, Fault, does not know the access key",
    "403, RequestTimeTooSkewed, Fault, its clock is wrong by more than 15 minutes; set it",
    "400, ExpiredToken, Fault, the credentials have expired; renew them",
    "301, PermanentRedirect, Fault, write eu-central-1 in snapshots.s3.region",
    "400, AuthorizationHeaderMalformed, Fault, write eu-central-1 in snapshots.s3.region",
    "404, NoSuchBucket, Refused, has no bucket backups; create it",
    "503, SlowDown, Transient, is not available now (503 SlowDown)",
    "500, InternalError, Transient, is not available now (500 InternalError)",
    "400, InvalidRequest, Refused, refused the request (400 InvalidRequest)"
  })
  void eachAnswerIsASentenceAndSaysWhatMayBeDoneNext(
      int status, String code, String kind, String sentence) throws IOException {
    assertThat(trouble(status, code))
        .hasMessageContaining(sentence)
        .hasMessageStartingWith("s3://backups/quorate at 127.0.0.1")
        .hasNoCause()
        .extracting(failure -> failure.getClass().getSimpleName())
        .isEqualTo(kind);
  }

  @Test
  void nothingThatAServerSaysIsRepeatedButItsCode() throws IOException {
    assertThat(trouble(403, "Secret " + SECRET.toUpperCase(Locale.ROOT) + "!"))
        .message()
        .doesNotContain(SECRET)
        .contains("an unreadable code");
  }

  @Test
  void credentialsThatAreNotThereAreSaidWithTheFieldToSet() throws IOException {
    Path empty = Files.writeString(directory.resolve("credentials"), "");
    try (S3Bucket bucket =
        new S3Bucket(settings(URI.create("http://127.0.0.1:9"), empty), Duration.ofSeconds(5))) {
      assertThatThrownBy(() -> bucket.list(""))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("no credentials were found; name a file in")
          .hasNoCause();
    }
  }

  @Test
  void aPrefixBelongsToTheClusterOfItsRecordOrElseSnapshots() {
    ClusterId own = ClusterId.parse("ef37ad9dc622a7c4");
    ClusterId before = ClusterId.parse("1234567890abcdef");
    List<CatalogueEntry> old = List.of(entry("payments", before));

    assertThat(OtherCluster.trouble(origin(own), Set.of(), List.of())).isEmpty();
    assertThat(OtherCluster.trouble(origin(own), Set.of(own, before), old)).isEmpty();
    assertThat(OtherCluster.trouble(origin(before), Set.of(), old)).isEmpty();
    assertThat(OtherCluster.trouble(origin(own), Set.of(), old)).isPresent();
    assertThat(OtherCluster.trouble(origin(own), Set.of(before), List.of())).isPresent();
    assertThat(OtherCluster.trouble(origin(own), Set.of(own), List.of(entry("orders", own))))
        .contains("it has snapshots of orders");
  }

  private Throwable trouble(int status, String code) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] text =
        "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
            .formatted(code, SECRET)
            .getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("x-amz-bucket-region", "eu-central-1");
          exchange.sendResponseHeaders(status, text.length);
          exchange.getResponseBody().write(text);
          exchange.close();
        });
    server.start();
    Path credentials =
        Files.writeString(
            directory.resolve("credentials"),
            "[default]\naws_access_key_id = a\naws_secret_access_key = " + SECRET + "\n");
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    try (S3Bucket bucket = new S3Bucket(settings(endpoint, credentials), Duration.ofSeconds(20))) {
      return catchThrowable(() -> bucket.list(""));
    } finally {
      server.stop(0);
    }
  }

  private S3Settings settings(URI endpoint, Path credentials) {
    return new S3Settings(
        "backups",
        "quorate",
        "us-east-1",
        Optional.of(endpoint),
        true,
        Optional.of(credentials),
        Optional.empty(),
        Optional.empty(),
        directory);
  }

  private static Origin origin(ClusterId id) {
    return new Origin(
        new ClusterKey("payments"),
        id,
        new MemberName("etcd-2"),
        new EtcdVersion(3, 6, 16),
        new Revision(48_211),
        3);
  }

  private static CatalogueEntry entry(String cluster, ClusterId id) {
    return CatalogueEntry.unread(
        new SavedSnapshot(
            new ClusterKey(cluster),
            "one.db",
            "ab",
            1,
            new Revision(1),
            1,
            id,
            new EtcdVersion(3, 6, 16),
            new MemberName("etcd-1"),
            Instant.EPOCH,
            Optional.empty()));
  }
}
