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
import java.util.List;
import java.util.Map;

/**
 * A real S3 server on 127.0.0.1 whose buckets are folders: versitygw, which checks signatures,
 * checksums and conditions as S3 does. A test breaks it by the file system, or by signals.
 */
public final class S3Server implements AutoCloseable {
  /** The only region that the server signs for. */
  public static final String REGION = "eu-test-1";

  /** Access key of the server's only user. */
  public static final String ACCESS_KEY = "quorate-lab";

  /** Secret of the server's only user; it opens nothing but a folder of a test. */
  public static final String SECRET_KEY = "quorate-lab-secret";

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int CONNECT_MILLIS = 1_000;

  private final Path program;
  private final Path directory;
  private final ReservedPort port;

  private S3Server(Path program, Path directory, ReservedPort port) {
    this.program = program;
    this.directory = directory;
    this.port = port;
  }

  /** Chooses the port and prepares the directory; starts nothing. */
  public static S3Server layOut(ToolFolder versitygw, Path directory) throws IOException {
    Path own = directory.toAbsolutePath();
    Files.createDirectories(own.resolve("buckets"));
    return new S3Server(versitygw.program("versitygw"), own, ReservedPort.take());
  }

  /** Starts the server and waits until it accepts connections. */
  public void start() throws IOException, InterruptedException {
    process()
        .start(
            List.of(
                program.toString(),
                "--port",
                "127.0.0.1:" + port.number(),
                "--region",
                REGION,
                "posix",
                directory.resolve("buckets").toString()),
            Map.of(
                "ROOT_ACCESS_KEY", ACCESS_KEY,
                "ROOT_SECRET_KEY", SECRET_KEY,
                "HOME", directory.toString()));
    Await.until("the S3 server to serve", LIMIT, () -> listens() || !process().isRunning());
    if (!process().isRunning()) {
      throw new IOException("the S3 server ended: " + process().lastLogLine());
    }
  }

  /** Creates an empty bucket. */
  public void createBucket(String name) throws IOException {
    Files.createDirectories(bucket(name));
  }

  /** The folder that is this bucket; an object is a file in it. */
  public Path bucket(String name) {
    return directory.resolve("buckets").resolve(name);
  }

  /** The address for clients, which have to put the bucket into the path. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port.number());
  }

  /** Sends a signal: STOP freezes the server, so that it accepts connections and never answers. */
  public void send(Signal signal) throws IOException, InterruptedException {
    process().send(signal);
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() throws IOException, InterruptedException {
    process().end(Signal.KILL, LIMIT);
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
      kill();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the killed server ended", interrupted);
    } finally {
      port.close();
    }
  }

  private DetachedProcess process() {
    return new DetachedProcess(
        directory.resolve("s3.pid"), directory.resolve("s3.log"), "HOME=" + directory);
  }
}
