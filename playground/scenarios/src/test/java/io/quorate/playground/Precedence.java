package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Gives the members and the client of this process the processor first, as long as it is open. In
 * earnest they do not share one with Quorate and Temporal. A member that is started anew gets it
 * within a moment. On Linux, and only for root.
 */
final class Precedence implements AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int FIRST = -15;
  private static final int AS_ALL = 0;
  private static final Path PROC = Path.of("/proc");

  /** Where it is on, nice counts only within a session, and each member has its own (sched(7)). */
  private static final Path AUTOGROUP = PROC.resolve("sys/kernel/sched_autogroup_enabled");

  private final EtcdCluster cluster;
  private final Set<String> given = new HashSet<>();
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("precedence").factory());

  private final ScheduledFuture<?> looks;

  private Precedence(EtcdCluster cluster) {
    this.cluster = cluster;
    this.looks = looking.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Throws {@link IOException} where it is not allowed, or would be in vain. */
  static Precedence of(EtcdCluster cluster) throws IOException, InterruptedException {
    if (Files.exists(AUTOGROUP) && !Files.readString(AUTOGROUP).strip().equals("0")) {
      throw new IOException("sysctl kernel.sched_autogroup_enabled has to be 0 for it");
    }
    if (!give(FIRST, List.of("" + ProcessHandle.current().pid()))) {
      throw new IOException("only root on Linux may give a process precedence");
    }
    return new Precedence(cluster);
  }

  /** Threads come and go while they are counted; whoever was missed has its turn at the next. */
  private void look() {
    try {
      List<String> threads = threads(ProcessHandle.current().pid());
      for (EtcdMember member : cluster.members()) {
        if (member.pid().isPresent()) {
          threads.addAll(threads(member.pid().get()));
        }
      }
      threads.removeAll(given);
      if (!threads.isEmpty()) {
        give(FIRST, threads);
        given.addAll(threads);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean give(int nice, List<String> threads)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("renice", "-n", "" + nice, "-p"));
    command.addAll(threads);
    return Command.of(command).run(LIMIT).succeeded();
  }

  /** None of a process that has ended, also if it ends while they are counted. */
  private static List<String> threads(long pid) {
    try (Stream<Path> each = Files.list(PROC.resolve("" + pid).resolve("task"))) {
      return new ArrayList<>(each.map(task -> task.getFileName().toString()).toList());
    } catch (IOException | UncheckedIOException ended) {
      return new ArrayList<>();
    }
  }

  /**
   * Takes it back from this process: Quorate and Temporal are its children, and those of the next
   * stage would inherit it. What was measured without it must not be taken for measured with it.
   */
  @Override
  public void close() throws IOException, InterruptedException {
    looking.close();
    give(AS_ALL, threads(ProcessHandle.current().pid()));
    if (looks.state() == Future.State.FAILED) {
      throw new IOException("members lost their precedence", looks.exceptionNow());
    }
  }
}
