package io.quorate.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.quorate.gateway.http.MetricsListener;
import io.quorate.lab.machine.ReservedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metrics and health of {@code quorate worker} alone, with a Temporal that is away. */
class WorkerMetricsTest {
  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final int port = freePort();

  WorkerMetricsTest() throws IOException {}

  private static int freePort() throws IOException {
    try (ReservedPort free = ReservedPort.take()) {
      return free.number();
    }
  }

  @Test
  void aWorkerAloneServesMetricsAndHealthAndNothingElse() throws IOException, InterruptedException {
    try (Serving serving = listeningOn("127.0.0.1");
        MetricsListener listener = serving.metrics().orElseThrow()) {
      assertThat(listener).isNotNull();
      assertThat(get("/metrics").body()).contains("quorate_configuration_wrong_files 0.0");
      assertThat(get("/healthz").statusCode()).isEqualTo(200);
      HttpResponse<String> ready = get("/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("Connection refused", "\"name\":\"worker\",\"ok\":false");
      for (String path : new String[] {"/", "/api/clusters", "/api/operations"}) {
        assertThat(get(path).statusCode()).as(path).isEqualTo(404);
      }
      assertThat(get("/api/clusters").body()).contains("/metrics, /healthz and /readyz");
      HttpRequest alert =
          HttpRequest.newBuilder(at("/alerts/alertmanager"))
              .POST(BodyPublishers.ofString("{}"))
              .build();
      assertThat(http.send(alert, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void beyondLoopbackItIsNotSaidWhyACheckFails() throws IOException, InterruptedException {
    try (Serving serving = listeningOn("0.0.0.0");
        MetricsListener listener = serving.metrics().orElseThrow()) {
      assertThat(listener).isNotNull();
      HttpResponse<String> ready = get("/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body())
          .contains("\"name\":\"temporal\",\"ok\":false")
          .doesNotContain("refused", "127.0.0.1");
    }
  }

  @Test
  void aWorkerListensNowhereUnlessSomebodySaysWhere() throws IOException {
    try (Serving serving = serving("")) {
      assertThat(serving.metrics()).isEmpty();
    }
  }

  @Test
  void refusesAnAddressThatSomebodyElseHas() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Serving serving =
            serving("metrics: {listen: \"127.0.0.1:" + taken.getLocalPort() + "\"}")) {
      assertThatThrownBy(serving::metrics)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("metrics.listen: 127.0.0.1:")
          .hasMessageContaining("cannot be listened on");
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(at(path)).timeout(Duration.ofSeconds(20)).build(),
        BodyHandlers.ofString());
  }

  private URI at(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private Serving listeningOn(String host) {
    return serving("metrics: {listen: \"" + host + ":" + port + "\"}");
  }

  private Serving serving(String metrics) {
    Configuration configuration =
        ConfigurationFile.read(
            folder.resolve("quorate.yml"),
            """
            temporal: {target: "127.0.0.1:1"}
            snapshots: {directory: %s}
            %s
            clusters:
              payments:
                platform: hosts
                memberDefaults: {host: local, service: {systemd: etcd.service}, dataDirectory: /d, environmentFile: /e, binary: /b}
                members:
                  etcd-0: {peerUrl: "http://127.0.0.1:2380", clientUrl: "http://127.0.0.1:2379"}
            """
                .formatted(folder, metrics),
            new Environment(Map.of(), file -> true));
    return new Serving(configuration, UnaryOperator.identity());
  }
}
