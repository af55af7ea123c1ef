package io.quorate.workflow;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/** Looks at clusters for their incidents. Reads only; both may be run again at any time. */
@ActivityInterface
public interface IncidentActivities {
  /** Looks once, and says what is wrong. */
  @ActivityMethod(name = "Diagnose")
  Diagnosed diagnose(DiagnosisOrder order);

  /**
   * Looks again and again. Returns the first diagnosis that differs from the known one, or the last
   * one when the limit is over.
   */
  @ActivityMethod(name = "WatchDiagnosis")
  Diagnosed watch(DiagnosisWatch order);
}
