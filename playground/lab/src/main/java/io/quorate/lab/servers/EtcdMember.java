package io.quorate.lab.servers;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.machine.Signal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An etcd member on this machine. All its state lies in its files, so two records with the same
 * files are the same member, whoever started it last.
 */
public record EtcdMember(
    String name, MemberFiles files, URI peerUrl, URI clientUrl, Etcdctl etcdctl) {

  /** Limit for the end after SIGKILL; generous, for a busy machine. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

  /** Limit for an orderly end. A leader hands over before it ends, which alone may take 7 s. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  /**
   * Starts the member with no flags, and only its file as environment; returns before it serves.
   *
   * @throws IllegalStateException when the member runs already
   */
  public void start() throws IOException, InterruptedException {
    var environment = EnvironmentFile.read(files.environmentFile());
    files.process().start(List.of(files.binary().toString()), environment.entries());
  }

  /**
   * Waits until the member answers a linearizable read.
   *
   * @throws NotInTimeException with the last line of the member's log
   */
  public void awaitServing(Duration limit) throws IOException, InterruptedException {
    try {
      Await.until(name + " to serve", limit, this::isServing);
    } catch (NotInTimeException spent) {
      throw new NotInTimeException(spent.getMessage() + ": " + files.process().lastLogLine());
    }
  }

  /** Returns whether the member answers a linearizable read; asking usually takes up to 2 s. */
  public boolean isServing() throws InterruptedException {
    return isRunning() && etcdctl.canRead(clientUrl.toString());
  }

  /** Returns whether the member's process exists, frozen or not. */
  public boolean isRunning() {
    return files.process().isRunning();
  }

  /** Returns the pid of the member's process; empty when it does not run. */
  public Optional<Long> pid() {
    return files.process().pid();
  }

  /** Sends SIGKILL and waits until the process is gone. */
  public void kill() throws IOException, InterruptedException {
    files.process().end(Signal.KILL, KILL_LIMIT);
  }

  /** Sends SIGTERM, as an orderly shutdown does, and waits until the process is gone. */
  public void stop() throws IOException, InterruptedException {
    files.process().end(Signal.TERM, STOP_LIMIT);
  }

  /** Sends SIGSTOP: the member keeps its ports and connections, and answers nobody. */
  public void freeze() throws IOException, InterruptedException {
    files.process().send(Signal.STOP);
  }

  /** Sends SIGCONT. */
  public void thaw() throws IOException, InterruptedException {
    files.process().send(Signal.CONT);
  }

  /**
   * Deletes the member's data directory.
   *
   * @throws IllegalStateException when the member runs: etcd would continue with the deleted files
   */
  public void destroyData() throws IOException {
    if (isRunning()) {
      throw new IllegalStateException(name + " still runs on " + dataDirectory());
    }
    Folders.delete(dataDirectory());
  }

  public Path dataDirectory() {
    return files.dataDirectory();
  }
}
