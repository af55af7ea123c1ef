package io.quorate.datadir.wal;

import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.MembershipChange;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.raft.SnapshotMark;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Content of a log, up to the end or the first damage.
 *
 * @param segments the segments that were read, in their order
 * @param first the index of the first entry from which on there is no gap; 0 where there is no
 *     entry
 * @param last the last entry; {@link Position#START} where there is none
 * @param marks the marks of raft snapshots, in the order in which they were written
 * @param changes the changes of the membership, without those that were written over
 * @param requests the requests after the index that was asked for, the oldest left out where they
 *     are very many
 * @param oldRequests the requests of the old interface, wherever they stand, the oldest left out
 *     where they are very many
 * @param contradictions what raft would never write: an index left out, a term that falls
 * @param full whether the last segment is as long as etcd makes them, with nothing left in it: then
 *     there was another one after it
 * @param garbage whether there is something behind the end that is no record
 */
public record RaftLog(
    List<SegmentName> segments,
    Optional<Identity> identity,
    HardState state,
    long first,
    Position last,
    List<SnapshotMark> marks,
    List<MembershipChange> changes,
    List<LoggedRequest> requests,
    List<LoggedRequest.Old> oldRequests,
    Optional<Damage> damage,
    List<String> contradictions,
    boolean full,
    boolean garbage,
    Terms terms,
    EntryDigests digests) {
  public RaftLog {
    segments = List.copyOf(segments);
    marks = List.copyOf(marks);
    changes = List.copyOf(changes);
    requests = List.copyOf(requests);
    oldRequests = List.copyOf(oldRequests);
    contradictions = List.copyOf(contradictions);
  }

  /** The term of an entry, by its index. */
  public interface Terms {
    OptionalLong of(long index);

    /** The first entry of each run of one term, in order, from where there is no gap. */
    List<Position> runs();
  }

  /** Whether the entry with that index is there. */
  public boolean holds(long index) {
    return terms.of(index).isPresent();
  }

  /** Whether the log has a mark of a raft snapshot at that place. */
  public boolean marked(Position at) {
    return marks.stream().anyMatch(mark -> mark.at().equals(at));
  }
}
