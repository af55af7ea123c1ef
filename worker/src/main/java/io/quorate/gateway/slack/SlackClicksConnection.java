package io.quorate.gateway.slack;

import com.slack.api.Slack;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Two Socket Mode connections, of which one is enough: Slack sends a click on any of them. Slack
 * disconnects each connection every few hours; the two are staggered by half an hour, so that both
 * are never down at once and no click is lost.
 */
final class SlackClicksConnection implements AutoCloseable {
  private static final Duration STAGGER = Duration.ofMinutes(30);
  private static final Duration NEVER = Duration.ofDays(365);

  private final List<SlackClicksLine> lines;

  SlackClicksConnection(Slack slack, String appToken, SlackClicksLine.Received received) {
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

  /** Returns why no click arrives, in a sentence; empty when one of the two connections is up. */
  Optional<String> trouble() {
    return connected() ? Optional.empty() : lines.get(0).trouble();
  }

  @Override
  public void close() {
    lines.forEach(SlackClicksLine::close);
  }
}
