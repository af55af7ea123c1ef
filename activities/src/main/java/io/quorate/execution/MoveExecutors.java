package io.quorate.execution;

import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.port.Failure;
import io.quorate.step.Addresses.AwaitReached;
import io.quorate.step.Moves.CompareWays;
import io.quorate.step.Moves.CopyMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** Effects of the steps that move a member or its address. */
final class MoveExecutors {
  /** etcd dials a peer that it does not reach every 100 ms, and gives a dial 5 s. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private MoveExecutors() {}

  /** Looks at the leader's log twice, and says which way of a migration is better. */
  static Optional<String> compareWays(CompareWays step, StepContext context) {
    long start = System.nanoTime();
    long before = written(context.lookAgain());
    context.attempt().progress("measuring how much is written");
    context.pause(CompareWays.MEASURED);
    ClusterView view = context.lookAgain();
    double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    double perSecond = Math.max(0, written(view) - before) / seconds;
    return Optional.of(step.weighed(view, OptionalDouble.of(perSecond)));
  }

  private static long written(ClusterView view) {
    return view.leader()
        .flatMap(Member::status)
        .map(MemberStatus::raftIndex)
        .orElseThrow(() -> new Failure.NotYet("there is no leader at this moment"));
  }

  static String copy(CopyMember step, StepContext context) {
    context
        .attempt()
        .progress("copying the data of " + step.member() + ", and comparing checksums");
    return new QuorumWatch(context.observer())
        .whileNobodyDies(
            step.member(),
            () -> context.ports().data().copy(step.member(), step.to(), context.permit()));
  }

  /** Reads the metrics of all other members until each has a connection with the moved one. */
  static Optional<String> awaitReached(AwaitReached step, StepContext context) {
    AtomicReference<Optional<String>> last = new AtomicReference<>(Optional.empty());
    Optional<String> evidence =
        context
            .polling(BETWEEN_LOOKS)
            .within(
                LIMIT,
                () -> {
                  ClusterView view = context.lookAgain();
                  Optional<String> missing = step.missing(view, metrics(step, view, context));
                  last.set(missing);
                  missing.ifPresent(context.attempt()::progress);
                  return missing.isPresent() ? Optional.empty() : Optional.of(evidence(step, view));
                });
    if (evidence.isEmpty()) {
      throw new Failure.Transient(
          Objects.requireNonNull(last.get()).orElse("nobody looked whether the others reach it"));
    }
    return evidence;
  }

  private static String evidence(AwaitReached step, ClusterView view) {
    List<MemberName> others = step.others(view);
    return others.isEmpty()
        ? "nobody else is there to reach " + step.member()
        : MemberName.inWords(others)
            + (others.size() == 1 ? " reaches " : " reach ")
            + step.member()
            + ", listed at "
            + step.url();
  }

  private static Map<MemberName, MemberMetrics> metrics(
      AwaitReached step, ClusterView view, StepContext context) {
    Map<MemberName, MemberMetrics> read = new TreeMap<>();
    for (MemberName other : step.others(view)) {
      try {
        read.put(other, context.maintenance().peers(other));
      } catch (Failure unread) {
        context.attempt().progress(String.valueOf(unread.getMessage()));
      }
    }
    return read;
  }
}
