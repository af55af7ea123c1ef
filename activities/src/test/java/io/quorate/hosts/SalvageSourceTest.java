package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Salvage.Way;
import io.quorate.datadir.Verdict;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SalvageSourceTest {
  @Test
  void aNewClusterIsForcedOnlyOnACopyOnWhichEtcdWouldStartWell() {
    assertThat(all(Way.FORCED_COPY))
        .isEqualTo(EnumSet.of(Verdict.OK, Verdict.OK_REPAIR, Verdict.REBUILD, Verdict.REPLACES_DB));
  }

  @Test
  void theDatabaseAloneIsUsedWhereOnlyTheLogIsBad() {
    assertThat(all(Way.DATABASE_FILE))
        .isEqualTo(
            EnumSet.of(
                Verdict.DB_ONLY,
                Verdict.WAL_DAMAGED,
                Verdict.CUT_SILENTLY,
                Verdict.ZOMBIE,
                Verdict.DB_TOO_OLD));
  }

  private static Set<Verdict> all(Way way) {
    Predicate<Verdict> goes = verdict -> SalvageSource.of(verdict).filter(way::equals).isPresent();
    return Stream.of(Verdict.values()).filter(goes).collect(Collectors.toSet());
  }
}
