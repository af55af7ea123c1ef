package io.quorate.datadir;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.datadir.file.LocalDirectory;
import io.quorate.datadir.raft.HardState;
import io.quorate.datadir.raft.Position;
import io.quorate.datadir.wal.WrittenLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End of a log that a recovery takes as committed. */
class CommittedTailTest {
  @TempDir Path folder;

  @Test
  void entriesAfterTheCommitIndexAreTaken() throws IOException {
    CommittedTail tail = tail(upTo1().put(1, 2, "two").put(1, 3, "three"));
    assertThat(tail.end()).isEqualTo(new Position(1, 3));
    assertThat(tail.taken()).isEqualTo(2);
    assertThat(tail.leftOut()).isZero();
    assertThat(tail.decided()).isEqualTo(new HardState(1, 9, 3));
  }

  @Test
  void whereAllIsCommittedNothingHasToBeWritten() throws IOException {
    CommittedTail tail = tail(upTo1());
    assertThat(tail.end()).isEqualTo(new Position(1, 1));
    assertThat(tail.taken()).isZero();
    assertThat(tail.decided()).isEqualTo(tail.written());
  }

  /** A crash can come between the entries and the hard state that are written together. */
  @Test
  void aVoteOfAnEarlierTermIsNotTakenIntoALaterOne() throws IOException {
    CommittedTail tail = tail(upTo1().put(2, 2, "two"));
    assertThat(tail.decided()).isEqualTo(new HardState(2, 0, 2));
  }

  @Test
  void theTermOfTheHardStateNeverFalls() throws IOException {
    CommittedTail tail = tail(upTo1().put(1, 2, "two").state(4, 8, 1));
    assertThat(tail.decided()).isEqualTo(new HardState(4, 8, 2));
    assertThat(tail.end()).isEqualTo(new Position(1, 2));
  }

  @Test
  void anUncommittedMembershipChangeEndsTheTail() throws IOException {
    CommittedTail tail =
        tail(upTo1().put(1, 2, "two").added(2, 3, 5).put(2, 4, "four").added(2, 5, 6));
    assertThat(tail.end()).isEqualTo(new Position(1, 2));
    assertThat(tail.taken()).isEqualTo(1);
    assertThat(tail.leftOut()).isEqualTo(3);
  }

  @Test
  void aCommittedMembershipChangeDoesNotEndTheTail() throws IOException {
    CommittedTail tail = tail(upTo1().added(1, 2, 5).state(1, 9, 2).put(1, 3, "three"));
    assertThat(tail.end()).isEqualTo(new Position(1, 3));
    assertThat(tail.leftOut()).isZero();
  }

  @Test
  void aChangeOfTheMembershipRightBehindTheCommitIndexLeavesNothingToWrite() throws IOException {
    CommittedTail tail = tail(upTo1().added(1, 2, 5));
    assertThat(tail.end()).isEqualTo(new Position(1, 1));
    assertThat(tail.taken()).isZero();
    assertThat(tail.leftOut()).isEqualTo(1);
  }

  /** They are of a leader that was deposed: the snapshot came because the others went on. */
  @Test
  void entriesThatAReceivedSnapshotReplacesAreNotTaken() throws IOException {
    CommittedTail tail = tail(upTo1().put(1, 2, "old").put(1, 3, "old").mark(2, 3));
    assertThat(tail.end()).isEqualTo(new Position(1, 1));
    assertThat(tail.taken()).isZero();
  }

  /** etcd makes one of what it has applied, and its commit index may not be on the disk yet. */
  @Test
  void aSnapshotMarkOfTheSameEntriesDoesNotEndTheTail() throws IOException {
    CommittedTail tail = tail(upTo1().put(1, 2, "two").put(1, 3, "three").mark(2, 1));
    assertThat(tail.end()).isEqualTo(new Position(1, 3));
  }

  private static WrittenLog upTo1() {
    return WrittenLog.begun(1, 2).put(1, 1, "one").state(1, 9, 1);
  }

  private CommittedTail tail(WrittenLog log) throws IOException {
    WrittenLog.write(folder.resolve("member/wal"), 0, 0, log.bytes(), 4096);
    return CommittedTail.of(
        new DataDirectoryReader(new LocalDirectory(folder), Optional.empty(), Expected.anybody(6))
            .read(Depth.FULL));
  }
}
