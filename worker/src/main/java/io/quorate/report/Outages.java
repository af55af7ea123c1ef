package io.quorate.report;

import io.quorate.diagnosis.Writes;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.Restorations.ReturnToOldCluster;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.Step;
import io.quorate.step.Votes.AwaitQuorum;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.OutageJson;
import io.quorate.wire.TimelineJson.StepJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Times in which no write could succeed. A diagnosis tells that writes fail; a step that brings a
 * cluster back tells sooner than the next diagnosis that they succeed again.
 */
final class Outages {
  /** Steps after which writes succeed: they end when quorum, or a new cluster, serves. */
  private static final Set<String> BACK =
      Set.of(
          Step.nameOf(AwaitQuorum.class),
          Step.nameOf(StartRestored.class),
          Step.nameOf(ReturnToOldCluster.class),
          Step.nameOf(DisarmAlarm.class));

  /** Steps that stop all members of a cluster. */
  private static final Set<String> STOPS = Set.of(Step.nameOf(FenceMembers.class));

  private static final Set<String> DONE =
      Set.of(Progress.DONE.words(), Progress.ALREADY_DONE.words());

  private Outages() {}

  private record Change(Instant at, Writes writes, String because) {}

  static List<OutageJson> of(List<FindingJson> findings, List<OperationJson> operations) {
    List<Change> changes = new ArrayList<>();
    findings.forEach(found -> changes.add(change(found)));
    operations.stream()
        .flatMap(operation -> operation.timeline().entries().stream())
        .flatMap(entry -> entry.step().stream())
        .forEach(step -> change(step).ifPresent(changes::add));
    changes.sort(Comparator.comparing(Change::at));
    return outages(changes);
  }

  private static Change change(FindingJson found) {
    return new Change(found.at(), Writes.of(found.name()), found.sentence());
  }

  private static Optional<Change> change(StepJson step) {
    if (BACK.contains(step.name()) && DONE.contains(step.state())) {
      return step.endedAt().map(at -> new Change(at, Writes.POSSIBLE, step.sentence()));
    }
    return STOPS.contains(step.name()) && step.attempts() > 0
        ? Optional.of(new Change(step.startedAt(), Writes.IMPOSSIBLE, step.sentence()))
        : Optional.empty();
  }

  private static List<OutageJson> outages(List<Change> changes) {
    List<OutageJson> found = new ArrayList<>();
    Optional<Change> since = Optional.empty();
    for (Change change : changes) {
      if (change.writes() == Writes.IMPOSSIBLE && since.isEmpty()) {
        since = Optional.of(change);
      } else if (change.writes() == Writes.POSSIBLE && since.isPresent()) {
        found.add(outage(since.get(), Optional.of(change.at())));
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
