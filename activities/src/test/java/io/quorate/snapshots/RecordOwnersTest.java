package io.quorate.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.Revision;
import io.quorate.record.LastComparison;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whose the files of the store are, where a command as root meets a worker of another user. */
@Timeout(60)
class RecordOwnersTest {
  @TempDir Path directory;
  private Path store;
  private UserPrincipal nobody;

  @BeforeEach
  void onlyRootCanGiveFilesAway() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
    nobody =
        FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    permit(directory, "rwxr-xr-x");
    store = Files.createDirectory(directory.resolve("store"));
    permit(store, "rwxr-xr-x");
  }

  @Test
  void filesThatRootWritesBelongToTheOwnerOfTheDirectory() throws IOException {
    Files.setOwner(store, nobody);
    RecordWriter.write(RecordWriter.records(store), 0, 2, id -> {});
    SnapshotPlace.in(store, Clock.systemUTC())
        .comparisons()
        .keep(
            RecordWriter.PAYMENTS,
            new LastComparison(
                Instant.EPOCH,
                new Revision(7),
                Set.of("a1"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
    try (Stream<Path> all = Files.walk(store)) {
      List<Path> written = all.toList();
      assertThat(written).hasSizeGreaterThan(5);
      for (Path one : written) {
        assertThat(Files.getOwner(one)).as(one.toString()).isEqualTo(nobody);
      }
    }
    assertThat(permissions(store.resolve("payments"))).isEqualTo("rwx------");
  }

  @Test
  void anUnreadableRecordNamesItsOwnerAndTheRemedy() throws Exception {
    RecordWriter.write(RecordWriter.records(store), 0, 1, id -> {});
    permit(store.resolve("payments"), "rwxr-xr-x");
    permit(folder(), "rwxr-xr-x");
    Path file = folder().resolve("record-000000000001.json");
    assertThat(saidToNobody())
        .contains("cannot be read")
        .contains(file + " belongs to root, and Quorate runs here as nobody")
        .contains("chown USER " + file);
  }

  @Test
  void aUserThatCannotGiveAFileToTheFolderOwnerWritesNoFile() throws Exception {
    Files.createDirectories(folder());
    permit(folder(), "rwxrwxrwx");
    assertThat(saidToNobody())
        .contains("nothing is written to the record of payments: " + folder() + " belongs to root")
        .contains("run this as root");
    assertThat(folder()).isEmptyDirectory();
  }

  /** What a writer that runs as nobody says; it gets the class path where nobody can read it. */
  private String saidToNobody() throws IOException, InterruptedException {
    Process writer =
        new ProcessBuilder(
                "setpriv",
                "--reuid=nobody",
                "--clear-groups",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                String.join(File.pathSeparator, readableClassPath()),
                RecordWriter.class.getName(),
                store.toString(),
                "0",
                "1")
            .redirectErrorStream(true)
            .start();
    String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(writer.exitValue()).as(said).isNotZero();
    return said;
  }

  private List<String> readableClassPath() throws IOException {
    List<String> readable = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path from = Path.of(entry);
      if (Files.isDirectory(from)
          || from.getFileName().toString().matches("(jackson|slf4j|temporal|workflows).*")) {
        Path to = directory.resolve("classes-" + readable.size());
        copy(from, to);
        readable.add(to.toString());
      }
    }
    return readable;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Path copied = Files.copy(one, to.resolve(from.relativize(one).toString()));
        permit(copied, Files.isDirectory(one) ? "rwxr-xr-x" : "rw-r--r--");
      }
    }
  }

  private Path folder() {
    return Path.of(RecordWriter.records(store).place(RecordWriter.PAYMENTS));
  }

  private static void permit(Path path, String bits) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(bits));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
