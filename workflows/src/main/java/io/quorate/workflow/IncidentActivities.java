package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Looks at clusters for their incidents. Reads only; both may be run again at any time. */
@ActivityInterface
public interface IncidentActivities {
  /** Activity type: takes a {@link DiagnosisOrder}. */
  String DIAGNOSE = "Diagnose";

  /** Activity type: takes a {@link DiagnosisWatch}. */
  String WATCH = "WatchDiagnosis";

  /**
   * Looks once, and says what is wrong.
   *
   * @param order a {@link DiagnosisOrder}
   */
  @ActivityMethod(name = DIAGNOSE)
  Diagnosed diagnose(Opaque order);

  /**
   * Looks again and again. Returns the first diagnosis that differs from the known one, or the last
   * one when the limit is over.
   *
   * @param order a {@link DiagnosisWatch}
   */
  @ActivityMethod(name = WATCH)
  Diagnosed watch(Opaque order);
}
