package io.quorate.execution;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.Storage;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.Awaits.AwaitRoom;
import io.quorate.step.Snapshots.CountKeys;
import io.quorate.step.Space.Compact;
import io.quorate.step.Space.Defragment;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Effects of the steps about space: keys, compaction, defragmentation, disks and alarms. */
final class SpaceExecutors {
  private static final int LARGEST = 5;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final Duration BETWEEN_LOOKS_AT_A_DISK = Duration.ofSeconds(2);
  private static final Duration BETWEEN_DEFRAGMENTATIONS = Duration.ofSeconds(3);
  private static final int MOST_TIMES = 6;

  private SpaceExecutors() {}

  /** Counts the keys of one member by prefix, over a limited number of pages. */
  static Optional<String> countKeys(CountKeys step, StepContext context) {
    Map<String, Long> counts = context.ports().storage().largestPrefixes(step.from(), LARGEST);
    return Optional.of(
        counts.isEmpty()
            ? "there are no keys"
            : "most keys: "
                + counts.entrySet().stream()
                    .map(SpaceExecutors::inWords)
                    .collect(Collectors.joining(", ")));
  }

  private static String inWords(Map.Entry<String, Long> count) {
    String prefix = count.getKey().isEmpty() ? "no path" : count.getKey();
    return String.format(Locale.ROOT, "%s %,d", prefix, count.getValue());
  }

  /** Compacts through one member, and waits until every member has compacted. */
  static Optional<String> compact(Compact step, StepContext context) {
    context.attempt().progress("compacting");
    context.ports().storage().compact(context.through(), step.upTo(), context.permit());
    for (Member voter : context.view().voters()) {
      awaitCompacted(voter, step.upTo(), context);
    }
    return Optional.of("all members have compacted up to revision " + step.upTo());
  }

  private static void awaitCompacted(Member voter, Revision upTo, StepContext context) {
    String reached =
        context
            .polling(BETWEEN_LOOKS)
            .untilKnown(
                () -> {
                  context.attempt().progress("waiting until " + voter.name() + " has compacted");
                  return compacted(voter, upTo, context);
                });
    context.attempt().progress(reached);
  }

  private static Optional<String> compacted(Member voter, Revision upTo, StepContext context) {
    return context.ports().storage().isCompacted(voter.name(), upTo)
        ? Optional.of(voter.name() + " has compacted up to revision " + upTo)
        : Optional.empty();
  }

  /** Defragments one member, and measures how long it did not answer. */
  static Optional<String> defragment(Defragment step, StepContext context) {
    MemberStatus before = context.answer(step.member());
    context
        .attempt()
        .progress("defragmenting " + step.member() + ", which answers nobody meanwhile");
    long start = System.nanoTime();
    context.ports().storage().defragment(step.member(), Defragment.limit(before), context.permit());
    Duration silent = Duration.ofNanos(System.nanoTime() - start);
    long after =
        context.lookAgain().member(step.member()).flatMap(member -> member.status()).stream()
            .mapToLong(MemberStatus::dbSizeBytes)
            .findFirst()
            .orElse(before.dbSizeBytes());
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s gave back %,d of %,d MiB and was silent for %.1f s",
            step.member(),
            Math.max(0, before.dbSizeBytes() - after) >> 20,
            before.dbSizeBytes() >> 20,
            silent.toMillis() / 1000.0));
  }

  /** Looks at the file system until people have made room. */
  static Optional<String> awaitRoom(AwaitRoom step, StepContext context) {
    String evidence =
        context
            .polling(BETWEEN_LOOKS_AT_A_DISK)
            .untilKnown(
                () -> {
                  ClusterView view = context.lookAgainAt(step.member());
                  context.attempt().progress(freed(step, view));
                  return step.isDone(view);
                });
    return Optional.of(evidence);
  }

  private static String freed(AwaitRoom step, ClusterView view) {
    String data = freed(step.free(view), step.mebibytes(), "are free");
    return step.logMebibytes()
        .map(log -> data + ", " + freed(step.freeForTheLog(view), log, "for its log"))
        .orElse(data);
  }

  private static String freed(Optional<Long> free, long wanted, String what) {
    return free.map(there -> there + " of " + wanted + " MiB " + what)
        .orElse("how much is free cannot be seen");
  }

  /**
   * Disarms the alarm exactly as it is listed; the next list proves it. CORRUPT is disarmed only
   * after all voters were compared in the same attempt (docs/etcd.md#n-17).
   */
  static final class DisarmAlarmExecutor implements StepExecutor<DisarmAlarm> {
    @Override
    public Optional<String> prepare(DisarmAlarm step, Preparation preparation) {
      return switch (step.alarm().kind()) {
        case CORRUPT ->
            Optional.of(
                "data equal at revision " + preparation.requireEqualData(everyVoter -> true));
        case NOSPACE -> Optional.empty();
      };
    }

    @Override
    public Optional<String> execute(DisarmAlarm step, StepContext context) {
      context.maintenance().disarm(context.through(), step.alarm(), context.permit());
      return Optional.empty();
    }
  }

  /**
   * Makes room in the restored member's database, then disarms what its snapshot brought along. A
   * restore that marks revisions compacted leaves them to be freed after the start, so it may take
   * more than one defragmentation until their room is given back.
   */
  static Optional<String> disarmRestored(DisarmRestored step, StepContext context) {
    // While CORRUPT is raised etcd refuses to compact.
    disarm(Alarm.Kind.CORRUPT, step, context.view(), context);
    ClusterView now = context.view();
    if (step.stillFull(now).isPresent()) {
      now = emptied(step, context);
    }
    step.stillFull(now)
        .ifPresent(
            why -> {
              throw new Failure.Refused(why);
            });
    disarm(Alarm.Kind.NOSPACE, step, now, context);
    return Optional.empty();
  }

  private static void disarm(
      Alarm.Kind kind, DisarmRestored step, ClusterView seen, StepContext context) {
    for (Alarm alarm : step.listed(seen)) {
      if (alarm.kind() == kind) {
        context.attempt().progress("disarming " + kind);
        context.maintenance().disarm(step.member(), alarm, context.anew().get());
      }
    }
  }

  private static ClusterView emptied(DisarmRestored step, StepContext context) {
    Storage storage = context.ports().storage();
    MemberStatus full = context.answer(step.member());
    context.attempt().progress("compacting up to revision " + full.revision());
    storage.compact(step.member(), full.revision(), context.anew().get());
    ClusterView now = context.view();
    for (int times = 0; times < MOST_TIMES && step.stillFull(now).isPresent(); times++) {
      if (times > 0) {
        context.pause(BETWEEN_DEFRAGMENTATIONS);
      }
      context.attempt().progress("defragmenting " + step.member());
      storage.defragment(step.member(), Defragment.limit(full), context.anew().get());
      now = context.lookAgain();
    }
    return now;
  }
}
