package io.quorate.shell;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Lines of one output of a command, as they come in. A line ends at a newline and at nothing else:
 * a carriage return in a name begins no line. It takes bytes from a thread of the connection and
 * must not wait. What is beyond the limit of a script's output is dropped, except its end mark.
 */
public final class LineSink extends OutputStream {
  private final Consumer<String> lines;
  private final String mark;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long room = Shell.OUTPUT_LIMIT_BYTES;
  private volatile boolean deaf;

  /**
   * A sink that hands on lines.
   *
   * @param mark a line that is handed on beyond the limit too
   */
  public LineSink(Consumer<String> lines, String mark) {
    this.lines = lines;
    this.mark = mark;
  }

  @Override
  public void write(int each) {
    if (each == '\n') {
      endLine();
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

  /** Hands on a last line that nothing ended. */
  @Override
  public void close() {
    if (line.size() > 0) {
      endLine();
    }
  }

  /** Drops all further output: nobody reads it any more. */
  public void stop() {
    deaf = true;
  }

  private void endLine() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    boolean fits = room > 0;
    room -= text.length() + 1L;
    if (fits || text.equals(mark)) {
      lines.accept(text);
    }
  }
}
