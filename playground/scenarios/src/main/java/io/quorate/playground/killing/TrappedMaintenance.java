package io.quorate.playground.killing;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.port.Maintenance;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What members say of themselves, with the trap in the reads and around the changes. */
record TrappedMaintenance(Maintenance real, TrappedAttempt attempt) implements Maintenance {
  @Override
  public MemberStatus status(MemberName member) {
    attempt.look();
    return real.status(member);
  }

  @Override
  public List<Alarm> alarms(MemberName through) {
    return real.alarms(through);
  }

  @Override
  public MemberMetrics peers(MemberName seenBy) {
    return attempt.sample(() -> real.peers(seenBy));
  }

  @Override
  public Map<String, Boolean> features(MemberName member) {
    return real.features(member);
  }

  @Override
  public Reading linearizableRead(MemberName through) {
    return real.linearizableRead(through);
  }

  @Override
  public HashOfKeys hashOfKeys(MemberName member, Revision revision) {
    return attempt.hash(() -> real.hashOfKeys(member, revision));
  }

  @Override
  public long snapshot(MemberName from, SnapshotSink sink) {
    return real.snapshot(
        from,
        (bytes, remaining) -> {
          sink.take(bytes, remaining);
          attempt.underWay();
        });
  }

  @Override
  public Map<String, Long> largestPrefixes(MemberName from, int limit) {
    return attempt.effect(() -> real.largestPrefixes(from, limit));
  }

  @Override
  public void moveLeader(MemberName leader, MemberId to, Permit permit) {
    attempt.effect(() -> real.moveLeader(leader, to, permit));
  }

  @Override
  public void defragment(MemberName member, Duration within, Permit permit) {
    attempt.effect(() -> real.defragment(member, within, permit));
  }

  @Override
  public void compact(MemberName through, Revision upTo, Permit permit) {
    attempt.effect(() -> real.compact(through, upTo, permit));
  }

  @Override
  public void disarm(MemberName through, Alarm alarm, Permit permit) {
    attempt.effect(() -> real.disarm(through, alarm, permit));
  }

  @Override
  public void validateDowngrade(MemberName through, String line) {
    real.validateDowngrade(through, line);
  }

  @Override
  public void enableDowngrade(MemberName through, String line, Permit permit) {
    attempt.effect(() -> real.enableDowngrade(through, line, permit));
  }

  @Override
  public void cancelDowngrade(MemberName through, Permit permit) {
    attempt.effect(() -> real.cancelDowngrade(through, permit));
  }

  @Override
  public boolean downgradeEnabled(MemberName member) {
    return attempt.asked(() -> real.downgradeEnabled(member));
  }
}
