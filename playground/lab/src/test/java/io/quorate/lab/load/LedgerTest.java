package io.quorate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  @TempDir private Path folder;
  private Ledger ledger;

  @BeforeEach
  void open() throws IOException {
    ledger = new Ledger(folder.resolve("writes.txt"));
  }

  private static long at(int millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  @Test
  void theLongestStallIsTheLongestTimeBetweenTwoAcknowledgements() throws IOException {
    ledger.acknowledged("a", at(100));
    ledger.acknowledged("b", at(700));
    ledger.acknowledged("c", at(900));
    assertThat(ledger.writes(at(950)).longestStall()).hasMillis(600);
  }

  @Test
  void aStallThatLastsUntilTheEndCounts() throws IOException {
    ledger.acknowledged("a", at(100));
    assertThat(ledger.writes(at(5_000)).longestStall()).hasMillis(4_900);
  }

  @Test
  void acknowledgementsThatCameOutOfOrderAreNoStall() throws IOException {
    ledger.acknowledged("b", at(110));
    ledger.acknowledged("a", at(100));
    assertThat(ledger.writes(at(120)).longestStall()).hasMillis(10);
  }

  @Test
  void aWriteWithoutAnAnswerIsUnknownAndNotAcknowledged() throws IOException {
    ledger.acknowledged("a", at(100));
    ledger.unknown("b", "connection\nreset");
    Writes writes = ledger.writes(at(100));
    assertThat(writes.acknowledged()).containsExactly("a");
    assertThat(writes.failed()).isEqualTo(1);
    assertThat(writes.unanswered()).isEqualTo(1);
  }

  @Test
  void aWriteThatWasNeverSentFailedAndIsNotUnanswered() throws IOException {
    ledger.unknown("a", "connection reset");
    ledger.unsent("b", "connection refused");
    Writes writes = ledger.writes(at(100));
    assertThat(writes.failed()).isEqualTo(2);
    assertThat(writes.unanswered()).isEqualTo(1);
  }

  @Test
  void everyWriteIsOnDiskWhenItIsCounted() throws IOException {
    ledger.acknowledged("a", at(100));
    ledger.unknown("b", "connection\nreset");
    assertThat(Files.readAllLines(folder.resolve("writes.txt")))
        .containsExactly("acknowledged a", "unknown b connection reset");
  }
}
