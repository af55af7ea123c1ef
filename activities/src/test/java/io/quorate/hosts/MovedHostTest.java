package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.shell.Shell;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Between the look and the effect the host is another one: its name leads to a clone, which has its
 * host key as well, or it booted. All else that scripts see is equal.
 */
class MovedHostTest extends OnScratchMember {
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");

  private Shell clone;
  private Shell booted;

  @BeforeEach
  void make() throws IOException {
    scratch.writeData();
    scratch.write("machine-id", "0123456789abcdef0123456789abcdef\n");
    scratch.write("boot_id", "3c1a7e0e-1d5b-4a45-9c3b-6f3d4b4f6c11\n");
    clone =
        ChangedScripts.readingUnderTheLock(Map.of("/etc/machine-id", scratch.path("machine-id")));
    booted =
        ChangedScripts.readingUnderTheLock(
            Map.of("/proc/sys/kernel/random/boot_id", scratch.path("boot_id")));
  }

  @Test
  void nothingIsDoneOnAnotherMachineThanWasLookedAt() throws IOException {
    nothingIsDone(() -> scratch.workloads(clone).hold(NAME, permit()));
    nothingIsDone(() -> scratch.workloads(clone).start(NAME, SETTINGS, permit()));
    nothingIsDone(() -> setAside(clone));
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);
    scratch.workloads().start(NAME, SETTINGS, permit());
    nothingIsDone(() -> scratch.workloads(clone).stop(NAME, permit()));
    assertThat(scratch.state()).isInstanceOf(Workload.Running.class);
  }

  @Test
  void nothingIsDoneAfterABootThatNobodyLookedAfter() throws IOException {
    nothingIsDone(() -> scratch.workloads(booted).start(NAME, SETTINGS, permit()));
    nothingIsDone(() -> setAside(booted));
    assertThat(scratch.state()).isEqualTo(Workload.Gone.STOPPED);
  }

  private void setAside(Shell shell) {
    new HostDataDirectories(scratch.hosts(shell)).setAside(NAME, OLD, permit());
  }

  private void nothingIsDone(ThrowingCallable effect) throws IOException {
    String before = scratch.read("etcd-0.env");
    assertThatThrownBy(effect)
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "nothing was done: something else changed etcd-0 since it was looked at, or its host"
                + " booted, or another machine has its address; looking again");
    assertThat(scratch.read("etcd-0.env")).isEqualTo(before);
    assertThat(Files.exists(scratch.path("data/member"))).isTrue();
    assertThat(scratch.path("etcd-0.pid.hold")).doesNotExist();
  }
}
