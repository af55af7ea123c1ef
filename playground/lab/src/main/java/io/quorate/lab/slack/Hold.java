package io.quorate.lab.slack;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One call of Slack's Web API that is held at a chosen moment, for faults of its caller there. */
public final class Hold {
  /** The moment at which a call is held. */
  public enum At {
    /** Slack has the call and has done nothing yet. */
    REQUEST,
    /** It is done, and the caller does not know yet. */
    ANSWER
  }

  /** Longer than a test waits; no thread of the server is held for ever. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final At at;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  Hold(At at) {
    this.at = at;
  }

  /** Waits until the call is held; throws {@link IllegalStateException} when none comes. */
  public void await(Duration limit) throws InterruptedException {
    if (!reached.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("no call was held within " + limit);
    }
  }

  /** Lets the call go on. */
  public void release() {
    released.countDown();
  }

  /** Holds the call if this is the moment. */
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
