package io.quorate.playground.killing;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Answer;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerReport;
import io.quorate.cluster.Revision;
import io.quorate.port.Maintenance;
import io.quorate.port.SnapshotSink;
import java.util.List;

/** What members say of themselves, with the trap in the reads. */
record TrappedMaintenance(Maintenance real, TrappedAttempt attempt) implements Maintenance {
  @Override
  public Answer status(MemberName member) {
    attempt.look();
    return real.status(member);
  }

  @Override
  public List<Alarm> alarms(MemberName through) {
    return real.alarms(through);
  }

  @Override
  public PeerReport peers(MemberName seenBy) {
    return attempt.sample(() -> real.peers(seenBy));
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
}
