package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.port.ClusterRecords;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.record.SeenSize;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.worker.background.PretendedVoters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at a cluster of which nobody but the watch takes a look. */
class WatchLooksTest {
  @TempDir Path directory;

  private final PretendedVoters voters = new PretendedVoters();
  private final WatchLooks watch = new WatchLooks(key -> voters.ports(), voters.time);
  private ClusterRecords records;

  @BeforeEach
  void begin() {
    records = SnapshotPlace.in(directory, voters.time).records();
    voters.records = Optional.of(records);
  }

  @Test
  void aLookIsWrittenIntoTheRecord() {
    watch.look(PretendedVoters.MAIN);
    voters.time.pass(Duration.ofMinutes(5));
    watch.look(PretendedVoters.MAIN);
    assertThat(record().flatMap(ClusterRecord::lastLook).map(LastLook::at))
        .hasValue(voters.time.instant());
  }

  @Test
  void aWorkerThatBeginsKnowsTheSizesOfTheRecordOnce() {
    watch.look(PretendedVoters.MAIN);
    assertThat(watch.sizesBefore(PretendedVoters.MAIN)).as("nobody looked before").isEmpty();
    Instant first = voters.time.instant();
    voters.time.pass(Duration.ofHours(1));
    watch.look(PretendedVoters.MAIN);

    WatchLooks next = new WatchLooks(key -> voters.ports(), voters.time);
    next.look(PretendedVoters.MAIN);
    assertThat(next.sizesBefore(PretendedVoters.MAIN).orElseThrow().hours())
        .extracting(SeenSize::at)
        .containsExactly(first, first.plus(Duration.ofHours(1)));
    assertThat(next.sizesBefore(PretendedVoters.MAIN)).isEmpty();
  }

  @Test
  void theTokenOfAQuietClusterIsReadFromTheHostsOnce() {
    voters.settings = Map.of("ETCD_INITIAL_CLUSTER_TOKEN", "payments-1");
    watch.look(PretendedVoters.MAIN);
    assertThat(token()).contains("payments-1");
    watch.look(PretendedVoters.MAIN);
    assertThat(voters.looks).hasValue(2);
    assertThat(voters.hostsRead).as("three hosts, once").hasValue(3);
  }

  @Test
  void hostsThatTellNoTokenAreNotReadAgain() {
    watch.look(PretendedVoters.MAIN);
    watch.look(PretendedVoters.MAIN);
    assertThat(token()).isEmpty();
    assertThat(voters.hostsRead).hasValue(3);
  }

  /** A change of the membership is found by comparison with the record. */
  @Test
  void aLookAtTheHostsLeavesTheRecordAlone() {
    watch.hosts(PretendedVoters.MAIN);
    assertThat(voters.hostsRead).hasValue(3);
    assertThat(record()).isEmpty();
  }

  @Test
  void anUnreadableRecordDoesNotStopTheLooks() throws IOException {
    Files.createDirectories(directory.resolve("main"));
    Files.writeString(directory.resolve("main/record"), "a file where the folder belongs");
    watch.look(PretendedVoters.MAIN);
    assertThat(voters.looks).hasValue(1);
    Files.delete(directory.resolve("main/record"));
    watch.look(PretendedVoters.MAIN);
    assertThat(record().flatMap(ClusterRecord::lastLook)).isPresent();
  }

  private Optional<String> token() {
    return record().flatMap(ClusterRecord::current).flatMap(Incarnation::bootstrapName);
  }

  private Optional<ClusterRecord> record() {
    return records.read(PretendedVoters.MAIN).record();
  }
}
