package io.quorate.datadir.wal;

import io.quorate.datadir.raft.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The term of each index of a log, as the few places where it changes. An index at or below the
 * last one that is written again drops what was there, as raft does.
 */
final class TermRuns implements RaftLog.Terms {
  private final List<Position> starts = new ArrayList<>();
  private long first;
  private long last;

  boolean isEmpty() {
    return starts.isEmpty();
  }

  long first() {
    return first;
  }

  Position last() {
    return isEmpty() ? Position.START : new Position(starts.getLast().term(), last);
  }

  void add(Position entry) {
    while (!starts.isEmpty()
        && Long.compareUnsigned(starts.getLast().index(), entry.index()) >= 0) {
      starts.removeLast();
    }
    if (starts.isEmpty()) {
      first = entry.index();
    }
    if (starts.isEmpty() || starts.getLast().term() != entry.term()) {
      starts.add(entry);
    }
    last = entry.index();
  }

  void clear() {
    starts.clear();
  }

  @Override
  public List<Position> runs() {
    return List.copyOf(starts);
  }

  @Override
  public OptionalLong of(long index) {
    if (isEmpty()
        || Long.compareUnsigned(index, first) < 0
        || Long.compareUnsigned(index, last) > 0) {
      return OptionalLong.empty();
    }
    for (Position start : starts.reversed()) {
      if (Long.compareUnsigned(start.index(), index) <= 0) {
        return OptionalLong.of(start.term());
      }
    }
    return OptionalLong.empty();
  }
}
