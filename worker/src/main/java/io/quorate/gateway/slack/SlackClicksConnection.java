package io.quorate.gateway.slack;

import com.slack.api.Slack;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.response.apps.connections.AppsConnectionsOpenResponse;
import com.slack.api.socket_mode.SocketModeClient;
import com.slack.api.socket_mode.impl.SocketModeClientJavaWSImpl;
import com.slack.api.socket_mode.queue.impl.ConcurrentLinkedMessageQueue;
import com.slack.api.socket_mode.request.InteractiveEnvelope;
import com.slack.api.socket_mode.response.AckResponse;
import java.io.IOException;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Socket Mode connection that is kept up. The SDK's own monitor is off: an answer of Slack
 * other than ok, such as a 429 while connecting, ends it for good without a word.
 */
final class SlackClicksConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicksConnection.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(10);
  private static final Duration SETTLE_WITHIN = Duration.ofSeconds(1);
  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** No later attempt will help: a person has to change the token or the app. */
  private static final Set<String> FATAL =
      Set.of(
          "invalid_auth",
          "not_authed",
          "token_revoked",
          "token_expired",
          "account_inactive",
          "not_allowed_token_type",
          "missing_scope",
          "link_disabled",
          "team_access_not_granted");

  private final Slack slack;
  private final String appToken;
  private final Consumer<InteractiveEnvelope> received;
  private final AtomicReference<@Nullable SocketModeClient> client = new AtomicReference<>();

  /** Released when something happened that is worth a look before the next one is due. */
  private final Semaphore look = new Semaphore(0);

  private final Thread keeper = Thread.ofVirtual().name("slack-clicks").unstarted(this::keep);
  private volatile boolean connected;
  private volatile String trouble = "not connected yet";

  SlackClicksConnection(Slack slack, String appToken, Consumer<InteractiveEnvelope> received) {
    this.slack = slack;
    this.appToken = appToken;
    this.received = received;
  }

  void start() {
    keeper.start();
  }

  boolean connected() {
    return connected;
  }

  Optional<String> trouble() {
    return connected ? Optional.empty() : Optional.of(trouble);
  }

  void acknowledge(String envelopeId) {
    SocketModeClient current = client.get();
    try {
      if (current != null) {
        current.sendSocketModeResponse(AckResponse.builder().envelopeId(envelopeId).build());
      }
    } catch (RuntimeException e) {
      // The SDK throws its WebSocket library's exceptions when the connection is just gone.
      LOG.warn("A click in Slack could not be acknowledged: {}", e.toString());
      look.release();
    }
  }

  @Override
  public void close() {
    keeper.interrupt();
    drop(client.getAndSet(null));
    connected = false;
  }

  private void keep() {
    Duration pause = SHORTEST_PAUSE;
    try {
      while (!FATAL.contains(trouble)) {
        connected = isUp() || connect();
        pause = connected ? SHORTEST_PAUSE : longer(pause);
        boolean woken =
            look.tryAcquire((connected ? LOOK_EVERY : pause).toMillis(), TimeUnit.MILLISECONDS);
        if (woken) {
          look.drainPermits();
        }
      }
      LOG.error("Slack's clicks do not arrive: {}. Look at slack.appTokenFile", trouble);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
  }

  /** After Slack's own "disconnect" the SDK is already connecting anew: it is given a moment. */
  private boolean isUp() throws InterruptedException {
    SocketModeClient current = client.get();
    if (current == null) {
      return false;
    }
    if (current.verifyConnection()) {
      return true;
    }
    boolean woken = look.tryAcquire(SETTLE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    LOG.debug("A connection to Slack was lost{}", woken ? ", and something happened since" : "");
    return current.verifyConnection();
  }

  private boolean connect() throws InterruptedException {
    try {
      AppsConnectionsOpenResponse opened = slack.methods(appToken).appsConnectionsOpen(r -> r);
      if (!opened.isOk()) {
        trouble = String.valueOf(opened.getError());
        return false;
      }
      return join(opened.getUrl());
    } catch (IOException | SlackApiException | URISyntaxException e) {
      trouble = "Slack cannot be reached (" + e + ")";
      LOG.debug("No connection to Slack yet", e);
      return false;
    }
  }

  private boolean join(String url) throws URISyntaxException, InterruptedException {
    SocketModeClient fresh =
        new SocketModeClientJavaWSImpl(
            slack, appToken, url, 1, new ConcurrentLinkedMessageQueue(), false, false, 1);
    CountDownLatch hello = new CountDownLatch(1);
    fresh.addWebSocketMessageListener(
        message -> {
          if (message.contains("\"hello\"")) {
            hello.countDown();
          }
        });
    fresh.addInteractiveEnvelopeListener(received::accept);
    fresh.addWebSocketCloseListener((code, reason) -> look.release());
    drop(client.getAndSet(fresh));
    ((SocketModeClientJavaWSImpl) fresh).connect();
    boolean greeted = hello.await(HELLO_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    trouble = greeted ? "" : "Slack did not say hello within " + HELLO_WITHIN.toSeconds() + " s";
    LOG.info(greeted ? "Slack's clicks arrive" : "Slack did not say hello");
    return greeted;
  }

  private static void drop(@Nullable SocketModeClient old) {
    try {
      if (old != null) {
        old.close();
      }
    } catch (IOException e) {
      LOG.debug("An old connection to Slack did not close cleanly", e);
    }
  }
}
