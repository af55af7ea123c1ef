package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.record.ObservationMemory;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.view.ClusterView;
import io.quorate.view.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of a cluster, when nothing but the snapshot directory is left. */
class RecordVerbTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");

  private static final Drawn BEGUN_ANEW =
      Drawn.WHOLE.ofCluster(0xbeef, "etcd-0", "etcd-1", "etcd-2");

  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory).sees(Drawn.WHOLE);
  }

  @Test
  void withoutARecordTheVerbSaysSoAndEndsWithZero() {
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
  void acceptEndsWithFourWhereNothingContradictsTheRecord() {
    remember(Duration.ofMinutes(14));
    assertThat(desk.type("record", "accept", "payments", "--because", "restored")).isEqualTo(4);
    assertThat(desk.err()).contains("Nothing to accept");
  }

  @Test
  void acceptRecordsTheApproverBehindAnAlias() {
    desk.configure(
        "approval: {approvers: {oncall: [{name: dana, aliases: [d.smith]}, {name: robin}]}}\n");
    remember(Duration.ofMinutes(14));
    desk.sees(BEGUN_ANEW);
    assertThat(accept("--as", "D.Smith", "--cluster-id", "beef")).as(desk.err()).isZero();
    assertThat(desk.err()).contains("Accepted: cluster beef is the history of payments");
    assertThat(desk.out())
        .contains("Cluster beef, accepted at 2026-03-01T03:04:05Z by dana (unverified): restored.")
        .contains("Before: Cluster c0ffee");
    assertThat(accept()).isEqualTo(4);
    assertThat(desk.type("record", "payments", "-o", "json")).isZero();
    assertThat(desk.out()).contains("\"began\":\"accepted\",\"by\":\"dana (unverified)\"");
  }

  @Test
  void theUserBehindSudoIsNamedAndNotVerified() {
    remember(Duration.ofMinutes(14));
    desk.sees(BEGUN_ANEW).with("SUDO_USER", "sam");
    assertThat(accept()).as(desk.err()).isZero();
    assertThat(desk.out()).contains("by sam (unverified): restored.");
  }

  @Test
  void acceptIsRefusedWithoutQuorumForTwoClustersAndForAnotherClusterId() {
    remember(Duration.ofMinutes(14));
    desk.sees(new Drawn(Set.of("etcd-1", "etcd-2"), Set.of()));
    assertThat(accept()).isEqualTo(3);
    assertThat(desk.err()).contains("refused: quorum does not confirm what answers");
    desk.sees(Drawn.WHOLE.ofCluster(0xbeef, "etcd-2"));
    assertThat(accept()).isEqualTo(3);
    assertThat(desk.err())
        .contains("refused: members answer as different clusters: etcd-0 of c0ffee")
        .contains("etcd-2 of beef");
    desk.sees(BEGUN_ANEW);
    assertThat(accept("--cluster-id", "c0ffee")).isEqualTo(3);
    assertThat(desk.err()).contains("the members answer as cluster beef, not as c0ffee");
    assertThat(accept("--cluster-id", "coffee")).isEqualTo(2);
    assertThat(desk.type("record", "payments")).isZero();
    assertThat(desk.out()).startsWith("payments   generation 1 in ").doesNotContain("accepted");
  }

  @Test
  void nobodyAcceptsInTheNameOfAnAlert() {
    remember(Duration.ofMinutes(14));
    desk.sees(BEGUN_ANEW);
    assertThat(accept("--as", "Alert etcdMembersDown")).isEqualTo(2);
    assertThat(desk.err()).contains("is how alerts are named");
  }

  private int accept(String... more) {
    List<String> words =
        new ArrayList<>(List.of("record", "accept", "payments", "--because", "restored"));
    words.addAll(List.of(more));
    return desk.type(words.toArray(String[]::new));
  }

  @Test
  void acceptNeedsAReasonAndAClusterThatAnswers() {
    assertThat(desk.type("record", "accept", "payments")).isEqualTo(2);
    assertThat(desk.err()).contains("say it with --because TEXT");
    desk.sees(Drawn.DARK);
    assertThat(desk.type("record", "accept", "payments", "--because", "restored")).isEqualTo(5);
    assertThat(desk.type("record", "forget", "payments")).isEqualTo(2);
  }

  private void remember(Duration ago) {
    ClusterView view = Drawn.WHOLE.at(Desk.START.minus(ago), ObservationMemory.NONE);
    SnapshotPlace.in(
            directory.resolve("snapshots"), Clock.fixed(Desk.START.minus(ago), ZoneOffset.UTC))
        .records()
        .update(PAYMENTS, record -> new Recorder(view).seen(record));
  }

  private Path folder() {
    return directory.resolve("snapshots").resolve("payments").resolve("record");
  }
}
