package io.quorate.report;

import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.ProcessJson;
import io.quorate.wire.ReportJson.SeenJson;
import io.quorate.wire.TimelineJson.EntryJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Changes to a cluster between two operations of a report: what the last look of the one and the
 * first look of the next one saw differently. No step of Quorate lies between the two looks, so
 * people, or the machines, made the change.
 */
final class OutsideChanges {
  /** Time in which a member answers to a step of Quorate's: no change of others until then. */
  private static final Duration LATE = Duration.ofMinutes(2);

  private final ReportJson report;
  private final Map<String, String> names = new HashMap<>();

  OutsideChanges(ReportJson report) {
    this.report = report;
    report.operations().stream()
        .flatMap(one -> Stream.concat(one.begin().stream(), one.end().stream()))
        .flatMap(seen -> seen.processes().stream().flatMap(List::stream))
        .forEach(member -> member.id().ifPresent(id -> names.put(id, member.name())));
  }

  /**
   * Returns what changed before an operation, in a sentence; empty where nothing did.
   *
   * @param index of the operation, from 1
   */
  Optional<String> before(int index) {
    OperationJson one = report.operations().get(index - 1);
    OperationJson next = report.operations().get(index);
    if (one.end().isEmpty() || next.begin().isEmpty()) {
      return Optional.of(
          "What changed outside Quorate between operations %d and %d is not known: no look %s is stored."
              .formatted(
                  index,
                  index + 1,
                  one.end().isEmpty()
                      ? "after operation " + index
                      : "of operation " + (index + 1)));
    }
    SeenJson from = one.end().get();
    SeenJson to = next.begin().get();
    List<String> changes = new ArrayList<>();
    processes(from, to).forEach(changes::add);
    changes.addAll(members(from, to));
    if (changes.isEmpty() && !isFresh(one, from)) {
      changes.addAll(answers(from, to));
    }
    String outside =
        report.notices().isEmpty() ? "outside Quorate" : "outside the operations of this report";
    return changes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Between %s and %s, %s: %s."
                .formatted(
                    Times.clock(from.at()),
                    Times.clock(to.at()),
                    outside,
                    String.join("; ", changes)));
  }

  private List<String> members(SeenJson from, SeenJson to) {
    List<String> changes = new ArrayList<>();
    if (from.members().isEmpty() || to.members().isEmpty()) {
      return changes;
    }
    Map<String, String> before = from.members().get();
    Map<String, String> now = to.members().get();
    before.forEach(
        (id, url) -> {
          if (!now.containsKey(id)) {
            changes.add(named(id) + " was removed");
          } else if (!now.get(id).equals(url)) {
            changes.add(named(id) + " is at " + now.get(id) + " and was at " + url);
          }
        });
    now.forEach(
        (id, url) -> {
          if (!before.containsKey(id)) {
            changes.add(named(id) + " was added at " + url);
          }
        });
    return changes;
  }

  private String named(String id) {
    return "member "
        + id
        + Optional.ofNullable(names.get(id)).map(name -> " (" + name + ")").orElse("");
  }

  private static Stream<String> processes(SeenJson from, SeenJson to) {
    Map<String, ProcessJson> before =
        from.processes().stream()
            .flatMap(List::stream)
            .collect(Collectors.toMap(ProcessJson::name, Function.identity(), (one, two) -> one));
    return to.processes().stream()
        .flatMap(List::stream)
        .flatMap(
            now ->
                Optional.ofNullable(before.get(now.name())).stream()
                    .flatMap(was -> changes(was, now)));
  }

  private static Stream<String> changes(ProcessJson before, ProcessJson now) {
    String name = now.name();
    List<String> changes = new ArrayList<>();
    if (before.state().equals(ProcessJson.STOPPED) && now.state().equals(ProcessJson.RUNS)) {
      changes.add(name + " was started");
    } else if (before.state().equals(ProcessJson.RUNS) && now.state().equals(ProcessJson.STOPPED)) {
      changes.add(name + " was stopped, or ended");
    }
    both(before.version(), now.version()).ifPresent(two -> changes.add(name + " runs etcd " + two));
    both(before.data(), now.data())
        .ifPresent(two -> changes.add("the data directory of " + name + " is of " + two));
    return changes.stream();
  }

  private static Optional<String> both(Optional<String> before, Optional<String> now) {
    return before
        .filter(was -> now.isPresent() && !now.get().equals(was))
        .map(was -> now.orElseThrow() + " and was " + was);
  }

  /** Returns whose answers differ; only what both looks asked can tell. */
  private static List<String> answers(SeenJson from, SeenJson to) {
    Set<String> before = new HashSet<>(from.silent());
    Set<String> now = new HashSet<>(to.silent());
    List<String> changes = new ArrayList<>();
    from.silent().stream()
        .filter(name -> !now.contains(name))
        .forEach(name -> changes.add(name + " answers again"));
    to.silent().stream()
        .filter(name -> !before.contains(name))
        .forEach(name -> changes.add(name + " answers no more"));
    return changes;
  }

  /** Whether a member may still come up after a step of the operation when the look saw it. */
  private static boolean isFresh(OperationJson one, SeenJson look) {
    return one.timeline().entries().stream()
        .map(EntryJson::step)
        .flatMap(Optional::stream)
        .filter(Milestones::changes)
        .map(step -> step.endedAt().orElse(Instant.MAX))
        .anyMatch(end -> end.equals(Instant.MAX) || look.at().isBefore(end.plus(LATE)));
  }
}
