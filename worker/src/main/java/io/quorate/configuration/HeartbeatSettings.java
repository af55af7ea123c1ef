package io.quorate.configuration;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Heartbeat of the watch to a service outside, which alarms where the heartbeat stays away.
 *
 * @param url asked with GET after a full pass over all clusters
 * @param every between two heartbeats, 10 s to 1 h
 */
public record HeartbeatSettings(URI url, Duration every) {
  static final String EXAMPLE =
      "heartbeat: {url: \"https://alive.example.net/quorate\", every: 60s}";

  private static final String EVERY = "every";
  private static final Duration USUAL = Duration.ofSeconds(60);
  private static final Duration LEAST = Duration.ofSeconds(10);
  private static final Duration MOST = Duration.ofHours(1);

  static Optional<HeartbeatSettings> read(Section root) {
    return root.section(
            "watch",
            "watch: {" + EXAMPLE + "}",
            watch -> watch.section("heartbeat", EXAMPLE, HeartbeatSettings::heartbeat))
        .flatMap(read -> read)
        .flatMap(read -> read);
  }

  private static Optional<HeartbeatSettings> heartbeat(Section section) {
    Duration every = section.orElse(EVERY, USUAL, ValueParsers::duration);
    if (every.compareTo(LEAST) < 0 || every.compareTo(MOST) > 0) {
      section.problem(EVERY, "is not between 10s and 1h");
    }
    return section
        .required("url", "url: https://alive.example.net/quorate", ValueParsers::url)
        .map(url -> new HeartbeatSettings(url, every));
  }
}
