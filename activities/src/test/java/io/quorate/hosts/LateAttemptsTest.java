package io.quorate.hosts;

import static io.quorate.hosts.ScratchMember.NAME;
import static io.quorate.hosts.ScratchMember.SETTINGS;
import static io.quorate.hosts.ScratchMember.permit;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stalled attempt wakes up after another one has finished and a new member has started. */
class LateAttemptsTest extends OnScratchMember {
  private static final MemberId OLD = MemberId.parse("8e9e05c52164694d");

  @BeforeEach
  void make() throws IOException {
    scratch.writeData();
  }

  @Test
  void aStopThatStallsBeforeTheLockSparesTheNewMember() throws Exception {
    scratch.workloads().start(NAME, SETTINGS, permit());
    var late = new StallingShell(Stall.BEFORE_THE_LOCK);
    var stop = running(() -> scratch.workloads(late).stop(NAME, permit()));
    late.awaitStalled();
    replaceTheMember();
    requireNothingDone(late, stop);
  }

  @Test
  void aStopThatStallsUnderTheLockLetsGoOfIt() throws Exception {
    scratch.workloads().start(NAME, SETTINGS, permit());
    var late = new StallingShell(Stall.BEFORE_THE_ANSWER);
    var stop = running(() -> scratch.workloads(late).stop(NAME, permit()));
    late.awaitStalled();
    replaceTheMember();
    requireNothingDone(late, stop);
  }

  @Test
  void aRenameThatStallsBeforeTheLockSparesTheNewData() throws Exception {
    var late = new StallingShell(Stall.BEFORE_THE_LOCK);
    var aside = running(() -> setAside(late));
    late.awaitStalled();
    replaceTheMember();
    requireNothingDone(late, aside);
  }

  @Test
  void aRenameThatStallsUnderTheLockSparesTheNewData() throws Exception {
    var late = new StallingShell(Stall.BEFORE_THE_ANSWER);
    var aside = running(() -> setAside(late));
    late.awaitStalled();
    replaceTheMember();
    requireNothingDone(late, aside);
  }

  @Test
  void aStartThatStallsNeverEndsAHoldMadeSince() throws Exception {
    for (var stall : Stall.values()) {
      var late = new StallingShell(stall);
      var start = running(() -> scratch.workloads(late).start(NAME, SETTINGS, permit()));
      late.awaitStalled();
      scratch.workloads().hold(NAME, permit());
      String hold = scratch.read("etcd-0.pid.hold");
      late.release();
      assertThat(start.get(30, TimeUnit.SECONDS)).isInstanceOf(Failure.Transient.class);
      assertThat(scratch.state()).isEqualTo(Workload.Gone.HELD);
      assertThat(scratch.read("etcd-0.pid.hold")).isEqualTo(hold);
      letGo();
    }
  }

  /** The same words of the same operation, but another hold: the member was started in between. */
  @Test
  void aStartThatStallsTellsOneHoldFromTheNext() throws Exception {
    scratch.workloads().hold(NAME, permit());
    var late = new StallingShell(Stall.BEFORE_THE_LOCK);
    var start = running(() -> scratch.workloads(late).start(NAME, SETTINGS, permit()));
    late.awaitStalled();
    scratch.workloads().start(NAME, SETTINGS, permit());
    scratch.workloads().stop(NAME, permit());
    late.release();
    assertThat(start.get(30, TimeUnit.SECONDS)).isInstanceOf(Failure.Transient.class);
    assertThat(scratch.state()).isEqualTo(Workload.Gone.HELD);
  }

  @Test
  void aHoldThatStallsNeverHoldsTheNewMember() throws Exception {
    var late = new StallingShell(Stall.BEFORE_THE_LOCK);
    var hold = running(() -> scratch.workloads(late).hold(NAME, permit()));
    late.awaitStalled();
    replaceTheMember();
    requireNothingDone(late, hold);
  }

  @Test
  void aSwitchThatStallsSparesTheNewMember() throws Exception {
    String old = scratch.release("3.5.35");
    String release = scratch.release("3.6.16");
    Files.delete(scratch.path("etcd"));
    Files.createSymbolicLink(scratch.path("etcd"), Path.of(old, "etcd"));
    for (var stall : Stall.values()) {
      var late = new StallingShell(stall);
      var installations =
          scratch.installations(late, new ReleaseDirectory(new EtcdVersion(3, 6, 16), release));
      var settings = installations.look(NAME).settings();
      var attempt =
          running(
              () -> installations.switchTo(NAME, new EtcdVersion(3, 6, 16), settings, permit()));
      late.awaitStalled();
      scratch.workloads().start(NAME, SETTINGS, permit());
      requireNothingDone(late, attempt);
      assertThat(Files.readSymbolicLink(scratch.path("etcd"))).isEqualTo(Path.of(old, "etcd"));
      scratch.workloads().stop(NAME, permit());
      letGo();
    }
  }

  private void letGo() throws IOException {
    Files.delete(scratch.path("etcd-0.pid.hold"));
    Files.delete(scratch.path("data.quorate-hold"));
  }

  /** What a second attempt and the steps after it do. */
  private void replaceTheMember() throws IOException {
    scratch.workloads().stop(NAME, permit());
    setAside(new LocalShell());
    scratch.writeData();
    scratch.workloads().start(NAME, SETTINGS, permit());
  }

  private String setAside(Shell shell) {
    return new HostDataDirectories(scratch.hosts(shell)).setAside(NAME, OLD, permit());
  }

  private void requireNothingDone(StallingShell late, CompletableFuture<Failure> attempt)
      throws Exception {
    long pid = scratch.pid();
    Object data = Files.getAttribute(scratch.path("data"), "unix:ino");
    late.release();
    assertThat(attempt.get(30, TimeUnit.SECONDS)).isInstanceOf(Failure.Transient.class);
    assertThat(scratch.state()).isInstanceOf(Workload.Running.class);
    assertThat(scratch.pid()).isEqualTo(pid);
    assertThat(Files.getAttribute(scratch.path("data"), "unix:ino")).isEqualTo(data);
    assertThat(scratch.path("etcd-0.pid.hold")).doesNotExist();
  }

  private static CompletableFuture<Failure> running(Runnable attempt) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            attempt.run();
            throw new AssertionError("the late attempt went through");
          } catch (Failure e) {
            return e;
          }
        });
  }

  private enum Stall {
    BEFORE_THE_LOCK,
    BEFORE_THE_ANSWER
  }

  /** Stalls the scripts that act, as a long pause of the process would. */
  private static final class StallingShell implements Shell {
    private final LocalShell shell = new LocalShell();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Stall where;

    StallingShell(Stall where) {
      this.where = where;
    }

    @Override
    public Ended run(Script script, List<String> arguments, Reply reply, Duration limit) {
      boolean acts = reply != Reply.NONE;
      if (acts && where == Stall.BEFORE_THE_LOCK) {
        stall();
      }
      Reply stalling =
          question -> {
            String answer = reply.to(question);
            stall();
            return answer;
          };
      boolean stallsLate = acts && where == Stall.BEFORE_THE_ANSWER;
      return shell.run(script, arguments, stallsLate ? stalling : reply, limit);
    }

    void awaitStalled() throws InterruptedException {
      assertThat(stalled.await(30, TimeUnit.SECONDS)).isTrue();
    }

    void release() {
      released.countDown();
    }

    private void stall() {
      stalled.countDown();
      try {
        assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
