package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.quorate.operation.WatchNames;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Activity that tells people of a silence. */
@ActivityInterface
public interface SilenceActivities {
  /** Tells people of a {@code SaidSilence} in one message; may be called again. */
  @ActivityMethod(name = WatchNames.TELL_SILENCE)
  void tellSilence(Opaque silence);
}
