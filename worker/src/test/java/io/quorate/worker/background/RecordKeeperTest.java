package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.port.ClusterRecords;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.snapshots.SnapshotPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of which nobody but the keeper of the records takes a look. */
class RecordKeeperTest {
  @TempDir Path directory;

  private final PretendedVoters voters = new PretendedVoters();
  private final ClusterTask keeper = new RecordKeeper(key -> voters.ports(), voters.time).task();
  private ClusterRecords records;

  @BeforeEach
  void begin() {
    records = SnapshotPlace.in(directory, voters.time).records();
    voters.records = Optional.of(records);
  }

  @Test
  void theKeeperLooksEveryHalfMinuteAndWritesOnceAMinute() {
    for (int turn = 0; turn < 19; turn++) {
      keeper.turn(PretendedVoters.MAIN, () -> false);
      voters.time.pass(Duration.ofSeconds(10));
    }
    assertThat(voters.looks).hasValue(7);
    assertThat(records.read(PretendedVoters.MAIN).generation()).isEqualTo(4);
    assertThat(lastLook()).isEqualTo(voters.time.instant().minusSeconds(10));
  }

  @Test
  void theTokenOfAQuietClusterIsReadFromTheHostsOnce() {
    voters.settings = Map.of("ETCD_INITIAL_CLUSTER_TOKEN", "payments-1");
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(token()).contains("payments-1");
    voters.time.pass(RecordKeeper.EVERY);
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.looks).hasValue(2);
    assertThat(voters.hostsRead).as("three hosts, once").hasValue(3);
  }

  @Test
  void hostsThatTellNoTokenAreNotReadAgain() {
    keeper.turn(PretendedVoters.MAIN, () -> false);
    voters.time.pass(RecordKeeper.EVERY);
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(token()).isEmpty();
    assertThat(voters.hostsRead).hasValue(3);
  }

  private Optional<String> token() {
    return records
        .read(PretendedVoters.MAIN)
        .record()
        .flatMap(ClusterRecord::current)
        .flatMap(Incarnation::bootstrapName);
  }

  @Test
  void aLookOfSomebodyElseSparesTheKeeperALook() {
    keeper.turn(PretendedVoters.MAIN, () -> false);
    voters.time.pass(Duration.ofSeconds(29));
    records.update(PretendedVoters.MAIN, record -> lookedAt(record, voters.time.instant()));
    voters.time.pass(Duration.ofSeconds(29));
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.looks).hasValue(1);
  }

  @Test
  void aLookInTheFutureIsNotFresh() {
    voters.time.pass(Duration.ofDays(9));
    keeper.turn(PretendedVoters.MAIN, () -> false);
    voters.time.pass(Duration.ofDays(-9));
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.looks).hasValue(2);
    assertThat(lastLook()).isEqualTo(voters.time.instant());
  }

  @Test
  void anUnreadableRecordDoesNotStopTheLooksOfTheKeeper() throws IOException {
    Files.createDirectories(directory.resolve("main"));
    Files.writeString(directory.resolve("main/record"), "a file where the folder belongs");
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(voters.looks).hasValue(1);
    Files.delete(directory.resolve("main/record"));
    voters.time.pass(RecordKeeper.EVERY);
    keeper.turn(PretendedVoters.MAIN, () -> false);
    assertThat(lastLook()).isEqualTo(voters.time.instant());
  }

  private Instant lastLook() {
    return records
        .read(PretendedVoters.MAIN)
        .record()
        .flatMap(ClusterRecord::lastLook)
        .map(LastLook::at)
        .orElseThrow();
  }

  private static ClusterRecord lookedAt(ClusterRecord record, Instant at) {
    return new ClusterRecord(
        record.cluster(),
        record.since(),
        record.begun(),
        record.incarnations(),
        record.lastSnapshot(),
        record.lastLook().map(look -> new LastLook(at, look.remembered())),
        List.of(),
        List.of(),
        List.of());
  }
}
