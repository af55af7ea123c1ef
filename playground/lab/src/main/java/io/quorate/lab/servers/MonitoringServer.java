package io.quorate.lab.servers;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.DetachedProcess;
import io.quorate.lab.machine.ReservedPort;
import io.quorate.lab.machine.Signal;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A real Prometheus or Alertmanager on 127.0.0.1, with its files in a folder of its own. */
public final class MonitoringServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int CONNECT_MILLIS = 1_000;

  private final String name;
  private final Path program;
  private final Path directory;
  private final ReservedPort port;
  private final List<String> options;

  private MonitoringServer(
      ToolFolder tool, Path directory, ReservedPort port, List<String> options) {
    this.name = tool.tool().name();
    this.program = tool.program(name);
    this.directory = directory;
    this.port = port;
    this.options = List.copyOf(options);
  }

  /** Chooses the port of a Prometheus and prepares its folder; starts nothing. */
  public static MonitoringServer prometheus(ToolFolder tool, Path directory) throws IOException {
    Path own = Files.createDirectories(directory.toAbsolutePath());
    return new MonitoringServer(
        tool,
        own,
        ReservedPort.take(),
        List.of(
            "--storage.tsdb.path=" + own.resolve("data"),
            // Like the compose file: an alert that was lost on the way is sent again soon.
            "--rules.alert.resend-delay=5s"));
  }

  /** Chooses the port of an Alertmanager and prepares its folder; starts nothing. */
  public static MonitoringServer alertmanager(ToolFolder tool, Path directory) throws IOException {
    Path own = Files.createDirectories(directory.toAbsolutePath());
    return new MonitoringServer(
        tool,
        own,
        ReservedPort.take(),
        List.of("--storage.path=" + own.resolve("data"), "--cluster.listen-address="));
  }

  /** Returns the place of a file of its configuration, beside which it is written. */
  public Path file(String of) {
    return directory.resolve(of);
  }

  /** Starts the server with this configuration and waits until it accepts connections. */
  public void start(String configuration) throws IOException, InterruptedException {
    Path file = Files.writeString(file(name + ".yml"), configuration);
    List<String> words =
        new ArrayList<>(
            List.of(
                program.toString(), "--config.file=" + file, "--web.listen-address=" + address()));
    words.addAll(options);
    process().start(words, Map.of("HOME", directory.toString()));
    Await.until(name + " to serve", LIMIT, () -> listens() || !process().isRunning());
    if (!process().isRunning()) {
      throw new IOException(name + " ended: " + process().lastLogLine());
    }
  }

  /** Returns host:port. */
  public String address() {
    return "127.0.0.1:" + port.number();
  }

  /** Returns the address of its page and its API. */
  public URI page() {
    return URI.create("http://" + address() + "/");
  }

  private boolean listens() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port.number()), CONNECT_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    process().kill();
    try {
      process().end(Signal.KILL, LIMIT);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + name + " ended", interrupted);
    } finally {
      port.close();
    }
  }

  private DetachedProcess process() {
    return new DetachedProcess(
        directory.resolve(name + ".pid"), directory.resolve(name + ".log"), "HOME=" + directory);
  }
}
