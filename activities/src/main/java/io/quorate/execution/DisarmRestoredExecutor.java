package io.quorate.execution;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberStatus;
import io.quorate.port.Failure;
import io.quorate.port.Storage;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.Space.Defragment;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes room in the restored member's database, then disarms what its snapshot brought along. A
 * restore that marks revisions compacted leaves them to be freed after the start, so it may take
 * more than one defragmentation until their room is given back.
 */
final class DisarmRestoredExecutor implements StepExecutor<DisarmRestored> {
  private static final Duration BETWEEN = Duration.ofSeconds(3);
  private static final int MOST_TIMES = 6;

  @Override
  public Optional<String> execute(DisarmRestored step, StepContext context) {
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
        context.pause(BETWEEN);
      }
      context.attempt().progress("defragmenting " + step.member());
      storage.defragment(step.member(), Defragment.limit(full), context.anew().get());
      now = context.lookAgain();
    }
    return now;
  }
}
