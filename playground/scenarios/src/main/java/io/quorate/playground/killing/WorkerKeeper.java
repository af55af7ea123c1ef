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

/** A keeper of one running worker: a worker that it killed is started again at once. */
public final class WorkerKeeper implements AutoCloseable {
  private final Consumer<String> tell;
  private final Set<KillPoint> toCome = new LinkedHashSet<>();
  private WorkerProgram program;
  private WorkerChild child;
  private int kills;
  private boolean closed;
  private Optional<Restart> lastRestart = Optional.empty();
  private Optional<IOException> notStarted = Optional.empty();

  /** The time when the worker was killed, and when the next one's process was started. */
  public record Restart(Instant killedAt, Instant startedAt) {}

  private WorkerKeeper(WorkerProgram program, Consumer<String> tell, WorkerChild child) {
    this.program = program;
    this.tell = tell;
    this.child = child;
  }

  /**
   * Starts the worker, which may still be starting when this returns.
   *
   * @param points where the worker will be killed, once at each
   * @param tell gets a sentence when the worker was killed
   */
  public static WorkerKeeper start(
      WorkerProgram program, Collection<KillPoint> points, Consumer<String> tell)
      throws IOException {
    var keeper = new WorkerKeeper(program, tell, WorkerChild.start(program, points));
    keeper.killWhereItStands(points);
    return keeper;
  }

  /** Has the worker killed at these points, once at each, and at those still to come. */
  public synchronized void killAt(Collection<KillPoint> points) throws IOException {
    if (!points.isEmpty()) {
      toCome.addAll(points);
      current().stopAt(toCome);
      killWhereItStands(List.of());
    }
  }

  /** Returns the points at which the worker was to be killed and which it has not reached. */
  public synchronized Set<KillPoint> notReached() {
    return Set.copyOf(toCome);
  }

  /** Has the worker stop at this point; completes when it does. */
  public CompletableFuture<KillPoint> stopAt(KillPoint point) throws IOException {
    WorkerChild child = current();
    child.stopAt(List.of(point));
    return child.trapped();
  }

  /** Lets the stopped attempt continue; completes when its call has ended. */
  public CompletableFuture<Boolean> goOn() throws IOException {
    WorkerChild child = current();
    child.say(WorkerWords.GO_ON);
    return child.passed();
  }

  /** Returns the pid of the present worker. */
  public long pid() {
    return current().pid();
  }

  private synchronized void killWhereItStands(Collection<KillPoint> points) {
    WorkerChild trapped = child;
    toCome.addAll(points);
    if (!toCome.isEmpty()) {
      // Not on the thread that reads the worker's output: that thread has to see its end.
      trapped
          .trapped()
          .thenAcceptAsync(
              point -> killAt(point, trapped),
              Thread.ofPlatform().daemon().name("worker-killer")::start)
          .exceptionally(endedBefore -> null);
    }
  }

  private synchronized void killAt(KillPoint point, WorkerChild standing) {
    // Another call may have killed the worker meanwhile; then the next worker reaches this point
    // again.
    if (standing.equals(child)) {
      toCome.remove(point);
      kill("at " + point);
    }
  }

  /** Kills the worker with SIGKILL and starts a new one, with the points still to come. */
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
      notStarted = Optional.empty();
      killWhereItStands(List.of());
    } catch (IOException problem) {
      notStarted = Optional.of(problem);
      tell.accept("the worker could not be started again: " + problem.getMessage());
    }
  }

  /**
   * Kills the worker with SIGKILL; a worker of another build continues what it had begun.
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

  /**
   * Returns false when the worker ended without having been killed; throws {@link
   * IllegalStateException} with the reason when no worker could be started after the last one.
   */
  public boolean isAlive() {
    return current().isAlive();
  }

  /** Returns how often the worker was killed so far. */
  public synchronized int kills() {
    return kills;
  }

  /** Returns when the worker was last killed and started again. */
  public synchronized Optional<Restart> lastRestart() {
    return lastRestart;
  }

  /** Returns when the present worker began to poll; waits until it does. */
  public Instant pollsSince() {
    return current().pollsSince();
  }

  private synchronized WorkerChild current() {
    if (notStarted.isPresent()) {
      throw new IllegalStateException(
          "the worker could not be started again: " + notStarted.get().getMessage(),
          notStarted.get());
    }
    return child;
  }

  @Override
  public synchronized void close() {
    closed = true;
    child.kill();
  }
}
