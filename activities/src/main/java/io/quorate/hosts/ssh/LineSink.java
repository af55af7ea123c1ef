package io.quorate.hosts.ssh;

import io.quorate.hosts.Shell;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Lines of one output of a command, as they come in. It takes bytes from a thread of the connection
 * and must not wait. What is beyond the limit of a script's output is dropped, except its end mark.
 */
final class LineSink extends OutputStream {
  private final Consumer<String> lines;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long room = Shell.OUTPUT_LIMIT_BYTES;
  private boolean afterReturn;
  private volatile boolean deaf;

  LineSink(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void write(int each) {
    // A line ends as for a BufferedReader: with a newline, a carriage return, or both.
    boolean secondOfPair = each == '\n' && afterReturn;
    afterReturn = each == '\r';
    if (each == '\n' || each == '\r') {
      if (!secondOfPair) {
        endLine();
      }
    } else if (line.size() <= Shell.OUTPUT_LIMIT_BYTES) {
      line.write(each);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    for (int at = offset; at < offset + length && !deaf; at++) {
      write(bytes[at] & 0xff);
    }
  }

  /** Drops all further output: nobody reads it any more. */
  void stop() {
    deaf = true;
  }

  private void endLine() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    boolean fits = room > 0;
    room -= text.length() + 1L;
    if (fits || text.equals(RemoteCommand.ENDED)) {
      lines.accept(text);
    }
  }
}
