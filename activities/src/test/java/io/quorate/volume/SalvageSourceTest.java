package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.data.DataVerdict;
import io.quorate.datadir.DataState;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.raft.Identity;
import io.quorate.datadir.raft.MemberRecord;
import io.quorate.datadir.raft.Position;
import io.quorate.snapshot.Salvage.Way;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SalvageSourceTest {
  @Test
  void aNewClusterIsForcedOnlyOnACopyOnWhichEtcdWouldStartWell() {
    assertThat(all(Way.FORCED_COPY))
        .isEqualTo(
            EnumSet.of(
                DataVerdict.OK,
                DataVerdict.OK_REPAIR,
                DataVerdict.REBUILD,
                DataVerdict.REPLACES_DB));
  }

  @Test
  void theDatabaseAloneIsUsedWhereOnlyTheLogIsBad() {
    assertThat(all(Way.DATABASE_FILE))
        .isEqualTo(
            EnumSet.of(
                DataVerdict.DB_ONLY,
                DataVerdict.WAL_DAMAGED,
                DataVerdict.CUT_SILENTLY,
                DataVerdict.ZOMBIE,
                DataVerdict.DB_TOO_OLD));
  }

  /** Forced on it etcd panics with "removed all voters", seen on 3.4.23, 3.5.35, 3.6.16, 3.7.3. */
  @Test
  void aLearnerIsNeverForced() {
    assertThat(SalvageSource.of(reading(DataVerdict.OK, false))).contains(Way.FORCED_COPY);
    assertThat(SalvageSource.of(reading(DataVerdict.OK, true))).contains(Way.DATABASE_FILE);
    assertThat(SalvageSource.of(reading(DataVerdict.DB_ONLY, true))).contains(Way.DATABASE_FILE);
    assertThat(SalvageSource.of(reading(DataVerdict.REPLACES_DB, true))).isEmpty();
    assertThat(SalvageSource.of(reading(DataVerdict.DB_DAMAGED, true))).isEmpty();
  }

  private static DirectoryReading reading(DataVerdict verdict, boolean learner) {
    MemberId own = new MemberId(7);
    MemberRecord record =
        new MemberRecord(own, "etcd-3", List.of("http://a:1"), List.of(), learner);
    DataState state =
        new DataState(
            List.of(record),
            List.of(),
            List.of(own),
            List.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            90,
            90,
            0);
    return new DirectoryReading(
        verdict,
        Depth.FULL,
        List.of("a finding"),
        Optional.of(new Identity(own, new ClusterId(1))),
        Optional.empty(),
        Optional.empty(),
        Position.START,
        Optional.of(state),
        Set.of(),
        List.of());
  }

  private static Set<DataVerdict> all(Way way) {
    Predicate<DataVerdict> goes =
        verdict -> SalvageSource.of(verdict).filter(way::equals).isPresent();
    return Stream.of(DataVerdict.values()).filter(goes).collect(Collectors.toSet());
  }
}
