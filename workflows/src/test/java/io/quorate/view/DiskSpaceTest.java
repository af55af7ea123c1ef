package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.workload.WalDirectory;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class DiskSpaceTest {
  private static final MemberName TWO = new MemberName("etcd-2");

  @Property
  void spaceIsMissingExactlyWhereTheFreeSpaceIsTooSmall(
      @ForAll @LongRange(max = 1L << 40) long database,
      @ForAll @LongRange(max = 1L << 42) long free) {
    ClusterView view = view(database, Optional.of(free));
    DiskSpace room = DiskSpace.toJoin(view, TWO);
    long needed = room.bytes() + room.logBytes();
    assertThat(needed).isGreaterThan(2 * database);
    assertThat(room.missing(view).isPresent()).isEqualTo(free < needed);
    assertThat(DiskSpace.unknown(view, List.of(room))).isEmpty();
  }

  @Property
  void aLogOnItsOwnFileSystemIsAskedForThere(
      @ForAll @LongRange(max = 1L << 40) long database,
      @ForAll @LongRange(max = 1L << 42) long free,
      @ForAll @LongRange(max = 1L << 30) long freeForLog) {
    var wal = new WalDirectory("/wal/etcd-2", Optional.of(freeForLog), Optional.empty());
    ClusterView view = view(database, data(Optional.of(free)).loggingTo(wal));
    DiskSpace room = DiskSpace.toJoin(view, TWO);
    assertThat(room.missing(view).isPresent())
        .isEqualTo(free < room.bytes() || freeForLog < room.logBytes());
    room.missing(view)
        .filter(why -> free >= room.bytes())
        .ifPresent(why -> assertThat(why).contains("the log of etcd-2 (/wal/etcd-2)"));
  }

  @Property
  void unknownFreeSpaceIsToldAndDoesNotCountAsMissing(
      @ForAll @LongRange(max = 1L << 40) long database) {
    ClusterView view = view(database, Optional.empty());
    DiskSpace room = DiskSpace.toJoin(view, TWO);
    assertThat(room.missing(view)).isEmpty();
    assertThat(DiskSpace.unknown(view, List.of(room))).hasSize(1);
  }

  private static DataDirectory data(Optional<Long> free) {
    return new DataDirectory(DataDirectory.State.ABSENT, Optional.empty(), free);
  }

  private static ClusterView view(long database, Optional<Long> free) {
    return view(database, data(free));
  }

  private static ClusterView view(long database, DataDirectory data) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(member -> member.dbSize = database);
    drawn.member(2).gone();
    drawn.member(2).roomUnknown = true;
    drawn.member(2).data = data;
    return drawn.view();
  }
}
