package io.quorate.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataDirectory.State;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The meaning of each verdict on a data directory, and of a directory with that verdict. */
class DataVerdictTest {
  private static final String TABLE =
      """
      verdict        | damaged | start | source   | other release
      UNREADABLE     | no      | no    |          | no
      FORBIDDEN      | no      | no    |          | no
      LIVE           | no      | no    |          | no
      EMPTY          | no      | no    |          | no
      DB_ONLY        | yes     | no    | database | no
      WRONG_IDENTITY | no      | no    |          | no
      REMOVED        | no      | no    |          | no
      FOREIGN_DB     | yes     | no    |          | no
      WAL_DAMAGED    | yes     | no    | database | no
      CUT_SILENTLY   | yes     | no    | database | no
      ZOMBIE         | yes     | no    | database | no
      DB_DAMAGED     | yes     | no    |          | no
      DESTROYS       | yes     | no    |          | no
      DB_TOO_OLD     | yes     | no    | database | no
      NEEDS_OLDER    | no      | no    |          | yes
      NEEDS_NEWER    | no      | no    |          | yes
      REPLACES_DB    | no      | yes   | log      | no
      REBUILD        | no      | yes   | log      | no
      OK_REPAIR      | no      | yes   | log      | no
      OK             | no      | yes   | log      | no
      REPORTED       | yes     | no    |          | no
      OUTDATED       | yes     | no    |          | no
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = TABLE)
  void saysWhetherEtcdMayStartAndWhatCanBeRecovered(
      DataVerdict verdict, String damaged, String start, String source, String otherRelease) {
    assertThat(word(verdict.provesDamage())).isEqualTo(damaged);
    assertThat(word(verdict.mayStart())).isEqualTo(start);
    assertThat(verdict.mayStart() ? "log" : verdict.leavesItsDatabase() ? "database" : null)
        .isEqualTo(source);
    assertThat(word(verdict.wantsAnotherRelease())).isEqualTo(otherRelease);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = TABLE)
  void presentDataIsLostExactlyWhereTheVerdictProvesDamage(DataVerdict verdict, String damaged) {
    DataDirectory found = present().damagedBy(new DataFinding(verdict, "why"));

    assertThat(word(found.lost())).isEqualTo(damaged);
    assertThat(word(!found.intact())).isEqualTo(damaged);
    assertThat(word(found.damage().isPresent())).isEqualTo(damaged);
    assertThat(word(!found.isUnproven())).isEqualTo(damaged);
  }

  @Test
  void everyVerdictIsInTheTable() {
    assertThat(TABLE.lines().skip(1).map(row -> row.split(" ", 2)[0]))
        .containsExactlyElementsOf(Arrays.stream(DataVerdict.values()).map(Enum::name).toList());
  }

  @Test
  void dataThatSeemsWholeIsUnprovenUntilAllOfItWasRead() {
    DataDirectory part =
        present().holding(new DataFiles(1, 1, Optional.of("sum"), Optional.empty()));

    assertThat(part.isUnproven()).isTrue();
    assertThat(part.readWhole(Instant.EPOCH, Optional.empty()).isUnproven()).isFalse();
  }

  /** Another release, or another permission, may still start etcd on it. */
  @Test
  void dataThatIsUnfitIsNeitherLostNorIntact() {
    DataFinding newer = new DataFinding(DataVerdict.NEEDS_NEWER, "its cluster is of version 3.7");
    DataDirectory unfit = present().doubted(newer);

    assertThat(unfit.lost()).isFalse();
    assertThat(unfit.intact()).isFalse();
    assertThat(unfit.couldBeRead()).isFalse();
    assertThat(unfit.damage()).isEmpty();
    assertThat(unfit.finding()).contains(newer);
    assertThat(unfit.doubt()).contains(newer.words());
  }

  private static DataDirectory present() {
    return DataDirectory.of(State.PRESENT);
  }

  private static String word(boolean holds) {
    return holds ? "yes" : "no";
  }
}
