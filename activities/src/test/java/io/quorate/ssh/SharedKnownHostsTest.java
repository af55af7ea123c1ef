package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File {@code known_hosts}, parsed once for many connections. */
class SharedKnownHostsTest {
  private static final SshHop HOST = new SshHop("etcd", "10.0.0.1", SshHop.STANDARD_PORT);
  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(folder.resolve("known_hosts"), "10.0.0.1 ssh-rsa AAAA\n");
    Files.setLastModifiedTime(file, LONG_AGO);
  }

  @Test
  void aFileThatDidNotChangeIsReadOnce() {
    assertThat(read()).isSameAs(read());
  }

  @Test
  void aLineMoreCountsAtOnceAlsoWithTheTimeOfBefore() throws Exception {
    assertThat(read().typesOf(HOST)).containsExactly("ssh-rsa");
    Files.writeString(file, "10.0.0.1 ssh-ed25519 AAAA\n", StandardOpenOption.APPEND);
    Files.setLastModifiedTime(file, LONG_AGO);
    assertThat(read().typesOf(HOST)).containsExactly("ssh-rsa", "ssh-ed25519");
  }

  @Test
  void anotherLineOfEqualLengthCountsAtOnce() throws Exception {
    assertThat(read().typesOf(HOST)).containsExactly("ssh-rsa");
    Files.writeString(file, "10.0.0.1 ssh-dss AAAA\n");
    assertThat(read().typesOf(HOST)).containsExactly("ssh-dss");
    Files.writeString(file, "10.0.0.1 ssh-rsa AAAA\n");
    assertThat(read().typesOf(HOST)).containsExactly("ssh-rsa");
  }

  @Test
  void anotherLineOfEqualLengthCountsAtOnceAlsoWithTheTimeOfBefore() throws Exception {
    assertThat(read().typesOf(HOST)).containsExactly("ssh-rsa");
    Object before = Files.getAttribute(file, "unix:ctime");
    Files.writeString(file, "10.0.0.1 ssh-dss AAAA\n");
    do {
      Files.setLastModifiedTime(file, LONG_AGO);
    } while (Files.getAttribute(file, "unix:ctime").equals(before));
    assertThat(read().typesOf(HOST)).containsExactly("ssh-dss");
  }

  @Test
  void aFileThatChangedThisMomentIsNotSharedAlsoWithAnOldTime() {
    assertThat(KnownHosts.read(file, InstantSource.fixed(LONG_AGO.toInstant().plusSeconds(60))))
        .isNotSameAs(KnownHosts.read(file));
  }

  @Test
  void aFileThatIsGoneKnowsNoHost() throws Exception {
    assertThat(read().typesOf(HOST)).isNotEmpty();
    Files.delete(file);
    assertThat(read().typesOf(HOST)).isEmpty();
  }

  /** Reads the file a minute after its last change. */
  private KnownHosts read() {
    return KnownHosts.read(file, () -> Instant.now().plusSeconds(60));
  }
}
