package io.quorate.lab.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives and checksum files stand where GitHub has those of etcd and of Temporal. */
class OfficialArchiveTest {
  private static final String ETCD_FOLDER = "/etcd-io/etcd/releases/download/v3.6.16/";
  private static final String ETCD_NAME = "etcd-v3.6.16-linux-amd64.tar.gz";
  private static final String TEMPORAL_FOLDER = "/temporalio/cli/releases/download/v1.5.1/";
  private static final String TEMPORAL_NAME = "temporal_cli_1.5.1_linux_amd64.tar.gz";
  private static final String NOTHING_KEPT = "";

  @TempDir private Path directory;
  private byte[] etcd = {};
  private byte[] temporal = {};

  @BeforeEach
  void packs() throws Exception {
    etcd = archive("etcd-v3.6.16-linux-amd64", List.of("etcd", "etcdctl", "etcdutl"));
    temporal = archive(".", List.of("temporal"));
  }

  @Test
  void takesEtcdByTheChecksumFileOfItsRelease() throws Exception {
    byte[] sums = text(sha256(new byte[] {1}) + "  etcd-v3.6.16-linux-arm64.tar.gz\n" + line(etcd));
    try (var host = host(Map.of("SHA256SUMS", sums, ETCD_NAME, etcd), ETCD_FOLDER)) {
      make(host.archives(NOTHING_KEPT), Tool.etcd("3.6"));

      assertThat(directory.resolve("made"))
          .isDirectoryContaining("glob:**/etcd")
          .isDirectoryContaining("glob:**/etcdctl")
          .isDirectoryContaining("glob:**/etcdutl");
    }
  }

  @Test
  void takesTemporalByTheChecksumFileOfItsRelease() throws Exception {
    byte[] sums = text(sha256(temporal) + "  " + TEMPORAL_NAME + "\n");
    try (var host = host(Map.of("checksums.txt", sums, TEMPORAL_NAME, temporal), TEMPORAL_FOLDER)) {
      make(host.archives(NOTHING_KEPT), Tool.temporal());

      assertThat(directory.resolve("made/temporal")).isExecutable().hasContent("a program");
    }
  }

  @Test
  void refusesAForgedArchive() throws Exception {
    byte[] forged = archive("etcd-v3.6.16-linux-amd64", List.of("etcd", "etcdctl"));
    byte[] sums = text(line(etcd));
    try (var host = host(Map.of("SHA256SUMS", sums, ETCD_NAME, forged), ETCD_FOLDER)) {
      assertThatThrownBy(() -> make(host.archives(NOTHING_KEPT), Tool.etcd("3.6")))
          .isInstanceOf(NotHere.class)
          .hasMessageEndingWith(
              ETCD_NAME + " has SHA-256 " + sha256(forged) + ", not " + sha256(etcd));
      assertThat(directory.resolve("made")).isEmptyDirectory();
    }
  }

  @Test
  void refusesAnArchiveThatTheKeptChecksumContradicts() throws Exception {
    String kept = sha256(new byte[] {1}) + "  " + ETCD_NAME + "\n";
    byte[] sums = text(line(etcd));
    try (var host = host(Map.of("SHA256SUMS", sums, ETCD_NAME, etcd), ETCD_FOLDER)) {
      assertThatThrownBy(() -> make(host.archives(kept), Tool.etcd("3.6")))
          .isInstanceOf(NotHere.class)
          .hasMessageContaining(", not " + sha256(new byte[] {1}));
      assertThat(directory.resolve("made")).isEmptyDirectory();
    }
  }

  @Test
  void downloadsNoArchiveThatTheChecksumFileDoesNotList() throws Exception {
    byte[] sums = text(sha256(etcd) + "  another-" + ETCD_NAME + "\n");
    try (var host = host(Map.of("SHA256SUMS", sums, ETCD_NAME, etcd), ETCD_FOLDER)) {
      assertThatThrownBy(() -> make(host.archives(NOTHING_KEPT), Tool.etcd("3.6")))
          .isInstanceOf(NotHere.class)
          .hasMessageEndingWith("SHA256SUMS has no SHA-256 of " + ETCD_NAME);
      assertThat(directory.resolve("scratch/archive.tar.gz")).doesNotExist();
    }
  }

  @Test
  void refusesAChecksumFileWithoutAnEnd() throws Exception {
    byte[] sums = text(line(etcd).repeat(2_000));
    try (var host = host(Map.of("SHA256SUMS", sums, ETCD_NAME, etcd), ETCD_FOLDER)) {
      assertThatThrownBy(() -> make(host.archives(NOTHING_KEPT), Tool.etcd("3.6")))
          .isInstanceOf(NotHere.class)
          .hasMessageEndingWith("SHA256SUMS is longer than 100000 bytes");
    }
  }

  @Test
  void refusesAReleaseWithoutAChecksumFile() throws Exception {
    try (var host = host(Map.of(ETCD_NAME, etcd), ETCD_FOLDER)) {
      assertThatThrownBy(() -> make(host.archives(NOTHING_KEPT), Tool.etcd("3.6")))
          .isInstanceOf(NotHere.class)
          .hasMessageEndingWith("SHA256SUMS answered 404");
    }
  }

  @Test
  void aHostThatRefusesIsOneLine() throws IOException {
    int closed;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }

    assertThatThrownBy(() -> make(archives(closed, Download.USUAL, ""), Tool.etcd("3.6")))
        .isInstanceOf(NotHere.class)
        .hasMessage("127.0.0.1 cannot be reached: ConnectException");
  }

  @Test
  void aHostThatAcceptsAndStaysSilentIsGivenUp() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var soon = new Download(Duration.ofMillis(200), Duration.ofSeconds(1));

      assertThatThrownBy(() -> make(archives(silent.getLocalPort(), soon, ""), Tool.etcd("3.6")))
          .isInstanceOf(NotHere.class)
          .hasMessageContaining("did not answer within 0.2 s");
    }
  }

  @Test
  void theKeptChecksumsAreThoseOfPinnedTemporal() throws Exception {
    String kept = Resources.text("official-archives.txt");

    for (String platform : List.of("linux-amd64", "linux-arm64")) {
      assertThat(PublishedArchive.of(Tool.temporal(), platform).sha256In(kept)).isPresent();
    }
  }

  private static OfficialArchive archives(int port, Download download, String kept) {
    URI releases = URI.create("http://127.0.0.1:" + port + "/");
    return new OfficialArchive(releases, kept, "linux-amd64", download, line -> {});
  }

  private void make(OfficialArchive archive, Tool tool) throws Exception {
    archive.make(
        tool,
        Files.createDirectory(directory.resolve("scratch")),
        Files.createDirectory(directory.resolve("made")));
  }

  /** Returns an archive with a folder of programs, as tar writes it. */
  private byte[] archive(String folder, List<String> programs) throws Exception {
    Path root = Files.createTempDirectory(directory, "published");
    Path inner = Files.createDirectories(root.resolve(folder).normalize());
    for (String program : programs) {
      Path file = Files.writeString(inner.resolve(program), "a program");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Path archive = Files.createTempFile(directory, "published", ".tar.gz");
    var tar = Command.of("tar", "-czf", archive.toString(), folder).in(root);
    assertThat(tar.run(Duration.ofSeconds(20)).succeeded()).isTrue();
    return Files.readAllBytes(archive);
  }

  private static String line(byte[] etcd) throws Exception {
    return sha256(etcd) + "  " + ETCD_NAME + "\n";
  }

  private static byte[] text(String lines) {
    return lines.getBytes(StandardCharsets.UTF_8);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static Host host(Map<String, byte[]> files, String folder) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          byte[] file = path.startsWith(folder) ? files.get(path.substring(folder.length())) : null;
          exchange.sendResponseHeaders(file == null ? 404 : 200, file == null ? -1 : file.length);
          if (file != null) {
            exchange.getResponseBody().write(file);
          }
          exchange.close();
        });
    server.start();
    return new Host(server);
  }

  /** Host of releases. */
  private record Host(HttpServer server) implements AutoCloseable {
    OfficialArchive archives(String kept) {
      return OfficialArchiveTest.archives(server.getAddress().getPort(), Download.USUAL, kept);
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
