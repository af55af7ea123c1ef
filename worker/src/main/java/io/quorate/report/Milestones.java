package io.quorate.report;

import io.quorate.cluster.StableName;
import io.quorate.operation.StepState.Progress;
import io.quorate.step.Hazard;
import io.quorate.step.Step;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.wire.ReportJson.AlertJson;
import io.quorate.wire.ReportJson.FindingJson;
import io.quorate.wire.ReportJson.MilestoneJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.OutageJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.StepJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Points that an incident reached, from the first alert to the whole cluster. */
enum Milestones {
  ALERT("the alert began to fire"),
  FOUND("the finding began"),
  DETECTED("Quorate saw what is wrong"),
  ASKED("people were asked for the first time"),
  APPROVED("people approved for the first time"),
  FIRST_CHANGE("the first change began"),
  WRITES_FAILED("writes failed, or were seen to fail"),
  WRITES_BACK("writes succeeded again"),
  WHOLE("the cluster was whole"),
  OVER("the finding was over");

  private final String sentence;

  Milestones(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the sentence of a milestone by its stable name. */
  static String sentence(String name) {
    return Stream.of(values())
        .filter(one -> StableName.of(one).equals(name))
        .map(one -> one.sentence)
        .findFirst()
        .orElse(name);
  }

  /** Returns the milestones that were reached, by their time. */
  static List<MilestoneJson> of(
      StoodFindings stood,
      List<FindingJson> findings,
      List<OperationJson> operations,
      List<OutageJson> outages) {
    List<EntryJson> entries =
        operations.stream().flatMap(one -> one.timeline().entries().stream()).toList();
    Map<Milestones, Optional<Instant>> reached = new EnumMap<>(Milestones.class);
    reached.put(
        ALERT,
        first(
            stood.alerts().stream()
                .filter(one -> one.standing().isEmpty())
                .map(AlertJson::startsAt)));
    reached.put(FOUND, first(stood.all().stream().map(StoodFindings.Stood::since)));
    reached.put(
        DETECTED,
        first(
            Stream.concat(
                findings.stream()
                    .filter(found -> !Reports.isWhole(found) && !found.name().equals("not-seen"))
                    .map(FindingJson::at),
                stood.all().stream().map(StoodFindings.Stood::heardAt))));
    reached.put(ASKED, first(entries.stream().filter(Milestones::asks).map(EntryJson::at)));
    reached.put(
        APPROVED, first(steps(entries).filter(Milestones::approves).flatMap(Milestones::end)));
    reached.put(
        FIRST_CHANGE, first(steps(entries).filter(Milestones::changes).map(StepJson::startedAt)));
    reached.put(WRITES_FAILED, first(outages.stream().map(OutageJson::from)));
    reached.put(WRITES_BACK, outages.isEmpty() ? Optional.empty() : outages.getLast().to());
    reached.put(WHOLE, whole(findings).filter(any -> !stood.areAll() || wasNotWhole(findings)));
    reached.put(OVER, stood.over());
    return durations(reached);
  }

  private static List<MilestoneJson> durations(Map<Milestones, Optional<Instant>> reached) {
    List<MilestoneJson> found = new ArrayList<>();
    List<Map.Entry<Milestones, Instant>> ordered =
        reached.entrySet().stream()
            .flatMap(one -> one.getValue().stream().map(at -> Map.entry(one.getKey(), at)))
            .sorted(Map.Entry.comparingByValue())
            .toList();
    for (Map.Entry<Milestones, Instant> one : ordered) {
      Instant first = ordered.getFirst().getValue();
      Instant last = found.isEmpty() ? first : found.getLast().at();
      found.add(
          new MilestoneJson(
              StableName.of(one.getKey()),
              one.getValue(),
              Duration.between(last, one.getValue()).toSeconds(),
              Duration.between(first, one.getValue()).toSeconds()));
    }
    return found;
  }

  private static Optional<Instant> first(Stream<Instant> times) {
    return times.min(Comparator.naturalOrder());
  }

  private static Stream<StepJson> steps(List<EntryJson> entries) {
    return entries.stream().flatMap(entry -> entry.step().stream());
  }

  private static Stream<Instant> end(StepJson step) {
    return step.endedAt().stream();
  }

  private static boolean asks(EntryJson entry) {
    return entry.what().equals(TimelineEvent.QUESTION_ASKED.words());
  }

  private static boolean approves(StepJson step) {
    return step.name().equals(Step.nameOf(AskApproval.class))
        && step.state().equals(Progress.DONE.words());
  }

  /** Whether the step changed something, or tried to. */
  static boolean changes(StepJson step) {
    return !step.hazard().equals(StableName.of(Hazard.OBSERVES)) && step.attempts() > 0;
  }

  private static boolean wasNotWhole(List<FindingJson> findings) {
    return findings.stream().anyMatch(found -> !Reports.isWhole(found));
  }

  /** Returns since when the cluster is whole; empty where the last diagnosis is another one. */
  private static Optional<Instant> whole(List<FindingJson> findings) {
    return findings.isEmpty() || !Reports.isWhole(findings.getLast())
        ? Optional.empty()
        : Optional.of(findings.getLast().at());
  }
}
