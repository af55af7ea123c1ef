package io.quorate.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * A command of the embedded server, carried out by this machine's shell. As with OpenSSH's server
 * it outlives its channel: only its input and outputs end with it.
 */
final class HostCommand implements Command {
  private final String line;
  private final Map<String, String> environment;
  private final Runnable ended;
  private InputStream input = InputStream.nullInputStream();
  private OutputStream output = OutputStream.nullOutputStream();
  private OutputStream errors = OutputStream.nullOutputStream();
  private ExitCallback exit = (status, message, immediately) -> {};
  private volatile Process process;

  HostCommand(String line, Map<String, String> environment, Runnable ended) {
    this.line = line;
    this.environment = environment;
    this.ended = ended;
  }

  @Override
  public void setInputStream(InputStream in) {
    input = in;
  }

  @Override
  public void setOutputStream(OutputStream out) {
    output = out;
  }

  @Override
  public void setErrorStream(OutputStream err) {
    errors = err;
  }

  @Override
  public void setExitCallback(ExitCallback callback) {
    exit = callback;
  }

  @Override
  public void start(ChannelSession channel, Environment unused) throws IOException {
    var builder = new ProcessBuilder("/bin/sh", "-c", line);
    builder.environment().putAll(environment);
    Process started = builder.start();
    process = started;
    Thread.ofVirtual().start(() -> pump(input, started.getOutputStream()));
    Thread out = Thread.ofVirtual().start(() -> pump(started.getInputStream(), output));
    Thread err = Thread.ofVirtual().start(() -> pump(started.getErrorStream(), errors));
    Thread.ofVirtual().start(() -> end(started, out, err));
  }

  private void end(Process started, Thread out, Thread err) {
    try {
      int status = started.waitFor();
      ended.run();
      // As sshd does: the status is told while a process that was left behind keeps the outputs.
      out.join(500);
      err.join(500);
      exit.onExit(status);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void pump(InputStream from, OutputStream to) {
    byte[] block = new byte[8192];
    try (from;
        to) {
      for (int read = from.read(block); read >= 0; read = from.read(block)) {
        to.write(block, 0, read);
        to.flush();
      }
    } catch (IOException e) {
      // One side is gone; closing the other one tells it.
      return;
    }
  }

  @Override
  public void destroy(ChannelSession channel) throws IOException {
    if (process != null) {
      process.getOutputStream().close();
      process.getInputStream().close();
      process.getErrorStream().close();
    }
  }
}
