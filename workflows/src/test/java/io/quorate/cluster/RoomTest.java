package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class RoomTest {
  private static final MemberName TWO = new MemberName("etcd-2");

  @Property
  void whatIsFreeIsMissingExactlyWhereItIsTooLittle(
      @ForAll @LongRange(max = 1L << 40) long database,
      @ForAll @LongRange(max = 1L << 42) long free) {
    ClusterView view = view(database, Optional.of(free));
    Room room = Room.toJoin(view, TWO);
    assertThat(room.bytes()).isGreaterThanOrEqualTo(2 * database);
    assertThat(room.missing(view).isPresent()).isEqualTo(free < room.bytes());
    assertThat(Room.unknown(view, List.of(room))).isEmpty();
  }

  @Property
  void whatIsNotKnownIsSaidAndIsNotMissing(@ForAll @LongRange(max = 1L << 40) long database) {
    ClusterView view = view(database, Optional.empty());
    Room room = Room.toJoin(view, TWO);
    assertThat(room.missing(view)).isEmpty();
    assertThat(Room.unknown(view, List.of(room))).hasSize(1);
  }

  private static ClusterView view(long database, Optional<Long> free) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(member -> member.dbSize = database);
    drawn.member(2).gone();
    drawn.member(2).roomUnknown = true;
    drawn.member(2).data = new DataDirectory(DataDirectory.State.ABSENT, Optional.empty(), free);
    return drawn.view();
  }
}
