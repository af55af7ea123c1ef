package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quorate.client.ShardReports.Found;
import io.quorate.operation.WatchedShard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadManSwitchTest {
  private static final Instant NOW = Instant.parse("2026-11-30T03:00:00Z");

  private final AtomicInteger requests = new AtomicInteger();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private volatile int status = 200;
  private HttpServer outside;

  @BeforeEach
  void listen() throws IOException {
    outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    outside.createContext(
        "/alive",
        asked -> {
          requests.incrementAndGet();
          asked.sendResponseHeaders(status, -1);
          asked.close();
        });
    outside.start();
  }

  @AfterEach
  void close() {
    outside.stop(0);
  }

  @Test
  void sendsAfterAFullPassOfEveryShard() {
    beat(true, full(NOW.minusSeconds(30), NOW.minusSeconds(119)));

    assertThat(requests).hasValue(1);
    assertThat(registry.counter("quorate.watch.heartbeats").count()).isEqualTo(1);
  }

  @Test
  void sendsNothingWhileOneShardIsOld() {
    beat(true, full(NOW.minusSeconds(30), NOW.minus(DeadManSwitch.PASS)));

    assertThat(requests).hasValue(0);
  }

  @Test
  void sendsNothingBeforeTheFirstPass() {
    beat(true, new Found(List.of(WatchedShard.begun(7)), Optional.empty()));

    assertThat(requests).hasValue(0);
  }

  @Test
  void sendsNothingWhileNobodyHoldsAShard() {
    beat(true, new Found(List.of(), Optional.of("No worker watches 1 of 64 shards.")));

    assertThat(requests).hasValue(0);
  }

  @Test
  void aWorkerThatDoesNotHoldTheFirstShardSendsNothing() {
    beat(false, full(NOW));

    assertThat(requests).hasValue(0);
  }

  @Test
  void aRefusedHeartbeatDoesNotCount() {
    status = 404;
    beat(true, full(NOW));

    assertThat(requests).hasValue(1);
    assertThat(registry.counter("quorate.watch.heartbeats").count()).isZero();
  }

  @Test
  void goesOnWhereTheReportsCannotBeRead() {
    try (DeadManSwitch deadManSwitch =
        new DeadManSwitch(
            url(),
            () -> true,
            () -> {
              throw new IllegalStateException("no Temporal");
            },
            InstantSource.fixed(NOW),
            registry)) {
      deadManSwitch.run();
      deadManSwitch.run();
    }

    assertThat(requests).hasValue(0);
  }

  private void beat(boolean ours, Found found) {
    try (DeadManSwitch deadManSwitch =
        new DeadManSwitch(url(), () -> ours, () -> found, InstantSource.fixed(NOW), registry)) {
      deadManSwitch.run();
    }
  }

  private URI url() {
    return URI.create("http://127.0.0.1:" + outside.getAddress().getPort() + "/alive");
  }

  private static Found full(Instant... oldest) {
    return new Found(
        List.of(oldest).stream()
            .map(at -> new WatchedShard(1, 1, Optional.of(at), List.of(), 0, List.of()))
            .toList(),
        Optional.empty());
  }
}
