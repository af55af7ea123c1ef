package io.quorate.lab.servers;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.DetachedProcess;
import io.quorate.lab.machine.NotInTimeException;
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
import java.util.TreeMap;

/**
 * The Temporal development server with its web UI on 127.0.0.1, with its state in one database
 * file. After a kill the server is started again on the same file and ports, and has lost nothing.
 */
public final class TemporalServer implements AutoCloseable {

  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);
  private static final Duration QUESTION_LIMIT = Duration.ofSeconds(10);
  private static final int CONNECT_MILLIS = 1_000;

  private final Path program;
  private final Path directory;
  private final ReservedPort port;
  private final ReservedPort pagePort;

  private TemporalServer(Path program, Path directory, ReservedPort port, ReservedPort pagePort) {
    this.program = program;
    this.directory = directory;
    this.port = port;
    this.pagePort = pagePort;
  }

  /**
   * Chooses the ports and prepares the directory; starts nothing.
   *
   * @param directory gets temporal.db, temporal.log, temporal.pid and a home folder of its own
   */
  public static TemporalServer layOut(ToolFolder temporal, Path directory) throws IOException {
    Path own = directory.toAbsolutePath();
    // The command line keeps its settings under HOME; those of the caller must not apply.
    Files.createDirectories(own.resolve("home"));
    var ports = ReservedPort.take(2);
    return new TemporalServer(temporal.program("temporal"), own, ports.getFirst(), ports.getLast());
  }

  /**
   * Starts the server, for the first time or after a kill, and waits until it accepts requests: 0.2
   * to 1 s are usual.
   *
   * @throws IllegalStateException when the server runs already
   * @throws NotInTimeException with the last line of the server's log
   */
  public void start(Duration limit) throws IOException, InterruptedException {
    start(limit, Map.of());
  }

  /**
   * Starts the server with dynamic configuration that holds until it is killed.
   *
   * @param dynamicConfiguration keys and JSON values of Temporal's dynamic configuration
   */
  public void start(Duration limit, Map<String, String> dynamicConfiguration)
      throws IOException, InterruptedException {
    List<String> words =
        new ArrayList<>(command(program, directory, port.number(), pagePort.number()));
    new TreeMap<>(dynamicConfiguration)
        .forEach(
            (key, value) -> words.addAll(List.of("--dynamic-config-value", key + "=" + value)));
    process().start(words, environment());
    try {
      Await.until("Temporal to serve", limit, () -> isServing() || !isRunning());
    } catch (NotInTimeException spent) {
      throw new NotInTimeException(spent.getMessage() + ": " + process().lastLogLine());
    }
    if (!isRunning()) {
      throw new IOException("Temporal ended: " + process().lastLogLine());
    }
  }

  static List<String> command(Path program, Path directory, int port, int pagePort) {
    return List.of(
        program.toString(),
        "server",
        "start-dev",
        "--headless=false",
        "--db-filename",
        directory.resolve("temporal.db").toString(),
        "--ip",
        "127.0.0.1",
        "--port",
        Integer.toString(port),
        "--ui-port",
        Integer.toString(pagePort),
        "--log-level",
        "warn");
  }

  /** Returns whether the server's process exists. */
  public boolean isRunning() {
    return process().isRunning();
  }

  /** Returns whether the server accepts requests and serves its web UI; asking takes up to 10 s. */
  public boolean isServing() throws InterruptedException {
    return listens(port.number()) && listens(pagePort.number()) && isHealthy();
  }

  /**
   * Returns whether the port accepts connections. Checked first, because running the health command
   * starts a program of 200 MB.
   */
  private static boolean listens(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private boolean isHealthy() throws InterruptedException {
    try {
      return Command.of(program.toString(), "operator", "cluster", "health", "--address", target())
          .withOnly(environment())
          .run(QUESTION_LIMIT)
          .succeeded();
    } catch (IOException didNotEnd) {
      return false;
    }
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() throws IOException, InterruptedException {
    process().end(Signal.KILL, KILL_LIMIT);
  }

  /** Returns host:port, as a Temporal client wants it. */
  public String target() {
    return "127.0.0.1:" + port.number();
  }

  /** Returns the address of the web UI. */
  public URI page() {
    return URI.create("http://127.0.0.1:" + pagePort.number());
  }

  /** Kills the server, waits until it is gone and releases the ports. The database stays. */
  @Override
  public void close() throws IOException {
    process().kill();
    try {
      kill();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the killed server ended", interrupted);
    } finally {
      port.close();
      pagePort.close();
    }
  }

  private Map<String, String> environment() {
    return Map.of("HOME", directory.resolve("home").toString());
  }

  private DetachedProcess process() {
    return new DetachedProcess(
        directory.resolve("temporal.pid"),
        directory.resolve("temporal.log"),
        "HOME=" + directory.resolve("home"));
  }
}
