package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * How long a database of 2 GiB takes, how much of it is read, and that 64 MiB of heap are enough.
 * Takes minutes and 3 GiB of disk, so it is run by its name alone (docs/benchmarks.md).
 */
class LargeDatabaseTrial {
  private static final long GIB = 1L << 30;
  private static final int VALUE = 100_000;
  private static final int KEYS = 21_500;

  @Test
  void aDatabaseOfTwoGibIsReadWithLittleHeap() throws Exception {
    ToolFolder etcd = Tools.ofThisMachine(System.getenv(), line -> {}).find(Tool.etcd("3.6"));
    var settings = EtcdSettings.plain().with("ETCD_QUOTA_BACKEND_BYTES", "" + 4 * GIB);
    try (var data = RealData.started(etcd, 1, settings)) {
      EtcdMember member = data.member(0);
      data.putMany(member, "large-", KEYS, VALUE);
      data.putMany(member, "small-", 100_000, 100);
      data.stopAll();
      Path database = member.dataDirectory().resolve(Layout.DATABASE);
      assertThat(Files.size(database)).isGreaterThan(2 * GIB);
      for (Depth depth : Depth.values()) {
        read(member, depth);
      }
    }
  }

  private static void read(EtcdMember member, Depth depth) throws Exception {
    Command.Finished finished =
        Command.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ReadingProgram.class.getName(),
                member.dataDirectory().toString(),
                "6",
                depth.name())
            .run(Duration.ofMinutes(5));
    System.err.println(finished.output());
    assertThat(finished.output()).contains(depth + ": OK");
    assertThat(finished.succeeded()).isTrue();
  }
}
