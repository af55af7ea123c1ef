package io.quorate.worker.watch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quorate.client.ShardReports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead-man switch of the watch: a GET that a service outside misses where a worker, Temporal or the
 * way out is dead. The GET is sent only after a full pass over all shards, as Temporal knows it.
 */
public final class DeadManSwitch implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeadManSwitch.class);

  /** Age up to which a pass counts: four pulses. */
  static final Duration PASS = Duration.ofSeconds(120);

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int SUCCESS = 2;
  private static final int HUNDRED = 100;

  private final URI url;
  private final BooleanSupplier ours;
  private final Supplier<ShardReports.Found> reports;
  private final InstantSource clock;
  private final Counter sent;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private String trouble = "";

  /**
   * Creates a switch; nothing is sent yet.
   *
   * @param ours whether this process sends the heartbeats of the fleet now
   * @param reports reads the reports about all clusters
   */
  public DeadManSwitch(
      URI url,
      BooleanSupplier ours,
      Supplier<ShardReports.Found> reports,
      InstantSource clock,
      MeterRegistry registry) {
    this.url = url;
    this.ours = ours;
    this.reports = reports;
    this.clock = clock;
    this.sent = Counter.builder("quorate.watch.heartbeats").register(registry);
  }

  /** Sends one heartbeat, or logs once why not. Never throws. */
  @Override
  public void run() {
    if (!ours.getAsBoolean()) {
      return;
    }
    Optional<String> why = missing().or(this::send);
    why.filter(now -> !now.equals(trouble))
        .ifPresent(now -> LOG.warn("No heartbeat of the watch is sent, said once: {}", now));
    if (why.isEmpty() && !trouble.isEmpty()) {
      LOG.info("The heartbeat of the watch is sent again");
    }
    trouble = why.orElse("");
  }

  /** Catches every exception, because a scheduled task that throws is never run again. */
  private Optional<String> missing() {
    try {
      return missing(reports.get(), clock.instant());
    } catch (RuntimeException unread) {
      return Optional.of("the reports of the shards cannot be read: " + unread);
    }
  }

  /** Returns why this is no full pass over the fleet; empty where it is. */
  static Optional<String> missing(ShardReports.Found found, Instant now) {
    return found
        .notice()
        .or(
            () ->
                found.shards().stream()
                    .filter(
                        shard ->
                            shard
                                .oldestPulse()
                                .filter(pulse -> pulse.isAfter(now.minus(PASS)))
                                .isEmpty())
                    .findFirst()
                    .map(
                        shard ->
                            "not every cluster of shard "
                                + shard.number()
                                + " was asked within the last 2 min"));
  }

  private Optional<String> send() {
    try {
      int status =
          http.send(
                  HttpRequest.newBuilder(url).timeout(LIMIT).GET().build(),
                  BodyHandlers.discarding())
              .statusCode();
      if (status / HUNDRED != SUCCESS) {
        return Optional.of(url.getHost() + " answers " + status);
      }
      sent.increment();
      return Optional.empty();
    } catch (IOException failed) {
      return Optional.of(url.getHost() + " does not answer: " + failed);
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
      return Optional.of("the worker is stopping");
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
