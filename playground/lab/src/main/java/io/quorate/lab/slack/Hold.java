package io.quorate.lab.slack;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One call of Slack's Web API that is held at a chosen moment, to test failures of its caller. */
public final class Hold {
  /** The moment at which a call is held. */
  public enum At {
    /** Slack has received the call and has done nothing yet. */
    REQUEST,
    /** Slack has carried out the call and has not answered yet. */
    ANSWER
  }

  /** Limit of a hold, longer than any test waits, so that no server thread is held for ever. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final At at;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  Hold(At at) {
    this.at = at;
  }

  /** Waits until the call is held; throws {@link IllegalStateException} when the limit is spent. */
  public void await(Duration limit) throws InterruptedException {
    if (!reached.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("no call was held within " + limit);
    }
  }

  /** Lets the call continue. */
  public void release() {
    released.countDown();
  }

  /** Waits for the release if the call is to be held at this moment. */
  void pass(At moment) {
    if (moment == at) {
      reached.countDown();
      try {
        if (!released.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("a held call was not let go within " + LONGEST);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
