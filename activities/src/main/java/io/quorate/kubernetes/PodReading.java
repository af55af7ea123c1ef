package io.quorate.kubernetes;

import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import io.quorate.shell.Script;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads bytes out of a pod by small scripts that change nothing. What breaks off is an {@link
 * IOException}, and no end of a file.
 */
record PodReading(PodPrograms programs, PodPlace place) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int ERRORS_KEPT = 4000;
  private static final int SHOWN = 300;
  private static final int EXCHANGED = 76;

  /** Nothing of the container's environment is passed on; the limit works without Quorate too. */
  private static final String SHELL =
      "{ true >"
          + KeeperPod.USED
          + "; } 2>/dev/null; cd /; exec env -i"
          + " PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C timeout -k"
          + " 5 %d /bin/sh -c \"$@\"";

  static final Script LOOK = script("look");
  static final Script READ = script("read");

  /** The script beside this class with this name. */
  static Script script(String name) {
    return new Script(name, Script.part(PodReading.class, name));
  }

  /**
   * Runs a script and returns its output.
   *
   * @param most bytes that it may print
   */
  byte[] bytes(Script script, List<String> arguments, int most) throws IOException {
    var kept = new Bounded(most, true);
    stream(script, arguments, kept, LIMIT);
    return kept.toByteArray();
  }

  /** Runs a script and hands its output on. */
  void stream(Script script, List<String> arguments, OutputStream to, Duration limit)
      throws IOException {
    var command =
        new ArrayList<>(
            List.of("/bin/sh", "-c", SHELL.formatted(limit.toSeconds()), "sh", script.text()));
    command.add(script.name());
    command.addAll(arguments);
    var errors = new Bounded(ERRORS_KEPT, false);
    var done = new CountDownLatch(1);
    var outputs = new PodOutputs(to, errors, done::countDown, done::countDown);
    long deadline = System.nanoTime() + limit.toNanos();
    PodChannel channel = opened(command, outputs, deadline);
    try {
      if (!done.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
        throw broken("it took longer than " + limit.toSeconds() + " s");
      }
      check(channel.exit(), channel.word(), errors.toString(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("reading in " + place.name() + " was interrupted");
    } finally {
      channel.close();
    }
  }

  /** To whoever reads a directory, a pod that cannot be reached is a disk that cannot be read. */
  private PodChannel opened(List<String> command, PodOutputs outputs, long deadline)
      throws IOException {
    try {
      return programs.start(place, command, outputs, deadline);
    } catch (Failure unreached) {
      throw new IOException(unreached.getMessage(), unreached);
    }
  }

  private void check(@Nullable Integer exit, String word, String errors) throws IOException {
    if (exit == null) {
      throw broken(word.isEmpty() ? "no status came" : word);
    }
    if (exit == EXCHANGED) {
      throw new IOException("a file was exchanged while it was read");
    }
    if (exit != 0) {
      throw broken(errors.isBlank() ? "exit " + exit + " " + word : errors);
    }
  }

  private IOException broken(String why) {
    return new IOException(
        "reading in %s broke off: %s".formatted(place.name(), CleanText.line(why, SHOWN)));
  }

  /** Keeps so many bytes of what is written; more are dropped, or are too many. */
  private static final class Bounded extends ByteArrayOutputStream {
    private final int most;
    private final boolean strict;

    Bounded(int most, boolean strict) {
      super(1024);
      this.most = most;
      this.strict = strict;
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      if (strict && size() + length > most) {
        throw new UncheckedIOException(new IOException("it is larger than " + most + " bytes"));
      }
      super.write(bytes, offset, Math.min(length, most - size()));
    }
  }
}
