package io.quorate.playground.killing;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.port.Maintenance;
import io.quorate.port.Permit;
import java.util.List;
import java.util.Map;

/** The maintenance port with the trap in its reads and around its changes. */
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
  public void moveLeader(MemberName leader, MemberId to, Permit permit) {
    attempt.effect(() -> real.moveLeader(leader, to, permit));
  }

  @Override
  public void disarm(MemberName through, Alarm alarm, Permit permit) {
    attempt.effect(() -> real.disarm(through, alarm, permit));
  }
}
