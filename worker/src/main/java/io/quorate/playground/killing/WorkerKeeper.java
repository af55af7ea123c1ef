package io.quorate.playground.killing;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Keeps one worker running: what is killed is started again at once, without a trap. */
public final class WorkerKeeper implements AutoCloseable {
  private final WorkerProgram program;
  private final Consumer<String> tell;
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
   * @param trap where it will be killed, once
   * @param tell gets a sentence when it was killed
   */
  public static WorkerKeeper start(
      WorkerProgram program, Optional<KillPoint> trap, Consumer<String> tell) throws IOException {
    var keeper = new WorkerKeeper(program, tell, WorkerChild.start(program, trap));
    trap.ifPresent(keeper::killThere);
    return keeper;
  }

  /** It will be killed at this point, once; it has to be one that was not trapped before. */
  public void killAt(KillPoint point) throws IOException {
    current().say(WorkerWords.STOP_AT + point);
    killThere(point);
  }

  /** It will stand still at this point; completes when it does. */
  public CompletableFuture<Boolean> stopAt(KillPoint point) throws IOException {
    WorkerChild child = current();
    child.say(WorkerWords.STOP_AT + point);
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

  private void killThere(KillPoint point) {
    WorkerChild trapped = current();
    Thread.ofPlatform()
        .daemon()
        .name("worker-killer")
        .start(
            () ->
                trapped
                    .trapped()
                    .thenRun(() -> kill("at " + point))
                    .exceptionally(endedBefore -> null)
                    .join());
  }

  /** kill -9, and a new one is started. */
  public synchronized void kill(String where) {
    if (closed) {
      return;
    }
    Instant killedAt = Instant.now();
    child.kill();
    kills++;
    tell.accept("worker killed with -9 " + where + "; started again");
    try {
      child = WorkerChild.start(program, Optional.empty());
      lastRestart = Optional.of(new Restart(killedAt, Instant.now()));
    } catch (IOException notStarted) {
      tell.accept("the worker could not be started again: " + notStarted.getMessage());
    }
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
