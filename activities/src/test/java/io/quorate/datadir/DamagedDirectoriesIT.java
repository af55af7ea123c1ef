package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.wal.LogReader;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real data that was damaged in one place: where the reader says that a member may start on it,
 * etcd does start, and has every key.
 */
class DamagedDirectoriesIT {
  /** Damages that are read, and those of them that are tried on real etcd; more with -D. */
  private static final int READ = Integer.getInteger("datadir.damages", 400);

  private static final int STARTED = Integer.getInteger("datadir.starts", 12);
  private static final long SEED = Long.getLong("datadir.seed", 20261123);
  private static final int KEYS = 45;

  @ParameterizedTest
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void aDamagedMemberThatMayStartDoesStartWithAllKeys(ToolFolder etcd) throws Exception {
    try (var data = RealData.started(etcd, 1, RealData.snapshotsSoon())) {
      data.put(0, KEYS);
      data.stopAll();
      EtcdMember member = data.member(0);
      shorten(member.dataDirectory());
      Path kept = data.folder().resolve("kept");
      RealData.copy(member.dataDirectory(), kept);
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
      var random = new Random(SEED);
      int started = 0;
      var verdicts = new EnumMap<DataVerdict, Integer>(DataVerdict.class);
      for (int k = 0; k < READ; k++) {
        Damaging.File file = Damaging.of(kept, random);
        Path damaged = member.dataDirectory().resolve(file.path());
        Files.write(damaged, file.damaged());
        DirectoryReading reading = data.read(member);
        assertThat(reading.findings())
            .as(file.toString())
            .noneMatch(finding -> finding.startsWith(DataDirectoryReader.FAULT));
        verdicts.merge(reading.verdict(), 1, Integer::sum);
        if (reading.mayStart() && started < STARTED) {
          started++;
          assertStarts(data, member, file + ": " + reading.findings());
          Folders.delete(member.dataDirectory());
          RealData.copy(kept, member.dataDirectory());
        }
        Files.write(damaged, file.whole());
      }
      assertThat(data.read(member).verdict()).isEqualTo(DataVerdict.OK);
      System.err.printf(
          "%s: %d damages %s, etcd was started on %d%n",
          etcd.tool().minor(), READ, verdicts, started);
    }
  }

  private static void assertStarts(RealData data, EtcdMember member, String damage)
      throws Exception {
    member.start();
    Await.until(damage, RealData.LIMIT, () -> !member.isRunning() || member.isServing());
    assertThat(member.isRunning()).as("%s: %s", damage, lastLine(member)).isTrue();
    long keys =
        data.ctl("get", "", "--prefix", "--keys-only").lines().filter(l -> !l.isEmpty()).count();
    long least = damage.contains(Layout.DATABASE) ? KEYS - 1 : KEYS;
    // A key's own bytes nobody can check: two keys may have become one.
    assertThat(keys).as(damage).isBetween(least, (long) KEYS);
    member.kill();
  }

  private static String lastLine(EtcdMember member) throws IOException {
    try (Stream<String> lines = Files.lines(member.files().logFile())) {
      return lines.reduce((earlier, later) -> later).orElse("");
    }
  }

  /** Takes away the room after the log, which is read through each time; etcd lays it out anew. */
  private static void shorten(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("member/wal"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".wal")).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes.length).isLessThanOrEqualTo((int) LogReader.SEGMENT_BYTES);
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
          end--;
        }
        Files.write(file, Arrays.copyOf(bytes, Math.min(bytes.length, end + 4096)));
      }
    }
  }
}
