package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each kind of block in the file means; a slip in it names its line. */
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
          setting: A;source: b;under: 3.6;because: c;answer: becomes B | line 5: 'becomes B' is no answer
          advisory                                               | line 5: not of the form 'key: value'
          """)
  void anErrorNamesTheLineAndWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> VersionKnowledgeReader.read(HEAD + text.replace(';', '\n')))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("etcd-versions.txt, " + message);
  }

  @Test
  void theHeadSaysHowOldTheKnowledgeIsAndWhatWasRun() {
    VersionKnowledge known =
        VersionKnowledgeReader.read(
            """
            as of: 2026-08-20
            tested: 3.5.35, 3.6.16
            features since: 3.6
            """);

    assertThat(known.asOf()).isEqualTo("2026-08-20T00:00:00Z");
    assertThat(known.tested()).containsExactly(version("3.5.35"), version("3.6.16"));
    assertThat(known.settings().featuresSince()).isEqualTo(new MinorLine(3, 6));
  }

  @Test
  void aLineMayHaveEnded() {
    VersionKnowledge known =
        read(
            """
            line: 3.4
            newest: 3.4.45
            ended: It is over.
            source: docs/etcd.md#version-lines

            line: 3.5
            newest: 3.5.35
            source: docs/etcd.md#version-lines
            """);

    assertThat(known.lines())
        .containsExactly(
            new LineSupport(
                new MinorLine(3, 4),
                version("3.4.45"),
                Optional.of("It is over."),
                "docs/etcd.md#version-lines"),
            new LineSupport(
                new MinorLine(3, 5),
                version("3.5.35"),
                Optional.empty(),
                "docs/etcd.md#version-lines"));
  }

  @Test
  void anAdvisorySaysForWhatTheVersionMustNotBeUsedInWhichRunbooks() {
    VersionKnowledge known =
        read(
            """
            advisory: ETCD-1
            affects: 3.4.*, 3.5.0-3.5.2
            says: etcd {version} forgets.
            effect: refused as upgrade target in rolling-upgrade
            effect: acceptable as joiner in planned-migration, scale
            source: docs/etcd.md#downgrades
            """);

    assertThat(known.advisories())
        .containsExactly(
            new Advisory(
                "ETCD-1",
                List.of(
                    new VersionRange(version("3.4.0"), version("3.4.9999")),
                    new VersionRange(version("3.5.0"), version("3.5.2"))),
                "etcd {version} forgets.",
                "docs/etcd.md#downgrades",
                List.of(
                    new AdvisoryEffect(
                        Severity.REFUSED, VersionUse.UPGRADE_TARGET, List.of("rolling-upgrade")),
                    new AdvisoryEffect(
                        Severity.ACCEPTABLE,
                        VersionUse.JOINER,
                        List.of("planned-migration", "scale")))));
  }

  @Test
  void aHopIsEitherClosedOrOpenUnderConditions() {
    VersionKnowledge known =
        read(
            """
            hop: 3.5 -> 3.4
            refused: It does not come back.
            source: docs/etcd.md#n-20

            hop: 3.4 -> 3.5
            least source: 3.4.45
            least target: 3.5.32
            conditions: auth-off, settings-translated
            source: docs/etcd.md#upgrades
            """);

    assertThat(known.gates())
        .containsExactly(
            new HopGate.Closed(
                new MinorLine(3, 5),
                new MinorLine(3, 4),
                "It does not come back.",
                "docs/etcd.md#n-20"),
            new HopGate.Open(
                new MinorLine(3, 4),
                new MinorLine(3, 5),
                version("3.4.45"),
                version("3.5.32"),
                List.of(HopCondition.AUTH_OFF, HopCondition.SETTINGS_TRANSLATED),
                "docs/etcd.md#upgrades"));
  }

  @Test
  void settingsThatAreOnlyRenamedShareOneSource() {
    VersionKnowledge known =
        read(
            """
            renamed: ETCD_A 3.4 ETCD_B 3.5+
            renamed: ETCD_EXPERIMENTAL_C 3.5-3.6 C 3.6+
            source: docs/etcd.md#settings
            """);

    assertThat(known.settings().renamed())
        .containsExactly(
            new RenamedSetting(
                "ETCD_A", MinorLineRange.parse("3.4"), "ETCD_B", MinorLineRange.parse("3.5+")),
            new RenamedSetting(
                "ETCD_EXPERIMENTAL_C",
                MinorLineRange.parse("3.5-3.6"),
                "C",
                MinorLineRange.parse("3.6+")));
  }

  static Stream<Arguments> everyAnswerToASettingIsUnderstood() {
    return Stream.of(
        Arguments.of("drop", new SettingRule.Answer.Drop()),
        Arguments.of("warn", new SettingRule.Answer.Warn()),
        Arguments.of("refuse\ninstead: Remove it.", new SettingRule.Answer.Refuse("Remove it.")),
        Arguments.of(
            "becomes ETCD_URL=http://a?b=c",
            new SettingRule.Answer.Become("ETCD_URL", "http://a?b=c")));
  }

  @ParameterizedTest
  @MethodSource
  void everyAnswerToASettingIsUnderstood(String answer, SettingRule.Answer understood) {
    VersionKnowledge known =
        read(
            """
            setting: ETCD_A, ETCD_B
            under: 3.6+
            value: off
            because: It went.
            source: docs/etcd.md#settings
            answer: \
            """
                + answer);

    assertThat(known.settings().rules())
        .containsExactly(
            new SettingRule(
                List.of("ETCD_A", "ETCD_B"),
                MinorLineRange.parse("3.6+"),
                Optional.of("off"),
                understood,
                "It went."));
  }

  private static VersionKnowledge read(String blocks) {
    return VersionKnowledgeReader.read(HEAD + blocks);
  }

  private static EtcdVersion version(String text) {
    return EtcdVersion.parse(text);
  }
}
