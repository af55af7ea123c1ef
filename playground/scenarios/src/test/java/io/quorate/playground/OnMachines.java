package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Machines;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.playground.operated.Operated;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the product on real machines with systemd and sshd. */
abstract class OnMachines {
  private static final Tools TOOLS = Tools.ofThisMachine(System.getenv(), System.err::println);

  @TempDir Path folder;
  Machines machines;
  Operated payments;

  /** Acts of people while the product serves. */
  @FunctionalInterface
  interface Acts {
    void go() throws Exception;
  }

  static ToolFolder etcd(String minor) throws InterruptedException {
    return TOOLS.find(Tool.etcd(minor));
  }

  /** Boots the machines with these releases of etcd, of which none is started. */
  void boot(int count, Duration limit, ToolFolder... etcd) throws Exception {
    assertThat(Machines.whyNot()).isEmpty();
    assertThat(Machines.prepare(folder.resolve("tree"))).isEmpty();
    machines =
        Machines.boot(
            count,
            folder.resolve("lab"),
            Stream.of(etcd)
                .collect(Collectors.toMap(one -> one.tool().version(), ToolFolder::folder)));
    Path file = folder.resolve("quorate.yml");
    payments = new Operated(new ChildJvm(machines.within(List.of()).words(), file), limit);
  }

  void whileServing(Acts acts) throws Exception {
    Process temporal = Operated.temporal(machines::within, TOOLS.find(Tool.temporal()), folder);
    Process serving = payments.serving(folder);
    try {
      acts.go();
    } finally {
      serving.destroyForcibly().waitFor();
      temporal.destroyForcibly().waitFor();
    }
  }

  @AfterEach
  void close() throws Exception {
    if (machines != null) {
      machines.close();
    }
  }
}
