package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a release can do that an earlier one cannot. */
class EtcdVersionTest {
  @ParameterizedTest
  @CsvSource({
    "3.4.23, false",
    "3.4.26, false",
    "3.4.27, true",
    "3.5.0,  false",
    "3.5.9,  false",
    "3.5.10, true",
    "3.6.0,  true",
    "3.7.0,  true"
  })
  void revisionsAreRaisedSince3427And3510(String release, boolean raised) {
    assertThat(EtcdVersion.parse(release).raisesRevisions()).isEqualTo(raised);
  }
}
