package io.quorate.workflow;

import io.quorate.operation.CauseNames;
import io.quorate.operation.Opaque;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity that tells people of a common cause. */
@ActivityInterface
public interface CauseActivities {
  /** Tells people of an {@code OpenCause} in one message; may be called again. */
  @ActivityMethod(name = CauseNames.TELL)
  void tell(Opaque cause);
}
