package io.quorate.gateway.slack;

import com.slack.api.Slack;
import com.slack.api.socket_mode.request.InteractiveEnvelope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Two Socket Mode connections, of which one is enough: Slack sends a click on any of them. They are
 * staggered by half an hour, so that Slack, which disconnects each of them every few hours, never
 * disconnects both, and no click falls between.
 */
final class SlackClicksConnection implements AutoCloseable {
  private static final Duration STAGGER = Duration.ofMinutes(30);
  private static final Duration NEVER = Duration.ofDays(365);

  /** Takes a click; the acknowledgement has to be run within three seconds. */
  interface Received {
    void take(InteractiveEnvelope envelope, Runnable acknowledge);
  }

  private final List<SlackClicksLine> lines;

  SlackClicksConnection(Slack slack, String appToken, Received received) {
    this.lines =
        List.of(
            new SlackClicksLine("slack-clicks-1", slack, appToken, received, NEVER),
            new SlackClicksLine("slack-clicks-2", slack, appToken, received, STAGGER));
  }

  void start() {
    lines.forEach(SlackClicksLine::start);
  }

  boolean connected() {
    return lines.stream().anyMatch(SlackClicksLine::connected);
  }

  /** Why no click arrives, in a sentence; empty when one of the two connections is up. */
  Optional<String> trouble() {
    return connected() ? Optional.empty() : lines.get(0).trouble();
  }

  @Override
  public void close() {
    lines.forEach(SlackClicksLine::close);
  }
}
