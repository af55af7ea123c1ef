package io.quorate.playground.killing;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Keeps one worker running: what is killed is started again at once. */
public final class WorkerKeeper implements AutoCloseable {
  private final Consumer<String> tell;
  private final Set<KillPoint> toCome = new LinkedHashSet<>();
  private WorkerProgram program;
  private WorkerChild child;
  private int kills;
  private boolean closed;
  private Optional<Restart> lastRestart = Optional.empty();

  /** When the worker was killed, and when the next one's process was there. */
  public record Restart(Instant killedAt, Instant startedAt) {}

  private WorkerKeeper(WorkerProgram program, Consumer<String> tell, WorkerChild child) {
    this.program = program;
    this.tell = tell;
    this.child = child;
  }

  /**
   * Starts the worker; it may still be starting when this returns.
   *
   * @param points where it will be killed, once at each
   * @param tell gets a sentence when it was killed
   */
  public static WorkerKeeper start(
      WorkerProgram program, Collection<KillPoint> points, Consumer<String> tell)
      throws IOException {
    var keeper = new WorkerKeeper(program, tell, WorkerChild.start(program, points));
    keeper.killWhereItStands(points);
    return keeper;
  }

  /** It will be killed at these points, once at each; nobody may have trapped it before. */
  public synchronized void killAt(Collection<KillPoint> points) throws IOException {
    if (!points.isEmpty()) {
      child.stopAt(points);
      killWhereItStands(points);
    }
  }

  /** Points at which it was to be killed and that have not come yet. */
  public synchronized Set<KillPoint> notReached() {
    return Set.copyOf(toCome);
  }

  /** It will stand still at this point; completes when it does. */
  public CompletableFuture<KillPoint> stopAt(KillPoint point) throws IOException {
    WorkerChild child = current();
    child.stopAt(List.of(point));
    return child.trapped();
  }

  /** The attempt that stands still goes on; completes when the call it makes has ended. */
  public CompletableFuture<Boolean> goOn() throws IOException {
    WorkerChild child = current();
    child.say(WorkerWords.GO_ON);
    return child.passed();
  }

  /** The process that is the worker now. */
  public long pid() {
    return current().pid();
  }

  private synchronized void killWhereItStands(Collection<KillPoint> points) {
    WorkerChild trapped = child;
    toCome.addAll(points);
    if (!toCome.isEmpty()) {
      // Not on the thread that listens to it: that one has to hear its end.
      trapped
          .trapped()
          .thenAcceptAsync(
              point -> killAt(point, trapped),
              Thread.ofPlatform().daemon().name("worker-killer")::start)
          .exceptionally(endedBefore -> null);
    }
  }

  private synchronized void killAt(KillPoint point, WorkerChild standing) {
    // Somebody else may have killed it meanwhile; then the next one comes to this point again.
    if (standing.equals(child)) {
      toCome.remove(point);
      kill("at " + point);
    }
  }

  /** kill -9, and a new one is started; it is killed where the old one was still to be. */
  public synchronized void kill(String where) {
    if (closed) {
      return;
    }
    Instant killedAt = Instant.now();
    child.kill();
    kills++;
    tell.accept("worker killed with -9 " + where + "; started again");
    try {
      child = WorkerChild.start(program, toCome);
      lastRestart = Optional.of(new Restart(killedAt, Instant.now()));
      killWhereItStands(List.of());
    } catch (IOException notStarted) {
      tell.accept("the worker could not be started again: " + notStarted.getMessage());
    }
  }

  /**
   * kill -9, and a worker of another build takes over what this one had begun.
   *
   * @param build the class files of the other build; empty for the build of this process
   */
  public synchronized void replaceBy(List<Path> build) {
    program = program.of(build);
    kill("to be replaced by one of another build");
  }

  public void awaitPolling(Duration limit) throws IOException, InterruptedException {
    current().awaitPolling(limit);
  }

  /** False when it ended and nobody had killed it. */
  public boolean isAlive() {
    return current().isAlive();
  }

  /** How often it was killed by now. */
  public synchronized int kills() {
    return kills;
  }

  /** The last time it was killed and started again. */
  public synchronized Optional<Restart> lastRestart() {
    return lastRestart;
  }

  /** When the worker of now began to poll; it has to do so by now. */
  public Instant pollsSince() {
    return current().pollsSince();
  }

  private synchronized WorkerChild current() {
    return child;
  }

  @Override
  public synchronized void close() {
    closed = true;
    child.kill();
  }
}
