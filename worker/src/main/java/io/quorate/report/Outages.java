package io.quorate.report;

import io.quorate.cluster.Amounts;
import io.quorate.diagnosis.Writes;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.ServingSteps;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.OutageJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Times in which no write could succeed. A diagnosis tells that writes fail, and so does a step
 * that stops the members. A step that brings quorum back, or starts another cluster, tells sooner
 * than the next diagnosis that they succeed again; only a diagnosis tells it of an alarm, which
 * each member can have.
 */
final class Outages {
  private static final Set<String> DONE =
      Set.of(Progress.DONE.words(), Progress.ALREADY_DONE.words());

  private Outages() {}

  /**
   * Change of whether writes succeed.
   *
   * @param name of the diagnosis, or of the step
   */
  private record Change(Instant at, Writes writes, String name, String because) {
    /** Whether quorum alone makes writes succeed: not where etcd refuses them for an alarm. */
    boolean isQuorum() {
      return ServingSteps.bringsQuorum(name) && !ServingSteps.servesAnew(name);
    }
  }

  static List<OutageJson> of(List<FindingJson> findings, List<OperationJson> operations) {
    List<Change> changes = new ArrayList<>();
    findings.forEach(found -> changes.add(change(found)));
    operations.forEach(operation -> changes.addAll(changes(operation.timeline().entries())));
    changes.sort(Comparator.comparing(Change::at));
    return outages(changes);
  }

  /**
   * Returns an outage in a sentence or two. One that a diagnosis found began before: the alert, or
   * the look, came after the first write that failed.
   */
  static String sentence(OutageJson outage, List<FindingJson> findings) {
    boolean seen = findings.stream().anyMatch(found -> found.at().equals(outage.from()));
    String from =
        "Writes failed from " + Times.clock(outage.from()) + (seen ? ", when Quorate saw it," : "");
    return from
        + outage
            .to()
            .map(
                to ->
                    " to "
                        + Times.clock(to)
                        + ", "
                        + (seen ? "at least " : "")
                        + Amounts.time(Duration.between(outage.from(), to))
                        + ". ")
            .orElse(" on; that they succeed again was not seen. ")
        + outage.because();
  }

  private static Change change(FindingJson found) {
    return new Change(found.at(), Writes.of(found.name()), found.name(), found.sentence());
  }

  private static List<Change> changes(List<EntryJson> entries) {
    List<Change> changes = new ArrayList<>();
    entries.stream()
        .filter(entry -> entry.what().equals(TimelineEvent.STEP.words()))
        .flatMap(entry -> entry.step().stream())
        .forEach(step -> change(step).ifPresent(changes::add));
    boolean stopped = changes.stream().anyMatch(one -> one.writes() == Writes.IMPOSSIBLE);
    if (stopped) {
      takenBack(entries).ifPresent(changes::add);
    }
    return changes;
  }

  private static Optional<Change> change(StepJson step) {
    if (ServingSteps.bringsQuorum(step.name()) && DONE.contains(step.state())) {
      return step.endedAt().map(at -> change(at, Writes.POSSIBLE, step));
    }
    return ServingSteps.stops(step.name()) && step.attempts() > 0
        ? Optional.of(change(step.startedAt(), Writes.IMPOSSIBLE, step))
        : Optional.empty();
  }

  /** Returns the last start of a stopped member by an abort. */
  private static Optional<Change> takenBack(List<EntryJson> entries) {
    return entries.reversed().stream()
        .filter(entry -> entry.what().equals(TimelineEvent.UNDO.words()))
        .flatMap(entry -> entry.step().stream())
        .filter(step -> ServingSteps.startsAgain(step.name()))
        .findFirst()
        .filter(step -> DONE.contains(step.state()))
        .flatMap(step -> step.endedAt().map(at -> change(at, Writes.POSSIBLE, step)));
  }

  private static Change change(Instant at, Writes writes, StepJson step) {
    return new Change(at, writes, step.name(), step.sentence());
  }

  private static List<OutageJson> outages(List<Change> changes) {
    List<OutageJson> found = new ArrayList<>();
    Optional<Change> since = Optional.empty();
    boolean refused = false;
    for (Change change : changes) {
      boolean possible = change.writes() == Writes.POSSIBLE && !(change.isQuorum() && refused);
      if (change.writes() == Writes.IMPOSSIBLE) {
        refused |= Writes.refusedByAlarm(change.name());
        since = since.or(() -> Optional.of(change));
      } else if (possible) {
        refused = false;
        since.ifPresent(from -> found.add(outage(from, Optional.of(change.at()))));
        since = Optional.empty();
      }
    }
    since.ifPresent(open -> found.add(outage(open, Optional.empty())));
    return List.copyOf(found);
  }

  private static OutageJson outage(Change since, Optional<Instant> to) {
    return new OutageJson(since.at(), to, since.because());
  }
}
