package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.etcd.Minors;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One bit of what etcd keeps of itself in the database: etcd panics, and the reader says so. */
class DamagedBucketsIT {
  /** How long etcd may take to end, or to serve after all. */
  private static final Duration SOON = Duration.ofSeconds(8);

  static List<ToolFolder> believing() throws InterruptedException {
    return Minors.all().stream().filter(etcd -> RealData.minor(etcd) >= 6).toList();
  }

  static List<ToolFolder> unbelieving() throws InterruptedException {
    return Minors.all().stream().filter(etcd -> RealData.minor(etcd) < 6).toList();
  }

  @ParameterizedTest
  @MethodSource("believing")
  void aVersionThatIsNoneIsDamage(ToolFolder etcd) throws Exception {
    try (var data = stopped(etcd)) {
      String version = version(data);
      damaged(data, version, version.indexOf('.'), 0);
    }
  }

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#all")
  void aLeaseThatCannotBeParsedIsDamage(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, EtcdSettings.plain())) {
      String id = data.ctl("lease", "grant", "6000").split(" ")[1];
      data.stopAll();
      byte[] key = HexFormat.of().parseHex("0".repeat(16 - id.length()) + id);
      damaged(data, new String(key, StandardCharsets.ISO_8859_1) + "\b", Long.BYTES, 1);
    }
  }

  /** The old store tells it, so nothing but the database is wrong. */
  @ParameterizedTest
  @MethodSource("unbelieving")
  void aVersionThatIsNoneIsNoDamageBeforeThreeSix(ToolFolder etcd) throws Exception {
    servesInSpiteOf(etcd, version -> version.indexOf('.'), '/');
  }

  /** etcd does not read it there, and nothing was restored. */
  @ParameterizedTest
  @MethodSource("unbelieving")
  void aNewerVersionIsNoMatterBeforeThreeSix(ToolFolder etcd) throws Exception {
    servesInSpiteOf(etcd, version -> version.length() - 3, '9');
  }

  /** The cluster's version is a newer one: another etcd starts on the data, and it is not lost. */
  @ParameterizedTest
  @MethodSource("believing")
  void dataOfANewerClusterIsNoDamage(ToolFolder etcd) throws Exception {
    try (var data = stopped(etcd)) {
      EtcdMember member = data.member(0);
      String version = version(data);
      change(member, version, version.length() - 3, (byte) '9');
      DirectoryReading reading = data.read(member);
      assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.NEEDS_NEWER);
      ends(member);
    }
  }

  private static RealData stopped(ToolFolder etcd) throws Exception {
    var data = RealData.started(etcd, 1, EtcdSettings.plain());
    data.put(0, 3);
    data.stopAll();
    return data;
  }

  private static String version(RealData data) {
    return "clusterVersion3.%d.0".formatted(data.minor());
  }

  private static void servesInSpiteOf(ToolFolder etcd, ToIntFunction<String> at, char to)
      throws Exception {
    try (var data = stopped(etcd)) {
      EtcdMember member = data.member(0);
      change(member, version(data), at.applyAsInt(version(data)), (byte) to);
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
      member.start();
      member.awaitServing(RealData.LIMIT);
    }
  }

  private static void damaged(RealData data, String found, int at, int bit) throws Exception {
    EtcdMember member = data.member(0);
    assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
    change(member, found, at, (byte) (found.charAt(at) ^ 1 << bit));
    DirectoryReading reading = data.read(member);
    assertThat(reading.verdict()).as("%s", reading.findings()).isEqualTo(DataVerdict.DB_DAMAGED);
    ends(member);
  }

  /** It panics; 3.4 holds on to a lock meanwhile, and does not end. */
  private static void ends(EtcdMember member) throws Exception {
    member.start();
    try {
      Await.until("etcd to end", SOON, () -> !member.isRunning() || member.isServing());
    } catch (NotInTimeException neither) {
      assertThat(member.isServing()).isFalse();
    }
    assertThat(member.isServing()).isFalse();
  }

  /** Changes a byte of every copy of the text: pages that are free now may hold older copies. */
  private static void change(EtcdMember stopped, String found, int at, byte to) throws IOException {
    Path database = stopped.dataDirectory().resolve("member/snap/db");
    // Latin-1 has one byte a character, so that indexes in the text are offsets in the file.
    String content = Files.readString(database, StandardCharsets.ISO_8859_1);
    assertThat(content).contains(found);
    try (var file = new RandomAccessFile(database.toFile(), "rw")) {
      for (int copy = content.indexOf(found); copy >= 0; copy = content.indexOf(found, copy + 1)) {
        file.seek(copy + at);
        file.write(to);
      }
    }
  }
}
