package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which versions an advisory affects, and which lines a rule is for, as the file writes them. */
class RangesTest {
  @ParameterizedTest(name = "{0} affects {1}: {2}")
  @CsvSource(
      textBlock =
          """
          3.7.0,       3.7.0,  true
          3.7.0,       3.7.1,  false
          3.5.7-3.5.9, 3.5.6,  false
          3.5.7-3.5.9, 3.5.7,  true
          3.5.7-3.5.9, 3.5.9,  true
          3.5.7-3.5.9, 3.5.10, false
          3.5.7+,      3.5.6,  false
          3.5.7+,      3.5.7,  true
          3.5.7+,      3.5.99, true
          3.5.7+,      3.6.8,  false
          3.4.*,       3.4.0,  true
          3.4.*,       3.4.45, true
          3.4.*,       3.5.0,  false
          """)
  void aRangeOfVersionsEndsWithItsLineAtTheLatest(String range, String version, boolean affected) {
    assertThat(VersionRange.parse(range).include(EtcdVersion.parse(version))).isEqualTo(affected);
  }

  @ParameterizedTest(name = "{0} holds for {1}: {2}")
  @CsvSource(
      textBlock =
          """
          3.5,     3.5,  true
          3.5,     3.6,  false
          3.4-3.6, 3.3,  false
          3.4-3.6, 3.4,  true
          3.4-3.6, 3.5,  true
          3.4-3.6, 3.6,  true
          3.4-3.6, 3.7,  false
          3.6+,    3.5,  false
          3.6+,    3.6,  true
          3.6+,    3.10, true
          3.6+,    4.0,  true
          """)
  void aRangeOfLinesMayGoOnToLinesThatAreNotThereYet(String range, String line, boolean included) {
    assertThat(MinorLineRange.parse(range).include(MinorLine.parse(line))).isEqualTo(included);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.7.0", "3.5.0-3.5.2", "3.5.7+", "3.4.*"})
  void aRangeOfVersionsReadsOnThePageAsInTheFile(String range) {
    assertThat(VersionRange.parse(range)).hasToString(range);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5", "3.4-3.6", "3.6+"})
  void aRangeOfLinesReadsOnThePageAsInTheFile(String range) {
    assertThat(MinorLineRange.parse(range)).hasToString(range);
  }

  @Test
  void aRangeOverTwoLinesIsRefusedForNobodyKnowsWhereTheFirstOneEnds() {
    assertThatThrownBy(() -> VersionRange.parse("3.4.40-3.5.2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("from 3.4.40 to 3.5.2 there is no version of one line");
  }
}
