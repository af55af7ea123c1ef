package io.quorate.worker.selftest;

import io.quorate.causes.FleetTroubles.OpenCause;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.SaidSilence;
import io.quorate.port.NotificationChannel;
import io.quorate.reminder.Arrival;
import io.quorate.reminder.Waiting;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Channel of the self-test without readers: a list of the questions that were shown. */
public final class KeptMessages implements NotificationChannel {
  private final Set<String> questions = ConcurrentHashMap.newKeySet();

  /** Returns whether a question was shown. */
  boolean has(String question) {
    return questions.contains(question);
  }

  @Override
  public Map<String, String> show(OperationState state, Showing showing) {
    state.openApproval().ifPresent(open -> questions.add(open.question().id()));
    return Map.of();
  }

  @Override
  public Map<String, String> show(IncidentState state, Showing showing) {
    return Map.of();
  }

  @Override
  public void summarise(List<Arrival> clusters, Lease lease) {
    // One cluster alone is never summarised.
  }

  @Override
  public void remind(List<Waiting> matters, Lease lease) {
    // The self-test ends before a reminder is due.
  }

  @Override
  public void announce(OpenCause cause, Lease lease) {
    // One cluster alone has no common cause.
  }

  @Override
  public void announce(SaidSilence silence, Lease lease) {
    // Nobody silences the self-test.
  }
}
