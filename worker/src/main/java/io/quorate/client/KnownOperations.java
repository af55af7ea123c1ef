package io.quorate.client;

import io.quorate.operation.OperationState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Last answers of the 2,000 operations that were asked last. A list of a whole fleet is made of
 * them, because nobody can wait for the answers of hundreds of operations. Thread-safe.
 */
public final class KnownOperations {
  private static final int KEPT = 2000;

  /** Operations of a list that are asked until the next look of the watch. */
  private static final int WANTED = 500;

  private final Map<String, Known> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > KEPT;
        }
      };
  private final Map<String, OperationExecution> wanted = new LinkedHashMap<>();

  /**
   * Last answer of an operation.
   *
   * @param running whether it ran then
   * @param nanos time of the answer, of {@code System.nanoTime()}
   */
  public record Known(OperationState state, boolean running, long nanos) {}

  synchronized OperationState keep(OperationExecution target, OperationState state) {
    known.remove(target.runId());
    known.put(target.runId(), new Known(state, target.running(), System.nanoTime()));
    wanted.remove(target.runId());
    return state;
  }

  /** Notes that the last answer still holds, because the operation's history has not grown. */
  synchronized void confirm(OperationExecution target) {
    known.computeIfPresent(
        target.runId(), (same, last) -> new Known(last.state(), last.running(), System.nanoTime()));
  }

  /** Returns the last answer; one that was given before the operation ended does not count. */
  public synchronized Optional<Known> of(OperationExecution target) {
    return Optional.ofNullable(known.get(target.runId()))
        .filter(one -> one.running() == target.running());
  }

  /** Has the operation asked soon. */
  public synchronized void want(OperationExecution target) {
    if (wanted.size() < WANTED) {
      wanted.put(target.runId(), target);
    }
  }

  synchronized List<OperationExecution> wanted() {
    List<OperationExecution> all = List.copyOf(wanted.values());
    wanted.clear();
    return all;
  }
}
