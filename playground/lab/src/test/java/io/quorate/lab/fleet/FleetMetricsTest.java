package io.quorate.lab.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.lab.machine.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.assertj.core.data.TemporalUnitOffset;
import org.assertj.core.data.TemporalUnitWithinOffset;
import org.junit.jupiter.api.Test;

class FleetMetricsTest {
  private static final Duration SLACK = Duration.ofSeconds(10);

  @Test
  void eachMemberServesAPageOfItsOwnUnderTheFirstAsLeader() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      for (int cluster = 0; cluster < RecordedPage.all().size(); cluster++) {
        for (int number = 0; number < FleetAddress.MEMBERS; number++) {
          FleetAddress member = new FleetAddress(cluster, number);
          String page = text(ask(fleet, member), true);
          assertThat(page).contains("server_id=\"" + id(cluster, number) + "\"} 1\n");
          for (int other = 1; other < FleetAddress.MEMBERS; other++) {
            String peer = id(cluster, (number + other) % FleetAddress.MEMBERS);
            assertThat(page)
                .contains("Local=\"" + id(cluster, number) + "\",Remote=\"" + peer + "\"} 1\n")
                .contains("received_bytes_total{From=\"" + peer + "\"}");
          }
          assertThat(page)
              .contains("\netcd_server_is_leader " + (number == 0 ? "1" : "0") + "\n")
              .hasSizeGreaterThan(140_000);
        }
      }
      assertThat(fleet.pages().all()).isEqualTo(12);
      assertThat(fleet.pages().tooMany()).isZero();
      assertThat(fleet.counts().all()).isZero();
    }
  }

  @Test
  void aPageWithoutCompressionHasTheSameFamilies() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      FleetAddress member = new FleetAddress(2, 1);
      HttpURLConnection plain = open(fleet, member);
      assertThat(text(plain, false).lines().filter(line -> line.startsWith("# TYPE")))
          .isEqualTo(
              text(ask(fleet, member), true)
                  .lines()
                  .filter(line -> line.startsWith("# TYPE"))
                  .toList());
      assertThat(fleet.pages().tooMany()).isOne();
    }
  }

  @Test
  void aSilentPeerSendsNothingMore() throws IOException, InterruptedException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      fleet.troubles().loseMember(2);
      FleetAddress leader = new FleetAddress(1, 0);
      String first = text(ask(fleet, leader), true);
      Await.until(
          "the bytes from the other peer to grow",
          SLACK,
          () -> !received(text(ask(fleet, leader), true), 1).equals(received(first, 1)));
      String later = text(ask(fleet, leader), true);
      assertThat(received(later, 2)).isEqualTo(received(first, 2));
    }
  }

  @Test
  void aLostZoneServesNoPagesAndTheOthersDo() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 2), Optional.empty())) {
      fleet.troubles().lose(1);
      HttpURLConnection lost = open(fleet, new FleetAddress(3, 0));
      lost.setReadTimeout(500);
      assertThatThrownBy(lost::getResponseCode).isInstanceOf(SocketTimeoutException.class);
      assertThat(ask(fleet, new FleetAddress(2, 0)).getResponseCode()).isEqualTo(200);
      fleet.troubles().bringBack(1);
      assertThat(ask(fleet, new FleetAddress(3, 1)).getResponseCode()).isEqualTo(200);
    }
  }

  @Test
  void aResetBreaksTheConnectionAndCountsAsNoPage() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 1_000, 1), Optional.empty())) {
      assertThatThrownBy(ask(fleet, new FleetAddress(3, 0))::getResponseCode)
          .isInstanceOf(SocketException.class);
      assertThat(fleet.pages().all()).isZero();
      assertThat(fleet.troubles().numberOfResets()).isPositive();
    }
  }

  @Test
  void theClocksOfAZoneAreOffByWhatWasSet() throws IOException {
    try (var fleet = new FakeFleet(new Troubles(0, 0, 2), Optional.empty())) {
      fleet.troubles().setClock(1, -600);
      assertThat(date(fleet, 2)).isCloseTo(Instant.now(), within());
      assertThat(date(fleet, 3)).isCloseTo(Instant.now().minusSeconds(600), within());
    }
  }

  private static TemporalUnitOffset within() {
    return new TemporalUnitWithinOffset(SLACK.toSeconds(), ChronoUnit.SECONDS);
  }

  private static Instant date(FakeFleet fleet, int cluster) throws IOException {
    return Instant.ofEpochMilli(ask(fleet, new FleetAddress(cluster, 0)).getDate());
  }

  private static String received(String page, int member) {
    String begin = "received_bytes_total{From=\"" + id(1, member) + "\"}";
    return page.lines().filter(line -> line.contains(begin)).findFirst().orElseThrow();
  }

  private static String id(int cluster, int member) {
    return Long.toHexString(new FleetAddress(cluster, member).memberId());
  }

  private static HttpURLConnection ask(FakeFleet fleet, FleetAddress member) {
    HttpURLConnection connection = open(fleet, member);
    connection.setRequestProperty("Accept-Encoding", "gzip");
    return connection;
  }

  private static HttpURLConnection open(FakeFleet fleet, FleetAddress member) {
    URI url = URI.create("http://" + member.host() + ":" + fleet.metricsPort() + "/metrics");
    try {
      return (HttpURLConnection) url.toURL().openConnection();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static String text(HttpURLConnection connection, boolean compressed) {
    try (InputStream body = connection.getInputStream();
        InputStream page = compressed ? new GZIPInputStream(body) : body) {
      assertThat("gzip".equals(connection.getContentEncoding())).isEqualTo(compressed);
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
