package io.quorate.playground;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A shutdown hook by which Ctrl-C and SIGTERM interrupt the play and let it stop its servers. The
 * process waits up to 60 s for that.
 */
final class ShutdownHook implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread player = Thread.currentThread();

  private ShutdownHook() {}

  static ShutdownHook ofThisProcess() {
    var hook = new ShutdownHook();
    Runtime.getRuntime().addShutdownHook(new Thread(hook::end, "end-the-play"));
    return hook;
  }

  private void end() {
    if (done.getCount() == 0) {
      return;
    }
    player.interrupt();
    try {
      if (!done.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("quorate: not everything was ended within " + LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
  }
}
