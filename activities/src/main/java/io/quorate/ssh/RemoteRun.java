package io.quorate.ssh;

import io.quorate.shell.MarkedRun;
import io.quorate.shell.ScriptRun;
import io.quorate.shell.SentScript;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;

/** One run of a script on a host, through a channel of a connection. */
final class RemoteRun {
  private final ScriptRun run;
  private final SshTarget target;
  private MarkedRun marked;

  /** A run that has not begun. */
  RemoteRun(ScriptRun run, SshTarget target) {
    this.run = run;
    this.target = target;
    this.marked = new MarkedRun(run);
  }

  private record Way(ChannelExec channel) implements MarkedRun.Way {
    @Override
    public @Nullable Integer exit() {
      return channel.getExitStatus();
    }

    @Override
    public OutputStream input() {
      return channel.getInvertedIn();
    }
  }

  /**
   * Listens to a channel before it is opened. One that was not opened is followed by another: what
   * the first one still tells, its end above all, is no news of the second.
   */
  void prepare(ChannelExec channel) {
    var told = new MarkedRun(run);
    marked = told;
    channel.setOut(told.output());
    channel.setErr(told.errors());
    // A write waits for room in the host's window, and no longer than the script may take.
    CoreModuleProperties.WAIT_FOR_SPACE_TIMEOUT.set(
        channel, Duration.ofNanos(run.left()).plusMillis(1));
    channel.addChannelListener(
        new ChannelListener() {
          @Override
          public void channelStateChanged(Channel changed, String hint) {
            told.changed();
          }

          @Override
          public void channelClosed(Channel gone, @Nullable Throwable reason) {
            told.closed();
          }
        });
  }

  /** Sends the script, answers the script, and follows the run to its end. */
  Shell.Ended toItsEnd(ChannelExec channel, byte[] input)
      throws InterruptedException, TimeoutException {
    boolean over = false;
    try {
      send(channel, input);
      marked.awaitEnd(new Way(channel));
      over = true;
      return marked.result(
          channel.getExitStatus(),
          (exit, said) -> UnstartedScript.failure(target, run.what(), exit, said));
    } finally {
      leave(channel, over);
    }
  }

  /**
   * Sends the bytes. A failed write closes the channel, and the end of the channel reports the
   * failure.
   */
  private void send(ChannelExec channel, byte[] input) throws InterruptedException {
    try {
      channel.getInvertedIn().write(input);
      channel.getInvertedIn().flush();
    } catch (InterruptedIOException e) {
      throw new InterruptedException(e.getMessage());
    } catch (IOException e) {
      channel.close(true);
    }
  }

  /**
   * Leaves the channel. A script that is still there gets the end of its input, which ends the
   * question of a script that was not answered; its time limit ends all else. Its channel stays
   * open until then: closing it would not free its place on the host.
   */
  private void leave(ChannelExec channel, boolean over) {
    marked.stop();
    if (over) {
      channel.close(false);
      return;
    }
    Thread.ofVirtual().name("ssh-leave").start(() -> endInput(channel));
    long rest = run.left() + TimeUnit.SECONDS.toNanos(SentScript.KILL_AFTER + 2L);
    CompletableFuture.delayedExecutor(rest, TimeUnit.NANOSECONDS)
        .execute(() -> channel.close(true));
  }

  private static void endInput(ChannelExec channel) {
    try {
      channel.getInvertedIn().close();
    } catch (IOException e) {
      channel.close(true);
    }
  }
}
