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
 * An etcd member on this machine. All that it is lies in its files, so two of these with the same
 * files are the same member, whoever started it last.
 */
public record EtcdMember(
    String name, MemberFiles files, URI peerUrl, URI clientUrl, Etcdctl etcdctl) {

  /** It has nothing to do but to end: this is what a busy machine may take. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

  /** A leader hands over before it ends, which alone may take 7 s. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  /**
   * Starts it with no flags and no environment but its file; returns before it serves.
   *
   * @throws IllegalStateException when it runs already
   */
  public void start() throws IOException, InterruptedException {
    var environment = EnvironmentFile.read(files.environmentFile());
    files.process().start(List.of(files.binary().toString()), environment.entries());
  }

  /**
   * Waits until it answers a linearizable read.
   *
   * @throws NotInTimeException with the last line of its log
   */
  public void awaitServing(Duration limit) throws IOException, InterruptedException {
    try {
      Await.until(name + " to serve", limit, this::isServing);
    } catch (NotInTimeException spent) {
      throw new NotInTimeException(spent.getMessage() + ": " + files.process().lastLogLine());
    }
  }

  /** True if it answers a linearizable read; asking takes up to 2 s. */
  public boolean isServing() throws InterruptedException {
    return isRunning() && etcdctl.canRead(clientUrl.toString());
  }

  /** True while its process is there, frozen or not. */
  public boolean isRunning() {
    return files.process().isRunning();
  }

  /** Its process's id, or nothing when it does not run. */
  public Optional<Long> pid() {
    return files.process().pid();
  }

  /** kill -9; returns when it is gone. */
  public void kill() throws IOException, InterruptedException {
    files.process().end(Signal.KILL, KILL_LIMIT);
  }

  /** SIGTERM, as an orderly shutdown does; returns when it is gone. */
  public void stop() throws IOException, InterruptedException {
    files.process().end(Signal.TERM, STOP_LIMIT);
  }

  /** SIGSTOP: it holds its ports and its connections, and answers nobody. */
  public void freeze() throws IOException, InterruptedException {
    files.process().send(Signal.STOP);
  }

  /** SIGCONT. */
  public void thaw() throws IOException, InterruptedException {
    files.process().send(Signal.CONT);
  }

  /**
   * Deletes its data directory.
   *
   * @throws IllegalStateException when it runs: etcd would go on with the deleted files
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
