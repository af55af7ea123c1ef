package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.port.KeptReports;
import io.quorate.port.KeptReports.Name;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports in the folder of a cluster. */
class ReportFilesTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Name FIRST =
      new Name("payments.5f0c2d11", Instant.parse("2026-03-01T03:02:11Z"));
  private static final Name SECOND =
      new Name("payments.83171cb9", Instant.parse("2026-03-08T03:02:11Z"));

  @TempDir Path directory;
  private KeptReports reports;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(directory.resolve("snapshots"));
    reports = SnapshotPlace.in(directory.resolve("snapshots"), Clock.systemUTC()).reports();
  }

  @Test
  void aReportIsReadAsItWasKeptAndTheNewestIsListedFirst() {
    reports.keep(PAYMENTS, FIRST, "{\"a\":1}", "# a");
    reports.keep(PAYMENTS, SECOND, "{\"b\":1}", "# b");

    assertThat(reports.list(PAYMENTS)).containsExactly(SECOND, FIRST);
    assertThat(reports.read(PAYMENTS, FIRST)).hasValue("{\"a\":1}");
    assertThat(reports.read(PAYMENTS, new Name("payments.00000000", Instant.EPOCH))).isEmpty();
  }

  @Test
  void aLaterReportReplacesTheEarlierOne() {
    reports.keep(PAYMENTS, FIRST, "{\"open\":true}", "# open");
    reports.keep(PAYMENTS, FIRST, "{\"open\":false}", "# over");

    assertThat(reports.list(PAYMENTS)).containsExactly(FIRST);
    assertThat(reports.read(PAYMENTS, FIRST)).hasValue("{\"open\":false}");
  }

  @Test
  void peopleReadTheMarkdownWithoutQuorate() throws IOException {
    reports.keep(PAYMENTS, FIRST, "{}", "# payments: quorum lost\n");

    Path file = directory.resolve("snapshots/payments/incidents/20260301T030211Z-5f0c2d11.md");
    assertThat(Files.readString(file)).isEqualTo("# payments: quorum lost\n");
  }

  @Test
  void aFileOfSomebodyElseIsNoReport() throws IOException {
    reports.keep(PAYMENTS, FIRST, "{}", "#");
    Path folder = directory.resolve("snapshots/payments/incidents");
    Files.writeString(folder.resolve("notes.json"), "{}");
    Files.writeString(folder.resolve("99999999T999999Z-5f0c2d11.json"), "{}");

    assertThat(reports.list(PAYMENTS)).containsExactly(FIRST);
  }

  @Test
  void reportsAreNoSnapshots() {
    reports.keep(PAYMENTS, FIRST, "{}", "#");
    SnapshotPlace place = SnapshotPlace.in(directory.resolve("snapshots"), Clock.systemUTC());

    assertThat(place.store().list(PAYMENTS)).isEmpty();
    assertThat(place.catalogue().kept(PAYMENTS)).isEmpty();
  }

  @Test
  void aClusterThatHadNoIncidentHasNoReport() {
    assertThat(reports.list(PAYMENTS)).isEmpty();
  }
}
