package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterId;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Signal;
import io.quorate.lab.servers.S3Server;
import io.quorate.port.Failure;
import io.quorate.port.KeptSnapshot.Verification;
import io.quorate.port.SnapshotStore;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store in a real S3 server. */
@Timeout(120)
class S3SnapshotsIT implements StoreContract {
  @RegisterExtension final ServersFolder folder = new ServersFolder();

  private Optional<Path> macKey = Optional.empty();
  private S3Server server;
  private S3Bucket bucket;

  @BeforeEach
  void serve() throws IOException, InterruptedException {
    server = S3Server.layOut(ToolsForTests.versitygw(), folder.path());
    server.start();
    server.createBucket("backups");
    bucket = new S3Bucket(settings("backups", S3Server.REGION, S3Server.SECRET_KEY));
  }

  @AfterEach
  void end() throws IOException {
    if (server != null) {
      bucket.close();
      server.close();
    }
  }

  @Test
  void aSnapshotOfSeveralPartsIsListedDescribedAndComesBackByteForByte() throws IOException {
    byte[] bytes = StoreContract.snapshot(LARGE_BYTES);
    SavedSnapshot saved = save(bytes);

    assertThat(saved.file()).matches("20260304T050607Z-r48211-t3-[0-9a-f]{12}\\.db");
    assertThat(place().store().list(PAYMENTS)).containsExactly(saved);
    assertThat(server.bucket("backups"))
        .isDirectoryRecursivelyContaining(
            "glob:**/quorate/payments/snapshots/ef37ad9dc622a7c4/" + saved.file());
    try (var local = place().store().fetch(saved)) {
      assertThat(local.file()).hasBinaryContent(bytes);
    }
    assertThat(folder.path().resolve("scratch")).isEmptyDirectory();
    var kept = place().catalogue().kept(PAYMENTS).getFirst();
    assertThat(place().catalogue().verify(PAYMENTS, kept).verification())
        .isEqualTo(Verification.NOW);
  }

  @Test
  @Tag("attack-36")
  void aSnapshotThatTheMacKeyDidNotSealIsUnusable() throws IOException {
    Path key = Files.writeString(folder.path().resolve("mac"), "k".repeat(32));
    macKey = Optional.of(key);
    S3Bucket sealing = new S3Bucket(settings("backups", S3Server.REGION, S3Server.SECRET_KEY));
    SnapshotStore store = SnapshotPlace.in(sealing, Clock.fixed(NOW, ZoneOffset.UTC)).store();
    SavedSnapshot own =
        store.save(
            StoreContract.origin(OWN),
            sink -> StoreContract.pour(StoreContract.snapshot(512), sink));
    SavedSnapshot theirs = save(StoreContract.snapshot(1024));
    bucket.put("quorate/payments/snapshots/x.db", EmptyDatabase.bytes());

    assertThat(store.list(PAYMENTS)).as("only what has the key's MAC").containsExactly(own);
    assertThat(SnapshotPlace.in(sealing, Clock.systemUTC()).catalogue().kept(PAYMENTS))
        .filteredOn(kept -> kept.file().equals(theirs.file()))
        .singleElement()
        .satisfies(kept -> assertThat(kept.problem()).hasValue(CatalogueEntry.NOT_SEALED.words()));
    assertThat(store.foreign(PAYMENTS, "x.db").orElseThrow().unusable().orElseThrow().words())
        .startsWith("nobody signed it");
    sealing.close();
  }

  /** The name of the file is its listed name. A foreign file is in no folder of a cluster id. */
  @Test
  void aCopiedDatabaseIsReadByNameAndAgainAfterAChange() {
    bucket.put("quorate/payments/snapshots/x.db", EmptyDatabase.bytes());
    assertThat(place().catalogue().kept(PAYMENTS))
        .singleElement()
        .satisfies(kept -> assertThat(kept.file()).isEqualTo("x.db"));
    SnapshotStore store = store();
    assertThat(store.foreign(PAYMENTS, "x.db").orElseThrow().unusable().orElseThrow().words())
        .startsWith("it is damaged inside: ");
    assertThat(folder.path().resolve("scratch")).isEmptyDirectory();

    bucket.put("quorate/payments/snapshots/x.db", new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertThat(store.foreign(PAYMENTS, "x.db").orElseThrow().unusable().orElseThrow().words())
        .contains("gzip");
    assertThat(store.foreign(PAYMENTS, "no.db")).isEmpty();
    assertThat(store.known(PAYMENTS)).isEmpty();
  }

  /** What a worker leaves that is killed with -9: parts, and no word of them. */
  @Test
  void anUploadWhoseWorkerDiedIsListedNowhereAndRemovedADayLater() throws IOException {
    PartUpload dead = PartUpload.begin(bucket, "quorate/payments/snapshots/x/dead.db");
    dead.take(new byte[PartUpload.PART_BYTES + 1], 1);

    assertThat(store().list(PAYMENTS)).isEmpty();
    assertThat(place().catalogue().kept(PAYMENTS)).isEmpty();

    save(Instant.now(), OWN);
    assertThat(uploads()).as("somebody may still be at work on it").isEqualTo(1);
    save(Instant.now().plus(Duration.ofDays(2)), OWN);
    assertThat(uploads()).isZero();
  }

  @Test
  void anUploadWhoseNameIsTakenMeanwhileIsNotFinished() throws IOException {
    String key = "quorate/payments/snapshots/x/one.db";
    bucket.put(key, new byte[] {1});
    try (PartUpload second = PartUpload.begin(bucket, "quorate/payments/snapshots/x/one.db")) {
      second.take(new byte[] {2}, 0);
      assertThatThrownBy(() -> second.finish("")).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(bucket.get(key)).contains(new byte[] {1});
  }

  @Test
  void aTamperedSnapshotIsFoundAndNotGivenOut() throws IOException {
    SavedSnapshot saved = save(StoreContract.snapshot(4096));
    Path object =
        server.bucket("backups").resolve("quorate/payments/snapshots/" + OWN + "/" + saved.file());
    byte[] bytes = Files.readAllBytes(object);
    bytes[100] ^= 1;
    Files.write(object, bytes);

    assertThatThrownBy(() -> store().fetch(saved)).isInstanceOf(Failure.class);
    assertThat(folder.path().resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void anotherClusterUnderTheSameNameIsNoticedAndRefused() {
    save(NOW, OWN);
    ClusterId other = ClusterId.parse("1234567890abcdef");

    assertThatThrownBy(() -> save(NOW.plusSeconds(60), other))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("it has snapshots of cluster id ef37ad9dc622a7c4")
        .hasMessageContaining("payments is 1234567890abcdef")
        .hasMessageContaining("quorate record accept payments");
    assertThat(bucket.list("quorate/payments/snapshots/" + other)).isEmpty();
  }

  @Test
  void troubleIsASentenceThatSaysWhatToDo() throws IOException, InterruptedException {
    place().store().requireRoomFor(PAYMENTS, 1);
    assertThat(bucket.list("")).as("asking leaves nothing behind").isEmpty();

    requireTrouble(
        settings("backups", S3Server.REGION, "wrong"),
        Failure.Fault.class,
        "the secret key is not the access key's; look at snapshots.s3.credentialsFile");
    requireTrouble(
        settings("nowhere", S3Server.REGION, S3Server.SECRET_KEY),
        Failure.Refused.class,
        "has no bucket nowhere; create it");
    requireTrouble(
        settings("backups", "us-west-1", S3Server.SECRET_KEY),
        Failure.Fault.class,
        "is not in the region us-west-1");

    server.send(Signal.STOP);
    requireTrouble(
        settings("backups", S3Server.REGION, S3Server.SECRET_KEY),
        Failure.Transient.class,
        "did not answer in time");
    server.send(Signal.CONT);
    server.kill();
    requireTrouble(
        settings("backups", S3Server.REGION, S3Server.SECRET_KEY),
        Failure.Transient.class,
        "cannot be reached");
  }

  private static void requireTrouble(
      S3Settings settings, Class<? extends Failure> kind, String sentence) {
    try (S3Bucket asked = new S3Bucket(settings, Duration.ofSeconds(4))) {
      var store = SnapshotPlace.in(asked, Clock.fixed(NOW, ZoneOffset.UTC)).store();
      assertThatThrownBy(() -> store.requireRoomFor(PAYMENTS, 1))
          .isInstanceOf(kind)
          .hasNoCause()
          .hasMessageContaining(sentence)
          .message()
          .doesNotContain(S3Server.SECRET_KEY)
          .doesNotContain("wrong");
    }
  }

  @Override
  public SnapshotPlace place(Instant now) {
    return SnapshotPlace.in(bucket, Clock.fixed(now, ZoneOffset.UTC));
  }

  @Override
  public ObjectStore files(String below) {
    return new S3Store(bucket, Clock.fixed(NOW, ZoneOffset.UTC), PAYMENTS.value(), below);
  }

  @Override
  public boolean hasHalfFiles() {
    return uploads() > 0;
  }

  private SnapshotPlace place() {
    return place(NOW);
  }

  private SnapshotStore store() {
    return place().store();
  }

  private SavedSnapshot save(byte[] bytes) {
    return store().save(StoreContract.origin(OWN), sink -> StoreContract.pour(bytes, sink));
  }

  private int uploads() {
    return bucket
        .client()
        .listMultipartUploads(request -> request.bucket("backups"))
        .uploads()
        .size();
  }

  private S3Settings settings(String name, String region, String secret) throws IOException {
    Path file = Files.createTempFile(folder.path(), "credentials", "");
    Files.writeString(
        file,
        "[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n"
            .formatted(S3Server.ACCESS_KEY, secret));
    URI endpoint = server.endpoint();
    return new S3Settings(
        name,
        "quorate",
        region,
        Optional.of(endpoint),
        true,
        Optional.of(file),
        Optional.empty(),
        macKey,
        folder.path().resolve("scratch"));
  }
}
