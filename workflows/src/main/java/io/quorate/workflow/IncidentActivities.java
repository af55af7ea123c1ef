package io.quorate.workflow;

import io.quorate.operation.Opaque;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;

/**
 * Activities that look at a cluster for its incident. They only read; Temporal may run each of them
 * again at any time.
 */
@ActivityInterface
public interface IncidentActivities {
  /** Activity type: takes a {@link DiagnosisOrder}. */
  String DIAGNOSE = "Diagnose";

  /** Activity type: takes a {@link DiagnosisWatch}. */
  String WATCH = "WatchDiagnosis";

  /**
   * Looks at the cluster once, and returns what is wrong.
   *
   * @param order a {@link DiagnosisOrder}
   */
  @ActivityMethod(name = DIAGNOSE)
  Diagnosed diagnose(Opaque order);

  /**
   * Looks at the cluster again and again. Returns the first diagnosis that differs from the known
   * one, or the last diagnosis when the limit is over.
   *
   * @param order a {@link DiagnosisWatch}
   */
  @ActivityMethod(name = WATCH)
  Diagnosed watch(Opaque order);
}
