package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.WorkerNames;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity that lets other workers go on with what a dead worker had begun. */
@ActivityInterface
public interface ReleaseActivities {
  /**
   * Fails the attempts at activities that wait and that the worker has under way, so that Temporal
   * begins the next ones at once.
   *
   * @param worker name of the dead process in its polls, a text
   * @param silent since when the process is silent, a time of Temporal's clock: the process may be
   *     there again, and what it took since is its own
   */
  @ActivityMethod(name = WorkerNames.RELEASE)
  void release(Opaque worker, Opaque silent);
}
