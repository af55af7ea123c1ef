package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.Advice;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.S3Server;
import io.quorate.observation.KeptBackups;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.SavedSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.SdkGlobalTime;

/** Backups in a real S3 server that are lost or out of reach, and what is advised then. */
@Timeout(120)
class LostBackupsIT {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final int HOUR = 3600;

  @RegisterExtension final ServersFolder folder = new ServersFolder();

  private S3Server server;
  private Path credentials;
  private S3Bucket bucket;

  @BeforeEach
  void serve() throws IOException, InterruptedException {
    server = S3Server.layOut(ToolsForTests.versitygw(), folder.path());
    server.start();
    server.createBucket("backups");
    credentials = folder.path().resolve("credentials");
    key(S3Server.ACCESS_KEY);
    bucket = bucket();
  }

  @AfterEach
  void end() throws IOException {
    SdkGlobalTime.setGlobalTimeOffset(0);
    if (server != null) {
      bucket.close();
      server.close();
    }
  }

  @Test
  void aBucketThatVanishedIsAdviceUntilItIsThereAgain() throws IOException {
    SavedSnapshot saved = save();
    assertThat(advice(saved)).isEmpty();

    Folders.delete(server.bucket("backups"));
    assertThat(advice(saved))
        .extracting(Advice::name)
        .containsExactly("backup-age", "backup-unread");
    assertThat(advice(saved).getLast().sentence()).contains("has no bucket backups; create it");

    server.createBucket("backups");
    assertThat(advice(saved)).extracting(Advice::name).contains("backup-gone");
    assertThat(advice(save())).isEmpty();
  }

  @Test
  void aPrefixThatWasEmptiedIsAdviceUntilASnapshotIsSavedAgain() {
    SavedSnapshot saved = save();
    bucket.list("quorate/").keySet().forEach(bucket::delete);

    assertThat(advice(saved))
        .filteredOn(advice -> advice.name().equals("backup-gone"))
        .singleElement()
        .extracting(Advice::sentence)
        .asString()
        .contains("No snapshot that could be restored is left, and the record has one of ")
        .contains(saved.file())
        .contains("quorate start backup payments --verify");
    assertThat(advice(save())).isEmpty();
  }

  @Test
  void filesThatWereDeletedAreMissedThoughTheirEntriesStand() {
    SavedSnapshot saved = save();
    bucket.list("quorate/").keySet().stream()
        .filter(key -> key.endsWith(".db"))
        .forEach(bucket::delete);
    assertThat(advice(saved)).extracting(Advice::name).contains("backup-gone");
  }

  @Test
  void aKeyThatCountsNoMoreIsAdviceAndTheNextOneCountsWithoutARestart()
      throws IOException, InterruptedException {
    SavedSnapshot saved = save();
    key("a-key-of-yesterday");
    Await.until(
        "the old key to be refused",
        Duration.ofSeconds(30),
        () ->
            advice(saved).stream()
                .anyMatch(advice -> advice.sentence().contains("does not know the access key")));
    assertThat(advice(saved)).extracting(Advice::name).contains("backup-unread");

    key(S3Server.ACCESS_KEY);
    Await.until("the new key to count", Duration.ofSeconds(30), () -> advice(saved).isEmpty());
  }

  @Test
  void anotherTimeThanThatOfTheServerIsAdvice() {
    SavedSnapshot saved = save();
    Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(62));
    assertThat(advice(ahead, saved))
        .filteredOn(advice -> advice.name().equals("backup-clock"))
        .singleElement()
        .extracting(Advice::sentence)
        .asString()
        .contains("is 62 min behind this machine")
        .contains("Set the clock that is wrong, by NTP.");
  }

  /** The SDK signs again with the server's time, so calls go through, and the advice stays. */
  @Test
  void callsOfAMachineWhoseClockIsWrongGoThroughByTheTimeOfTheServer() {
    SdkGlobalTime.setGlobalTimeOffset(HOUR);
    try (S3Bucket skewed = bucket()) {
      assertThat(skewed.list("")).isEmpty();
      assertThat(skewed.now()).isPresent();
    }
  }

  private List<Advice> advice(SavedSnapshot recorded) {
    return advice(Clock.systemUTC(), recorded);
  }

  private List<Advice> advice(Clock clock, SavedSnapshot recorded) {
    return KeptBackups.in(
            SnapshotPlace.in(bucket, clock).store(),
            PAYMENTS,
            BackupPolicy.NONE,
            Optional.of(recorded),
            RecordedPast.NONE,
            clock.instant())
        .advice();
  }

  private SavedSnapshot save() {
    return SnapshotPlace.in(bucket, Clock.systemUTC())
        .store()
        .save(
            StoreContract.origin(StoreContract.OWN),
            sink -> StoreContract.pour(StoreContract.snapshot(4096), sink));
  }

  private void key(String id) throws IOException {
    Files.writeString(
        credentials,
        "[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n"
            .formatted(id, S3Server.SECRET_KEY));
  }

  private S3Bucket bucket() {
    return new S3Bucket(
        new S3Settings(
            "backups",
            "quorate",
            S3Server.REGION,
            Optional.of(server.endpoint()),
            true,
            Optional.of(credentials),
            Optional.empty(),
            Optional.empty(),
            folder.path().resolve("scratch")));
  }
}
