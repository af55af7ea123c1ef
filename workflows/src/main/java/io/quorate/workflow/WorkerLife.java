package io.quorate.workflow;

import io.quorate.history.OpaqueValues;
import io.quorate.operation.Opaque;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/**
 * Life of one worker process. Activities that wait for people last for weeks and send a heartbeat
 * every five minutes only; the process sends one every 5 s for all of them. Where the process is
 * silent for 15 s, its activities are freed.
 */
public final class WorkerLife implements WorkerLifeWorkflow {
  /** Time after which Temporal lists whatever the worker had begun before its death. */
  private static final Duration LISTED = Duration.ofSeconds(30);

  private final ReleaseActivities others =
      Workflow.newActivityStub(ReleaseActivities.class, Timeouts.release());

  @Override
  public void run(String identity) {
    if (lives(identity)) {
      Workflow.continueAsNew(identity);
    }
    Opaque silent = OpaqueValues.of(Timers.now());
    release(identity, silent);
    Workflow.sleep(LISTED);
    release(identity, silent);
  }

  private void release(String identity, Opaque silent) {
    try {
      others.release(OpaqueValues.of(identity), silent);
    } catch (ActivityFailure unlisted) {
      Workflow.getLogger(WorkerLife.class)
          .warn("What {} had begun was not released: {}", identity, unlisted.toString());
    }
  }

  private static boolean lives(String identity) {
    try {
      Workflow.newActivityStub(LifeActivities.class, Timeouts.live(identity)).live();
      return true;
    } catch (ActivityFailure silent) {
      return false;
    }
  }
}
