package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slip in the file names its line. */
class VersionKnowledgeReaderTest {
  private static final String HEAD = "as of: 2026-11-21\ntested: 3.6.16\nfeatures since: 3.6\n\n";

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          advise: X                                              | line 5: a block does not begin with 'advise'
          advisory: X                                            | line 5: 'affects' is missing
          advisory: X;affects: 3.5                               | line 5: '3.5' is not an etcd version such as 3.6.16
          advisory: X;affects: 3.5.2-3.5.0                       | line 5: from 3.5.2 to 3.5.0 there is no version of one line
          advisory: X;affects: 3.4.0-3.5.0                       | line 5: from 3.4.0 to 3.5.0 there is no version of one line
          advisory: X;affects: 3.5.*;says: a;says: b             | line 5: 'says' stands there more than once
          advisory: X;severity: 3                                | line 6: 'severity' is not a key of 'advisory'
          advisory: X;affects: 3.5.*;says: a;source: b;effect: sad as running in x | line 5: 'sad' is not known here
          advisory: X;affects: 3.5.*;says: a;source: b;effect: refused as jumper in x | line 5: 'jumper' is not known here
          hop: 3.5 -> 3.6;least source: 3.5.32;least target: 3.6.4;conditions: luck;source: b | line 5: 'luck' is not known here
          renamed: A 3.5 B;source: b                             | line 5: 'A 3.5 B' is not two names, each with its lines
          setting: A;source: b;under: 3.6-3.5                    | line 5: the lines 3.6-3.5 are none
          setting: A;source: b;under: 3.6;because: c;answer: ask | line 5: 'ask' is no answer
          setting: A;source: b;under: 3.6;because: c;answer: refuse | line 5: 'instead' is missing
          advisory                                               | line 5: not of the form 'key: value'
          """)
  void anErrorNamesTheLineAndWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> VersionKnowledgeReader.read(HEAD + text.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("etcd-versions.txt, " + message);
  }
}
