package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.cluster.MemberName;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.port.Failure;
import io.quorate.port.Salvaged;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.snapshot.Salvage.Trailer;
import io.quorate.snapshot.Salvage.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What is salvaged of data that is damaged, or that answers nobody without a password. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SalvageSourcesIT {
  private static final int KEYS = 20;

  private RestoredCluster old;
  private MemberName name;
  private Path data;
  private Path whole;

  @BeforeAll
  void stopAMember() throws Exception {
    old = RestoredCluster.started(ToolsForTests.etcd("3.6"), 1, EtcdSettings.plain());
    name = old.name(0);
    assumeTrue(old.restores().objection(name).isEmpty(), "needs root and unshare");
    old.put(0, KEYS);
    ctl("user", "add", "root:secret");
    ctl("user", "grant-role", "root", "root");
    ctl("auth", "enable");
    old.member(0).stop();
    data = old.member(0).dataDirectory();
    whole = data.resolveSibling("whole");
    copy(data, whole);
  }

  @AfterAll
  void close() throws IOException {
    old.close();
  }

  @BeforeEach
  void whole() throws Exception {
    Folders.delete(data);
    copy(whole, data);
  }

  /** It tells its hash and gives a snapshot to nobody; its database is whole once it has ended. */
  @Test
  void withAuthenticationOnTheDatabaseOfTheForcedCopyIsTheSnapshot() throws Exception {
    Path file = old.folder.resolve("auth.db");
    Salvaged salvaged = salvaged(file);
    assertThat(salvaged.origin().way()).isEqualTo(Way.FORCED_COPY);
    assertThat(salvaged.origin().trailer()).isEqualTo(Trailer.MISSING);
    assertThat(salvaged.content().authentication()).isTrue();
    assertThat(salvaged.content().keys()).as("empty, and not 0").isEmpty();
    assertThat(salvaged.content().revision().value()).isEqualTo(KEYS + 1);
    requireRestorable(file);
  }

  @Test
  void withoutALogItIsTheDatabase() throws Exception {
    Folders.delete(data.resolve("member/wal"));
    Path file = old.folder.resolve("db-only.db");
    Salvaged salvaged = salvaged(file);
    assertThat(salvaged.origin().way()).isEqualTo(Way.DATABASE_FILE);
    assertThat(salvaged.content().owner()).as("a database does not say whose it is").isEmpty();
    assertThat(salvaged.origin().member().value()).isZero();
    assertThat(salvaged.origin().index()).isPositive();
    assertThat(salvaged.content().revision().value()).isEqualTo(KEYS + 1);
    assertThat(file).hasSameBinaryContentAs(data.resolve("member/snap/db"));
    requireRestorable(file);
  }

  /** etcd would start on it and apply nothing any more. */
  @Test
  void aDatabaseThatIsAheadOfItsLogIsTheBestSource() throws Exception {
    Path log = onlyLog();
    byte[] bytes = Files.readAllBytes(log);
    Files.write(log, Arrays.copyOf(Arrays.copyOf(bytes, 2048), bytes.length));
    Path file = old.folder.resolve("zombie.db");
    Salvaged salvaged = salvaged(file);
    assertThat(salvaged.origin().way()).isEqualTo(Way.DATABASE_FILE);
    assertThat(salvaged.content().owner()).isPresent();
    assertThat(salvaged.content().revision().value()).isEqualTo(KEYS + 1);
    requireRestorable(file);
  }

  @Test
  void ofADamagedDatabaseNothingIsSalvagedAndTheFindingIsSaid() throws Exception {
    Path database = data.resolve("member/snap/db");
    byte[] bytes = Files.readAllBytes(database);
    for (int page = 2; page * 4096 < bytes.length; page++) {
      bytes[page * 4096 + 3] ^= 0x40;
    }
    Files.write(database, bytes);
    SortedMap<String, String> before = RestoredCluster.sums(data);
    assertThatThrownBy(() -> salvaged(old.folder.resolve("none.db")))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("nothing can be salvaged of the data of etcd-0")
        .hasMessageContaining("page");
    assertThat(RestoredCluster.sums(data)).isEqualTo(before);
    assertThat(RestoredCluster.scratch(data.getParent())).isEmpty();
  }

  private Salvaged salvaged(Path file) {
    return old.salvaged(0, file, doing -> {});
  }

  private void requireRestorable(Path file) {
    Trial trial =
        old.restores()
            .tryOut(
                name,
                TrialOrder.of(RestoredCluster.file(file, Trailer.MISSING), OptionalLong.empty()),
                RestoredCluster.permit());
    assertThat(trial.content().revision().value()).isEqualTo(KEYS + 1);
    assertThat(trial.content().authentication()).isTrue();
  }

  private Path onlyLog() throws IOException {
    try (Stream<Path> files = Files.list(data.resolve("member/wal"))) {
      return files.filter(file -> file.toString().endsWith(".wal")).findFirst().orElseThrow();
    }
  }

  private void ctl(String... words) throws IOException, InterruptedException {
    Command.Finished done = old.cluster.etcdctl(words);
    assertThat(done.succeeded()).as(done.output()).isTrue();
  }

  private static void copy(Path from, Path to) throws Exception {
    Command.Finished done =
        Command.of("cp", "-a", from.toString(), to.toString()).run(RestoredCluster.LIMIT);
    assertThat(done.succeeded()).as(done.output()).isTrue();
  }
}
