package io.quorate.execution;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.port.Failure;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Awaits.AwaitInSync.Sample;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Samples the leader and one member until the member is in sync by our own rule
 * (docs/etcd.md#definitions).
 */
record CatchingUp(MemberName member, StepContext context) {
  /** Waits until the member is in sync; returns the evidence. */
  String awaited() {
    List<Sample> samples = new ArrayList<>();
    return context
        .polling(AwaitInSync.BETWEEN)
        .untilKnown(
            () -> {
              Sample sample = sample(context.lookAgain());
              samples.add(sample);
              context.attempt().progress(progress(sample));
              return AwaitInSync.inSync(samples) ? Optional.of(evidence(sample)) : Optional.empty();
            });
  }

  /**
   * Waits until the learner is in sync; returns the evidence. A learner that stands still is told,
   * with how far it is and the last lines of its log: waiting does not bring it.
   */
  String awaitedOrTold() {
    List<Sample> samples = new ArrayList<>();
    Standstill standstill = new Standstill(System::nanoTime);
    return context
        .polling(AwaitInSync.BETWEEN)
        .untilKnown(
            () -> {
              ClusterView view = context.lookAgain();
              standstill.see(before -> context.howFar(member, view, before));
              context.attempt().progress(standstill.words());
              Optional<Sample> sample = sampleOf(view);
              sample.ifPresentOrElse(samples::add, samples::clear);
              if (AwaitInSync.inSync(samples)) {
                return sample.map(this::evidence);
              }
              if (standstill.isTooLong(Duration.ZERO)) {
                throw new Failure.Refused(
                    standstill.words()
                        + (sample.isPresent() ? ". " : ", and it does not answer. ")
                        + context.lastWords(member));
              }
              return Optional.empty();
            });
  }

  /** The sample of this look; empty while the member does not answer. */
  private Optional<Sample> sampleOf(ClusterView view) {
    MemberStatus leader = leader(view);
    return view.member(member)
        .filter(view::isLive)
        .flatMap(Member::status)
        .flatMap(learner -> answered(leader, learner));
  }

  private Optional<Sample> answered(MemberStatus leader, MemberStatus learner) {
    try {
      return Optional.of(sample(leader, learner));
    } catch (Failure.Transient | Failure.NotYet silent) {
      return Optional.empty();
    }
  }

  private String evidence(Sample last) {
    return String.format(
        Locale.ROOT,
        "%s is %,d %s behind the leader in %d looks",
        member,
        last.behind(),
        last.behind() == 1 ? "entry" : "entries",
        AwaitInSync.SAMPLES);
  }

  /**
   * Waits until the member is in sync and quorum takes a write through it; returns the evidence.
   */
  String voted() {
    String caughtUp = awaited();
    Set<Alarm.Kind> raised = context.lookAgain().raised();
    if (raised.isEmpty()) {
      context.ports().canary().write(member);
      return caughtUp + ", and quorum takes a write through it";
    }
    context.ports().maintenance().linearizableRead(member);
    return caughtUp
        + ", and quorum answers through it; writes are refused ("
        + raised.stream().map(Enum::name).sorted().collect(Collectors.joining(", "))
        + ")";
  }

  private Sample sample(ClusterView view) {
    MemberStatus follower =
        view.member(member)
            .filter(view::isLive)
            .flatMap(Member::status)
            .orElseThrow(() -> new Failure.NotYet(member + " does not answer"));
    return sample(leader(view), follower);
  }

  private Sample sample(MemberStatus leader, MemberStatus follower) {
    boolean applying = context.ports().maintenance().peers(member).applyingSnapshot();
    return new Sample(leader.raftIndex(), follower.raftAppliedIndex(), applying);
  }

  private static MemberStatus leader(ClusterView view) {
    return view.leader()
        .flatMap(Member::status)
        .orElseThrow(() -> new Failure.NotYet("there is no leader at this moment"));
  }

  private String progress(Sample sample) {
    long percent =
        sample.leaderIndex() == 0 ? 100 : 100 * sample.appliedIndex() / sample.leaderIndex();
    return member
        + " in sync: "
        + Math.min(100, percent)
        + " %"
        + (sample.applyingSnapshot() ? ", applying a raft snapshot" : "");
  }
}
