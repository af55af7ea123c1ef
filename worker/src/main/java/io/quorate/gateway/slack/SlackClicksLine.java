package io.quorate.gateway.slack;

import com.slack.api.Slack;
import com.slack.api.methods.SlackApiException;
import com.slack.api.methods.response.apps.connections.AppsConnectionsOpenResponse;
import com.slack.api.socket_mode.impl.SocketModeClientJavaWSImpl;
import com.slack.api.socket_mode.queue.impl.ConcurrentLinkedMessageQueue;
import com.slack.api.socket_mode.request.InteractiveEnvelope;
import com.slack.api.socket_mode.response.AckResponse;
import com.slack.api.socket_mode.response.MapResponse;
import com.slack.api.socket_mode.response.SocketModeResponse;
import io.quorate.client.Backoff;
import java.io.IOException;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Socket Mode connection that is restored after any answer of Slack or of a proxy before it.
 * The SDK's own reconnecting and monitoring are off: an answer of Slack other than ok, or a page
 * that is no JSON, ends them silently and for good. When Slack announces a disconnect, the next
 * connection is up before the old one is closed.
 */
final class SlackClicksLine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlackClicksLine.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);
  private static final Duration HELLO_WITHIN = Duration.ofSeconds(10);
  private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

  /**
   * Delays the closing of an old connection until its clicks have been acknowledged on it, which
   * takes less than 5 s.
   */
  private static final Executor AFTER_THE_LAST_ACKNOWLEDGEMENT =
      CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS);

  /** Receiver of clicks; has to acknowledge each within three seconds. */
  interface Received {
    void take(InteractiveEnvelope envelope, Acknowledgement acknowledge);
  }

  /** Acknowledgement of one click. */
  interface Acknowledgement {
    /** Acknowledges the click; a dialog is closed. */
    void done();

    /** Acknowledges a dialog that stays open, with an error for each of these blocks, by its id. */
    void stayOpen(Map<String, String> errors);
  }

  private final Slack slack;
  private final String appToken;
  private final Received received;
  private final Duration renewAfter;
  private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();

  /** A semaphore that is released to have the connection checked at once. */
  private final Semaphore look = new Semaphore(0);

  private final Thread keeper;
  private volatile boolean closed;
  private volatile String trouble = "not connected yet";

  /**
   * Creates a line that connects when {@link #start} is called.
   *
   * @param renewAfter age at which the first connection is renewed, so that two lines are not
   *     disconnected by Slack at the same time
   */
  SlackClicksLine(
      String name, Slack slack, String appToken, Received received, Duration renewAfter) {
    this.slack = slack;
    this.appToken = appToken;
    this.received = received;
    this.renewAfter = renewAfter;
    this.keeper = Thread.ofVirtual().name(name).unstarted(this::keep);
  }

  /** A connection of the SDK whose reconnecting is left to the line's keeper thread. */
  private final class Connection extends SocketModeClientJavaWSImpl {
    private final CountDownLatch hello = new CountDownLatch(1);
    private final long begun = System.nanoTime();
    private final boolean first = current.get() == null;
    private volatile boolean retiring;
    private volatile boolean greeted;

    Connection(String url) throws URISyntaxException {
      super(slack, appToken, url, 1, new ConcurrentLinkedMessageQueue(), false, false, 1);
      addWebSocketMessageListener(this::take);
      addInteractiveEnvelopeListener(
          envelope -> received.take(envelope, acknowledgement(envelope.getEnvelopeId())));
      addWebSocketCloseListener((code, reason) -> gone());
    }

    /** Retires this connection; called by the SDK when Slack announces a disconnect. */
    @Override
    public void connectToNewEndpoint() {
      gone();
    }

    private void take(String message) {
      if (message.contains("\"hello\"")) {
        greeted = true;
        hello.countDown();
      }
    }

    private void gone() {
      retiring = true;
      look.release();
    }

    private Acknowledgement acknowledgement(String envelopeId) {
      return new Acknowledgement() {
        @Override
        public void done() {
          acknowledge(AckResponse.builder().envelopeId(envelopeId).build());
        }

        @Override
        public void stayOpen(Map<String, String> errors) {
          acknowledge(
              MapResponse.builder()
                  .envelopeId(envelopeId)
                  .payload(Map.of("response_action", "errors", "errors", errors))
                  .build());
        }
      };
    }

    private void acknowledge(SocketModeResponse answer) {
      try {
        sendSocketModeResponse(answer);
      } catch (RuntimeException e) {
        // The SDK throws its WebSocket library's exceptions when the connection has just ended.
        LOG.warn("A click in Slack could not be acknowledged: {}", e.toString());
        gone();
      }
    }

    private boolean isUp() {
      return greeted && !retiring && verifyConnection();
    }
  }

  void start() {
    keeper.start();
  }

  /** Returns whether clicks arrive now. Without its keeper thread a line counts as down. */
  boolean connected() {
    Connection connection = current.get();
    return keeper.isAlive() && connection != null && connection.greeted && !connection.retiring;
  }

  Optional<String> trouble() {
    return connected() ? Optional.empty() : Optional.of(trouble);
  }

  @Override
  public void close() {
    closed = true;
    keeper.interrupt();
    drop(current.getAndSet(null));
  }

  private void keep() {
    int failures = 0;
    try {
      while (!closed) {
        failures = isUp() || connect() ? 0 : failures + 1;
        Duration pause = failures == 0 ? LOOK_EVERY : PAUSES.after(failures);
        if (look.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          look.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isUp() {
    Connection connection = current.get();
    return connection != null && connection.isUp() && !isOld(connection);
  }

  /**
   * Returns whether the connection is due for its one early renewal, which keeps the two lines
   * apart.
   */
  private boolean isOld(Connection connection) {
    return connection.first && System.nanoTime() - connection.begun > renewAfter.toNanos();
  }

  /** Connects; returns false, with the reason logged, when Slack or the SDK fails. */
  private boolean connect() throws InterruptedException {
    try {
      AppsConnectionsOpenResponse opened = slack.methods(appToken).appsConnectionsOpen(r -> r);
      return opened.isOk()
          ? join(opened.getUrl())
          : inTrouble("Slack refuses the connection: " + opened.getError());
    } catch (IOException | SlackApiException | URISyntaxException | RuntimeException e) {
      LOG.debug("No connection to Slack yet", e);
      return inTrouble("Slack cannot be reached (" + e + ")");
    }
  }

  private boolean inTrouble(String why) {
    if (!why.equals(trouble)) {
      LOG.warn("Clicks in Slack do not arrive on {}: {}", keeper.getName(), why);
    }
    trouble = why;
    return false;
  }

  private boolean join(String url) throws URISyntaxException, IOException, InterruptedException {
    Connection fresh = new Connection(url);
    fresh.connect();
    if (!fresh.hello.await(HELLO_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
      drop(fresh);
      return inTrouble("Slack did not say hello within " + HELLO_WITHIN.toSeconds() + " s");
    }
    Connection old = current.getAndSet(fresh);
    trouble = "the connection was lost";
    LOG.info("Slack's clicks arrive on {}", keeper.getName());
    if (old != null) {
      AFTER_THE_LAST_ACKNOWLEDGEMENT.execute(() -> drop(old));
    }
    if (closed) {
      drop(fresh);
    }
    return true;
  }

  private static void drop(@Nullable Connection old) {
    try {
      if (old != null) {
        old.close();
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("An old connection to Slack did not close cleanly", e);
    }
  }
}
