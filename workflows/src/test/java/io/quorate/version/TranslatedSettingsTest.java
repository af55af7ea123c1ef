package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.version.SettingFinding.Rename;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of an environment file on the way to another line. */
class TranslatedSettingsTest {
  private static final Hop TO_3_5 = hop("3.4.45", "3.5.35");
  private static final Hop TO_3_6 = hop("3.5.35", "3.6.16");
  private static final Hop TO_3_7 = hop("3.6.16", "3.7.3");
  private static final Hop BACK_TO_3_6 = hop("3.7.3", "3.6.16");
  private static final Hop BACK_TO_3_5 = hop("3.6.16", "3.5.35");

  /** As etcd's page on the upgrade to 3.7 lists them. */
  private static final String GONE_IN_3_7 =
      """
      bootstrap-defrag-threshold-megabytes compact-hash-check-enabled compact-hash-check-time
      compaction-batch-limit compaction-sleep-interval corrupt-check-time
      distributed-tracing-address distributed-tracing-instance-id
      distributed-tracing-sampling-rate distributed-tracing-service-name downgrade-check-time
      enable-distributed-tracing enable-lease-checkpoint enable-lease-checkpoint-persist
      initial-corrupt-check memory-mlock peer-skip-client-san-verification
      snapshot-catchup-entries stop-grpc-service-on-defrag txn-mode-write-with-shared-buffer
      warning-apply-duration warning-unary-request-duration watch-progress-notify-interval
      """;

  @Test
  void allTwentyThreeNamesGoneInThreeSevenAreRenamed() {
    List<String> flags = Arrays.asList(GONE_IN_3_7.strip().split("\\s+"));
    assertThat(flags).hasSize(23);
    for (String flag : flags) {
      String name = "ETCD_EXPERIMENTAL_" + flag.toUpperCase(Locale.ROOT).replace('-', '_');
      TranslatedSettings translation = translate(TO_3_7, Map.of(name, "true"));
      assertThat(translation.findings()).as(name).singleElement().isInstanceOf(Rename.class);
      assertThat(translation.environment())
          .hasSize(1)
          .doesNotContainKey(name)
          .noneSatisfy((key, value) -> assertThat(key).contains("EXPERIMENTAL"));
    }
  }

  @ParameterizedTest(name = "{0}: {1} becomes {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3.7 | ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK=1        | ETCD_FEATURE_GATES=InitialCorruptCheck=true
          3.7 | ETCD_EXPERIMENTAL_COMPACT_HASH_CHECK_ENABLED=F   | ETCD_FEATURE_GATES=CompactHashCheck=false
          3.7 | ETCD_EXPERIMENTAL_CORRUPT_CHECK_TIME=4h          | ETCD_CORRUPT_CHECK_TIME=4h
          3.7 | ETCD_DISCOVERY_PROXY=http://proxy                |
          3.6 | ETCD_ENABLE_V2=false                             |
          3.6 | ETCD_PROXY=off                                   |
          3.6 | ETCD_DISCOVERY_FALLBACK=proxy                    | ETCD_DISCOVERY_FALLBACK=exit
          3.6 | ETCD_V2_DEPRECATION=not-yet                      |
          3.5 | ETCD_DEBUG=true                                  | ETCD_LOG_LEVEL=debug
          3.5 | ETCD_DEBUG=false                                 |
          3.5 | ETCD_LOGGER=capnslog                             | ETCD_LOGGER=zap
          3.5 | ETCD_LOG_PACKAGE_LEVELS=etcdmain=CRITICAL        |
          3.5 | ETCD_LOG_OUTPUT=stderr                           | ETCD_LOG_OUTPUTS=stderr
          3.5 | ETCD_EXPERIMENTAL_BACKEND_BBOLT_FREELIST_TYPE=map | ETCD_BACKEND_BBOLT_FREELIST_TYPE=map
          """)
  void anUpgradeGivesEverySettingTheNameItsTargetReads(String line, String before, String after) {
    Hop hop = Map.of("3.5", TO_3_5, "3.6", TO_3_6, "3.7", TO_3_7).get(line);
    TranslatedSettings translation = translate(hop, environment(before));
    assertThat(translation.isRefused()).isFalse();
    assertThat(translation.findings()).hasSize(1);
    assertThat(translation.environment()).isEqualTo(environment(after));
  }

  @ParameterizedTest(name = "{0}: {1} becomes {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3.5 | ETCD_FEATURE_GATES=InitialCorruptCheck=true | ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK=true
          3.5 | ETCD_CORRUPT_CHECK_TIME=4h                  | ETCD_EXPERIMENTAL_CORRUPT_CHECK_TIME=4h
          3.5 | ETCD_MAX_LEARNERS=2                         |
          3.5 | ETCD_WARNING_UNARY_REQUEST_DURATION=1s      |
          3.5 | ETCD_EXPERIMENTAL_WARNING_UNARY_REQUEST_DURATION=1s |
          3.5 | ETCD_LOG_FORMAT=console                     |
          3.5 | ETCD_DISCOVERY_PASSWORD=secret              |
          3.5 | ETCD_FEATURE_GATES=SetMemberLocalAddr=false |
          3.6 | ETCD_FEATURE_GATES=FastLeaseKeepAlive=true  |
          """)
  void aDowngradeTranslatesBack(String line, String before, String after) {
    Hop hop = Map.of("3.5", BACK_TO_3_5, "3.6", BACK_TO_3_6).get(line);
    TranslatedSettings translation = translate(hop, environment(before));
    assertThat(translation.isRefused()).isFalse();
    assertThat(translation.findings()).hasSize(1);
    assertThat(translation.environment()).isEqualTo(environment(after));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3.5 | ETCD_CONFIG_FILE=/etc/etcd.yml
          3.6 | ETCD_ENABLE_V2=true
          3.6 | ETCD_EXPERIMENTAL_ENABLE_V2V3=/v2
          3.6 | ETCD_PROXY=on
          3.7 | ETCD_CONFIG_FILE=/etc/etcd.yml
          3.7 | ETCD_FEATURE_GATES=InitialCorruptCheck
          back to 3.5 | ETCD_V2_DEPRECATION=gone
          back to 3.5 | ETCD_V2_DEPRECATION=write-only-drop-data
          back to 3.5 | ETCD_FEATURE_GATES=SetMemberLocalAddr=true
          back to 3.5 | ETCD_FEATURE_GATES=AllBeta=true
          back to 3.5 | ETCD_FEATURE_GATES=NobodyKnowsThisOne=true
          """)
  void aSettingThatTheTargetCannotTakeStopsTheHop(String line, String setting) {
    Hop hop =
        Map.of("3.5", TO_3_5, "3.6", TO_3_6, "3.7", TO_3_7, "back to 3.5", BACK_TO_3_5).get(line);
    TranslatedSettings translation = translate(hop, environment(setting));
    assertThat(translation.isRefused()).isTrue();
    assertThat(translation.findings().get(0).sentence())
        .contains(" stands in the way: ")
        .endsWith(".");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ETCD_LOGGER=capnslog   | ETCD_LOGGER gets a new value.
          ETCD_LOG_OUTPUT=stderr | ETCD_LOG_OUTPUT becomes ETCD_LOG_OUTPUTS.
          ETCD_PROXY=off         |
          """)
  void anApproverReadsWhetherTheNameOrTheValueChanges(String setting, String sentence) {
    assertThat(translate(TO_3_5, environment(setting)).findings())
        .extracting(SettingFinding::sentence)
        .isEqualTo(sentence == null ? List.of() : List.of(sentence));
  }

  @Test
  void featuresOfSeveralOldNamesComeTogetherInOneVariable() {
    assertThat(
            translate(
                    TO_3_7,
                    Map.of(
                        "ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK", "true",
                        "ETCD_EXPERIMENTAL_COMPACT_HASH_CHECK_ENABLED", "true",
                        "ETCD_FEATURE_GATES", "StopGRPCServiceOnDefrag=true",
                        "ETCD_NAME", "etcd-0",
                        "GOMAXPROCS", "2"))
                .environment())
        .isEqualTo(
            Map.of(
                "ETCD_FEATURE_GATES",
                "CompactHashCheck=true,InitialCorruptCheck=true,StopGRPCServiceOnDefrag=true",
                "ETCD_NAME",
                "etcd-0",
                "GOMAXPROCS",
                "2"));
  }

  @Test
  void threeSixStillReadsTheOldNamesSoTheyOnlyGetAWarning() {
    Map<String, String> environment = Map.of("ETCD_EXPERIMENTAL_MEMORY_MLOCK", "true");
    for (Hop hop : List.of(TO_3_6, BACK_TO_3_6)) {
      TranslatedSettings translation = translate(hop, environment);
      assertThat(translation.environment()).isEqualTo(environment);
      assertThat(translation.findings())
          .extracting(SettingFinding::sentence)
          .containsExactly(
              "ETCD_EXPERIMENTAL_MEMORY_MLOCK stays: 3.6 still reads it; its name to come is"
                  + " ETCD_MEMORY_MLOCK.");
    }
  }

  @Test
  void threeSixRefusesBothNamesAndThreeSevenRefusesDifferentValues() {
    Map<String, String> both =
        Map.of("ETCD_EXPERIMENTAL_MEMORY_MLOCK", "true", "ETCD_MEMORY_MLOCK", "1");
    assertThat(translate(TO_3_6, both).isRefused()).isTrue();
    assertThat(translate(TO_3_7, both).isRefused()).isFalse();
    assertThat(translate(TO_3_7, both).environment()).containsOnlyKeys("ETCD_MEMORY_MLOCK");
    Map<String, String> differing =
        Map.of("ETCD_EXPERIMENTAL_MEMORY_MLOCK", "true", "ETCD_MEMORY_MLOCK", "false");
    assertThat(translate(TO_3_7, differing).isRefused()).isTrue();
  }

  @Test
  void anUpgradeAndADowngradeGiveTheOldSettingsBack() {
    Map<String, String> environment =
        Map.of(
            "ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK", "true",
            "ETCD_EXPERIMENTAL_COMPACTION_BATCH_LIMIT", "500",
            "ETCD_NAME", "etcd-0");
    Map<String, String> up = translate(TO_3_7, environment).environment();
    Map<String, String> down = translate(BACK_TO_3_6, up).environment();
    assertThat(translate(BACK_TO_3_5, down).environment()).isEqualTo(environment);
  }

  @Test
  void aLaterPatchOfTheSameLineChangesNothing() {
    Map<String, String> environment = Map.of("ETCD_EXPERIMENTAL_MEMORY_MLOCK", "true");
    TranslatedSettings translation = translate(hop("3.6.14", "3.6.16"), environment);
    assertThat(translation.findings()).isEmpty();
    assertThat(translation.environment()).isEqualTo(environment);
  }

  /** The way back to 3.4 is closed; the settings are judged all the same. */
  @Test
  void aSettingThatTheTargetHasUnderNeitherNameIsLeftOut() {
    Hop hop = hop("3.5.35", "3.4.45");
    TranslatedSettings translation =
        translate(hop, Map.of("ETCD_EXPERIMENTAL_MEMORY_MLOCK", "true", "ETCD_NAME", "etcd-0"));
    assertThat(translation.environment()).isEqualTo(Map.of("ETCD_NAME", "etcd-0"));
    assertThat(translation.findings())
        .extracting(SettingFinding::sentence)
        .containsExactly("ETCD_EXPERIMENTAL_MEMORY_MLOCK is left out: 3.4 has no such setting.");
  }

  /** Only etcd knows all its features; a member that does not start with one says so. */
  @Test
  void aFeatureThatNobodyKnowsGoesAlongToEveryLineThatReadsFeatures() {
    Map<String, String> environment = Map.of("ETCD_FEATURE_GATES", "NobodyKnowsThisOne=true");
    for (Hop hop : List.of(BACK_TO_3_6, TO_3_7)) {
      TranslatedSettings translation = translate(hop, environment);
      assertThat(translation.findings()).isEmpty();
      assertThat(translation.environment()).isEqualTo(environment);
    }
  }

  @Test
  void aVariableWithoutAValueIsNotSet() {
    assertThat(translate(TO_3_6, Map.of("ETCD_ENABLE_V2", "", "ETCD_PROXY", "")).findings())
        .isEmpty();
  }

  @Test
  void noSentenceGivesAValueAway() {
    assertThat(
            translate(
                    BACK_TO_3_5,
                    Map.of(
                        "ETCD_DISCOVERY_PASSWORD", "hunter2",
                        "ETCD_DISTRIBUTED_TRACING_ADDRESS", "hunter2"))
                .findings())
        .hasSize(2)
        .extracting(SettingFinding::sentence)
        .noneMatch(sentence -> sentence.contains("hunter2"));
  }

  private static TranslatedSettings translate(Hop hop, Map<String, String> environment) {
    return VersionKnowledge.current().translate(hop, environment);
  }

  private static Map<String, String> environment(String setting) {
    Map<String, String> environment = new TreeMap<>();
    if (setting != null) {
      String[] parts = setting.split("=", 2);
      environment.put(parts[0], parts[1]);
    }
    return environment;
  }

  private static Hop hop(String source, String target) {
    return new Hop(EtcdVersion.parse(source), EtcdVersion.parse(target));
  }
}
