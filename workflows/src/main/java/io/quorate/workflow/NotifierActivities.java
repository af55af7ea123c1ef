package io.quorate.workflow;

import io.quorate.operation.NotifierNames;
import io.quorate.operation.NotifierProgress;
import io.quorate.operation.NotifierSubject;
import io.quorate.operation.Opaque;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity that shows people how an operation or an incident stands. */
@ActivityInterface
public interface NotifierActivities {
  /**
   * Reads the subject's state from Temporal again and again and brings the channel to it, until the
   * subject has ended and its last state was shown, or {@link NotifierNames#LAST_WORDS} after that.
   * Lasts as long as the subject; its heartbeats carry a {@link NotifierProgress}, and every
   * failure is tried again.
   *
   * @param subject a {@link NotifierSubject}
   */
  @ActivityMethod(name = NotifierNames.FOLLOW)
  void follow(Opaque subject);
}
