package io.quorate.playground.killing;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotSink;
import io.quorate.port.Storage;
import java.time.Duration;
import java.util.Map;

/** The members' databases, with the trap in the reads and around the changes. */
record TrappedStorage(Storage real, TrappedAttempt attempt) implements Storage {
  @Override
  public HashOfKeys hashOfKeys(MemberName member, Revision revision, Duration within) {
    return attempt.hash(() -> real.hashOfKeys(member, revision, within));
  }

  @Override
  public long countOfKeys(MemberName member, Revision at) {
    return real.countOfKeys(member, at);
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
  public void defragment(MemberName member, Duration within, Permit permit) {
    attempt.effect(() -> real.defragment(member, within, permit));
  }

  @Override
  public void compact(MemberName through, Revision upTo, Permit permit) {
    attempt.effect(() -> real.compact(through, upTo, permit));
  }

  @Override
  public boolean isCompacted(MemberName member, Revision upTo) {
    attempt.look();
    return real.isCompacted(member, upTo);
  }
}
