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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfficialArchiveTest {

  private static final Tool TEMPORAL = Tool.temporal();

  @TempDir Path directory;

  @Test
  void only_the_kept_checksum_opens_an_archive() throws Exception {
    byte[] archive = archiveWithTemporal();
    try (var host = new Host(archive)) {
      make(archiveAt(host.address(), sha256(archive)));

      assertThat(directory.resolve("made/temporal")).isExecutable().hasContent("a program");
    }
  }

  @Test
  void an_archive_with_another_checksum_is_refused() throws Exception {
    try (var host = new Host(archiveWithTemporal())) {
      assertThatThrownBy(() -> make(archiveAt(host.address(), "00")))
          .isInstanceOf(NotHere.class)
          .hasMessageContaining("not 00");
      assertThat(directory.resolve("made")).isEmptyDirectory();
    }
  }

  @Test
  void a_host_that_refuses_is_one_line() throws IOException {
    int closed;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }

    assertThatThrownBy(() -> make(archiveAt(URI.create("http://127.0.0.1:" + closed), "00")))
        .isInstanceOf(NotHere.class)
        .hasMessage("127.0.0.1 cannot be reached: ConnectException");
  }

  @Test
  void a_host_that_accepts_and_stays_silent_is_given_up() throws Exception {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var address = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      var archive =
          new OfficialArchive(List.of(known(address, "00")), "here", line -> {})
              .within(Duration.ofMillis(200));

      assertThatThrownBy(() -> make(archive))
          .isInstanceOf(NotHere.class)
          .hasMessageContaining("did not answer within 0.2 s");
    }
  }

  @Test
  void without_a_checksum_nothing_is_downloaded() {
    assertThatThrownBy(() -> make(new OfficialArchive(List.of(), "here", line -> {})))
        .isInstanceOf(NotHere.class)
        .hasMessage("no checksum is kept for the official archive of temporal 1.5.1 for here");
  }

  @Test
  void every_kept_checksum_is_one_and_names_the_version_in_its_address() {
    assertThat(KnownArchive.all())
        .isNotEmpty()
        .allSatisfy(
            known -> {
              String version = known.tool().substring(known.tool().indexOf('-') + 1);
              assertThat(known.sha256()).matches("[0-9a-f]{64}");
              assertThat(known.address().toString()).startsWith("https://").contains(version);
            });
  }

  private OfficialArchive archiveAt(URI address, String sha256) {
    return new OfficialArchive(List.of(known(address, sha256)), "here", line -> {});
  }

  private static KnownArchive known(URI address, String sha256) {
    return new KnownArchive(TEMPORAL.folderName(), "here", sha256, address);
  }

  private void make(OfficialArchive archive) throws Exception {
    archive.make(
        TEMPORAL,
        Files.createDirectory(directory.resolve("scratch")),
        Files.createDirectory(directory.resolve("made")));
  }

  private byte[] archiveWithTemporal() throws Exception {
    Path program = Files.writeString(directory.resolve("temporal"), "a program");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path archive = directory.resolve("published.tar.gz");
    var tar = Command.of("tar", "-czf", archive.toString(), "temporal").in(directory);
    assertThat(tar.run(Duration.ofSeconds(20)).succeeded()).isTrue();
    return Files.readAllBytes(archive);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  /** A release host with one file. */
  private record Host(HttpServer server) implements AutoCloseable {

    Host(byte[] content) throws IOException {
      this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
      server.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, content.length);
            try (var body = exchange.getResponseBody()) {
              body.write(content);
            }
          });
      server.start();
    }

    URI address() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/archive.tar.gz");
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
