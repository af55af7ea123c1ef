package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ObservationMemory;
import io.quorate.snapshots.DirectoryRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of a cluster, when nothing but the snapshot directory is left. */
class RecordVerbTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");

  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory).sees(Drawn.WHOLE);
  }

  @Test
  void nothingRememberedIsAnAnswerToo() {
    assertThat(desk.type("record", "payments")).isZero();
    assertThat(desk.out()).startsWith("Nothing is remembered of payments in " + folder());
  }

  @Test
  void aRecordIsShownInSentencesAndAsJson() {
    remember(Duration.ofMinutes(14));
    assertThat(desk.type("record", "show", "payments")).isZero();
    assertThat(desk.out())
        .startsWith("payments   generation 1 in " + folder())
        .contains("Cluster c0ffee, found at 2026-03-01T02:50:05Z.")
        .contains("Highest seen: revision")
        .contains("There is a record since 2026-03-01T02:50:05Z: there was no record.")
        .contains("younger than a day");
    assertThat(desk.type("record", "payments", "-o", "json")).isZero();
    assertThat(desk.out())
        .contains("\"clusterId\":\"c0ffee\"")
        .contains("\"began\":\"found\"")
        .contains("\"young\":true");
  }

  @Test
  void aDamagedRecordIsSaid() throws IOException {
    remember(Duration.ofMinutes(14));
    Files.writeString(folder().resolve("record-000000000002.json"), "{}");
    assertThat(desk.type("record", "payments")).isZero();
    assertThat(desk.out()).contains("record-000000000002.json is damaged: it has no SHA-256");
  }

  @Test
  void whatContradictsNothingCannotBeAccepted() {
    remember(Duration.ofMinutes(14));
    assertThat(desk.type("record", "accept", "payments", "--because", "restored")).isEqualTo(4);
    assertThat(desk.err()).contains("Nothing to accept");
  }

  @Test
  void acceptingTakesAReasonAndSomebodyWhoAnswers() {
    assertThat(desk.type("record", "accept", "payments")).isEqualTo(2);
    assertThat(desk.err()).contains("say it with --because TEXT");
    desk.sees(Drawn.DARK);
    assertThat(desk.type("record", "accept", "payments", "--because", "restored")).isEqualTo(5);
    assertThat(desk.type("record", "forget", "payments")).isEqualTo(2);
  }

  private void remember(Duration ago) {
    ClusterView view = Drawn.WHOLE.at(Desk.START.minus(ago), ObservationMemory.NONE);
    new DirectoryRecords(
            directory.resolve("snapshots"), Clock.fixed(Desk.START.minus(ago), ZoneOffset.UTC))
        .update(PAYMENTS, record -> record.seen(view));
  }

  private Path folder() {
    return directory.resolve("snapshots").resolve("payments").resolve("record");
  }
}
