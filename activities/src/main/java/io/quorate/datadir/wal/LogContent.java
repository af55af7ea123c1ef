package io.quorate.datadir.wal;

import io.quorate.datadir.raft.Entry;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.MalformedMessageException;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.Request;
import io.quorate.datadir.raft.RequestReader;
import io.quorate.datadir.raft.SnapshotMark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Content that the records of a log add up to, while the log is read (etcd's {@code wal.ReadAll}).
 */
final class LogContent {
  private static final int MOST_REQUESTS = 50_000;
  private static final int MOST_CONTRADICTIONS = 20;

  private final long keepAfter;
  private final EntryDigests digests;
  private byte @Nullable [] metadata;
  private Optional<Identity> identity = Optional.empty();
  private HardState state = new HardState(0, 0, 0);
  private final TermRuns terms = new TermRuns();
  private final List<SnapshotMark> marks = new ArrayList<>();
  private final Deque<MembershipChange> changes = new ArrayDeque<>();
  private final Deque<LoggedRequest> requests = new ArrayDeque<>();
  private final Deque<LoggedRequest.Old> oldRequests = new ArrayDeque<>();
  private final List<String> contradictions = new ArrayList<>();

  /**
   * Nothing yet.
   *
   * @param keepAfter requests after this index are kept
   * @param digests where digests of all entries are put
   */
  LogContent(long keepAfter, EntryDigests digests) {
    this.keepAfter = keepAfter;
    this.digests = digests;
  }

  /** Takes the data of a record; false where it is of another member than those before it. */
  boolean add(WalRecord record) throws MalformedMessageException {
    byte[] data = record.content();
    switch ((int) record.type()) {
      case WalRecord.METADATA -> {
        return metadata(data);
      }
      case WalRecord.ENTRY -> entry(Entry.read(data));
      case WalRecord.STATE -> state(HardState.read(data));
      case WalRecord.SNAPSHOT -> marks.add(SnapshotMark.read(data));
      default -> {}
    }
    return true;
  }

  private boolean metadata(byte[] data) throws MalformedMessageException {
    if (metadata != null) {
      return Arrays.equals(metadata, data);
    }
    metadata = data;
    identity = Optional.of(Identity.read(data));
    return true;
  }

  private void state(HardState next) {
    if (Long.compareUnsigned(next.term(), state.term()) < 0
        || Long.compareUnsigned(next.commit(), state.commit()) < 0) {
      contradict("the hard state goes back from %s to %s".formatted(state, next));
    }
    state = next;
  }

  private void entry(Entry entry) throws MalformedMessageException {
    Position last = terms.last();
    if (!terms.isEmpty()) {
      long before = terms.of(entry.index() - 1).orElse(0);
      if (Long.compareUnsigned(entry.at().term(), before) < 0) {
        contradict(
            "after index %d of term %d comes %s".formatted(entry.index() - 1, before, entry.at()));
      }
      if (Long.compareUnsigned(entry.index(), last.index() + 1) > 0) {
        if (marks.isEmpty() || marks.getLast().at().index() != entry.index() - 1) {
          contradict("after %s comes %s".formatted(last, entry.at()));
        }
        terms.clear();
      }
    }
    terms.add(entry.at());
    digests.add(entry);
    drop(entry.index());
    keep(entry);
  }

  private void drop(long from) {
    while (!changes.isEmpty() && atOrAfter(changes.getLast().at(), from)) {
      changes.removeLast();
    }
    while (!requests.isEmpty() && atOrAfter(requests.getLast().at(), from)) {
      requests.removeLast();
    }
    while (!oldRequests.isEmpty() && atOrAfter(oldRequests.getLast().at(), from)) {
      oldRequests.removeLast();
    }
  }

  private static boolean atOrAfter(Position at, long index) {
    return Long.compareUnsigned(at.index(), index) >= 0;
  }

  private void keep(Entry entry) throws MalformedMessageException {
    Request request;
    if (entry.type() == 1) {
      MembershipChange change = MembershipChange.read(entry);
      changes.add(change);
      request = new Request.Other("a change of the membership");
    } else if (entry.type() == 0) {
      keepOld(entry);
      if (Long.compareUnsigned(entry.index(), keepAfter) <= 0) {
        return;
      }
      request = RequestReader.read(entry.data());
    } else {
      throw new MalformedMessageException("an entry of type %d".formatted(entry.type()));
    }
    requests.add(new LoggedRequest(entry.at(), request));
    if (requests.size() > MOST_REQUESTS) {
      requests.removeFirst();
    }
  }

  private void keepOld(Entry entry) {
    RequestReader.version2(entry.data())
        .ifPresent(old -> oldRequests.add(new LoggedRequest.Old(entry.at(), old)));
    if (oldRequests.size() > MOST_REQUESTS) {
      oldRequests.removeFirst();
    }
  }

  private void contradict(String sentence) {
    if (contradictions.size() < MOST_CONTRADICTIONS) {
      contradictions.add(sentence);
    }
  }

  RaftLog toLog(
      List<SegmentName> segments, Optional<Damage> damage, boolean full, boolean garbage) {
    return new RaftLog(
        segments,
        identity,
        state,
        terms.isEmpty() ? 0 : terms.first(),
        terms.last(),
        marks,
        List.copyOf(changes),
        List.copyOf(requests),
        List.copyOf(oldRequests),
        damage,
        contradictions,
        full,
        garbage,
        terms,
        digests);
  }
}
