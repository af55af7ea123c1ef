package io.quorate.ssh;

import io.quorate.shell.LineSink;
import io.quorate.shell.ScriptRun;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;

/**
 * One run of a script on a host, whose question it answers. The run is a result only with the
 * script's exit status; without one it was cut off somewhere.
 */
final class RemoteRun {
  private static final int ERRORS_KEPT = 4000;

  /** Output may come after the exit status, and never when a process of the script keeps it. */
  private static final Duration AFTER_EXIT = Duration.ofSeconds(1);

  private static final int TIMED_OUT = 124;
  private static final int KILLED = 137;

  private final ScriptRun run;
  private final SshTarget target;
  private final MarkedText output = new MarkedText(Integer.MAX_VALUE);
  private final MarkedText errors = new MarkedText(ERRORS_KEPT);
  private LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private LineSink outputLines = new LineSink(line -> {}, RemoteCommand.ENDED);
  private LineSink errorLines = new LineSink(line -> {}, RemoteCommand.ENDED);
  private boolean closed;

  /** A run that has not begun. */
  RemoteRun(ScriptRun run, SshTarget target) {
    this.run = run;
    this.target = target;
  }

  private sealed interface Event permits Line, Moment {}

  private record Line(String text) implements Event {}

  private enum Moment implements Event {
    /** Exit status, end of an output: the channel knows. */
    CHANGED,
    /** Nothing comes any more. */
    CLOSED
  }

  /**
   * Listens to a channel before it is opened. One that was not opened is followed by another: what
   * the first one still tells, its end above all, is no news of the second.
   */
  void prepare(ChannelExec channel) {
    var told = new LinkedBlockingQueue<Event>();
    events = told;
    outputLines = new LineSink(line -> told.add(new Line(line)), RemoteCommand.ENDED);
    errorLines = new LineSink(line -> takeError(line, told), RemoteCommand.ENDED);
    channel.setOut(outputLines);
    channel.setErr(errorLines);
    // A write waits for room in the host's window, and no longer than the script may take.
    CoreModuleProperties.WAIT_FOR_SPACE_TIMEOUT.set(
        channel, Duration.ofNanos(run.left()).plusMillis(1));
    channel.addChannelListener(
        new ChannelListener() {
          @Override
          public void channelStateChanged(Channel changed, String hint) {
            told.add(Moment.CHANGED);
          }

          @Override
          public void channelClosed(Channel gone, @Nullable Throwable reason) {
            told.add(Moment.CLOSED);
          }
        });
  }

  /** Sends the script, answers the script, and follows the run to its end. */
  Shell.Ended toItsEnd(ChannelExec channel, byte[] input)
      throws InterruptedException, TimeoutException {
    boolean over = false;
    try {
      send(channel, input);
      while (!isOver(channel)) {
        Event event = next(channel);
        switch (event) {
          case Line line -> take(line.text(), channel);
          case Moment moment -> closed |= moment == Moment.CLOSED;
        }
      }
      over = true;
      return result(channel.getExitStatus());
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

  private void take(String line, ChannelExec channel) {
    if (output.isUnderWay() && run.asks(line)) {
      answer(channel);
    } else {
      output.take(line);
    }
  }

  private void answer(ChannelExec channel) {
    try {
      run.answer(output.text(), channel.getInvertedIn());
    } catch (IOException e) {
      errors.take("nobody took the answer: " + Troubles.words(e));
    }
  }

  private boolean isOver(ChannelExec channel) {
    return closed || (channel.getExitStatus() != null && output.hasEnded() && errors.hasEnded());
  }

  private Event next(ChannelExec channel) throws InterruptedException, TimeoutException {
    boolean exited = channel.getExitStatus() != null;
    long wait = exited ? Math.min(run.left(), AFTER_EXIT.toNanos()) : run.left();
    Event event = events.poll(wait, TimeUnit.NANOSECONDS);
    if (event != null) {
      return event;
    }
    if (exited) {
      return Moment.CLOSED;
    }
    if (run.left() > 0) {
      return Moment.CHANGED;
    }
    throw new TimeoutException();
  }

  private Shell.Ended result(@Nullable Integer exit) {
    if (exit == null) {
      throw run.broken("was cut off: the connection broke", null);
    }
    if (!output.hasBegun()) {
      throw UnstartedScript.failure(
          target, run.what(), exit, errors.before() + "\n" + output.before());
    }
    if (!output.hasEnded()) {
      throw run.broken("ended with %d in the middle of its output".formatted(exit), null);
    }
    if ((exit == TIMED_OUT || exit == KILLED) && run.left() == 0) {
      throw run.overdue(null);
    }
    return new Shell.Ended(exit, output.text(), errors.text().strip());
  }

  private void takeError(String line, Queue<Event> told) {
    errors.take(line);
    if (errors.hasEnded()) {
      told.add(Moment.CHANGED);
    }
  }

  /**
   * Leaves the channel. A script that is still there gets the end of its input, which ends the
   * question of a script that was not answered; its time limit ends all else. Its channel stays
   * open until then: closing it would not free its place on the host.
   */
  private void leave(ChannelExec channel, boolean over) {
    outputLines.stop();
    errorLines.stop();
    if (over) {
      channel.close(false);
      return;
    }
    Thread.ofVirtual().name("ssh-leave").start(() -> endInput(channel));
    long rest = run.left() + TimeUnit.SECONDS.toNanos(RemoteCommand.KILL_AFTER + 2L);
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
