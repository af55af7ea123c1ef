package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.operation.FollowUpNames;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.telling.Narrator;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Operations of a stage whose questions are answered with yes at once, each until it completes. */
final class ApprovedOperations implements AutoCloseable {
  private final Duration limit;
  private final GatewayApi gateway;
  private final Approving approving;

  ApprovedOperations(Stage stage, Duration limit) {
    this.limit = limit;
    this.gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER);
    var narrator = new Narrator(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
    this.approving = new Approving(stage, narrator, Approve.AUTO, Set.of());
  }

  /** The operations that there are already. */
  Set<String> earlier() throws InterruptedException {
    return Set.copyOf(gateway.operations());
  }

  /** The recovery of a majority, begun now. */
  ShowJson recovery() throws Exception {
    Set<String> earlier = earlier();
    start("majority-recovery");
    return completed(earlier);
  }

  /** Starts a runbook without options. */
  void start(String runbook) throws IOException, InterruptedException {
    gateway.start(new StartJson(runbook, Map.of(), "alice"));
  }

  /** The operation as it is now. */
  ShowJson operation(String id) throws InterruptedException {
    return gateway.operation(id).orElseThrow();
  }

  /**
   * Returns the operation that is not among the earlier operations, after the operation has
   * completed. Waits for the end of a drill that follows a restore.
   */
  ShowJson completed(Set<String> earlier) throws InterruptedException {
    ShowJson done = until(earlier, "complete", one -> one.state().equals("completed"));
    if (done.because().contains(FollowUpNames.FOLLOWS)) {
      Await.until(
          "the drill to end",
          limit,
          () -> gateway.after(done.operation()).stream().anyMatch(ShowJson::hasEnded));
    }
    return done;
  }

  /**
   * The operation that is not one of these, once it is as wanted.
   *
   * @param what the end of the sentence "waited for the operation to ..."
   */
  ShowJson until(Set<String> earlier, String what, Predicate<ShowJson> wanted)
      throws InterruptedException {
    AtomicReference<Optional<ShowJson>> last = new AtomicReference<>(Optional.empty());
    try {
      Await.until(
          "the operation to " + what,
          limit,
          () -> {
            Optional<String> id = last.get().map(ShowJson::operation);
            if (id.isEmpty()) {
              id = gateway.operations().stream().filter(one -> !earlier.contains(one)).findFirst();
            }
            if (id.isPresent()) {
              last.set(gateway.operation(id.get()).or(last::get));
            }
            last.get().ifPresent(approving::look);
            return last.get().filter(wanted).isPresent();
          });
    } catch (RuntimeException spent) {
      throw new AssertionError(spent.getMessage() + "; it is " + last.get(), spent);
    }
    return last.get().orElseThrow();
  }

  @Override
  public void close() {
    gateway.close();
  }
}
