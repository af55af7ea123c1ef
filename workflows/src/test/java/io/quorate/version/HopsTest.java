package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From where to where a cluster may be taken. */
class HopsTest {
  private static final VersionKnowledge KNOWN = VersionKnowledge.current();

  @ParameterizedTest(name = "{0} -> {1}: {2}")
  @CsvSource(
      textBlock =
          """
          3.4.23, 3.5.35, refused HOP-3.4-3.5 refused ETCD-3.4-HEALTH-WRITES
          3.4.44, 3.5.35, refused HOP-3.4-3.5
          3.4.45, 3.5.35, fine
          3.4.45, 3.5.31, refused HOP-3.4-3.5 acceptable GHSA-XG4H-6GFC-H4M8
          3.5.16, 3.6.16, refused HOP-3.5-3.6 refused ETCD-19557 refused ETCD-20967
          3.5.21, 3.6.16, refused HOP-3.5-3.6 refused ETCD-20793 refused ETCD-20967
          3.5.25, 3.6.16, refused HOP-3.5-3.6 refused ETCD-20967
          3.5.26, 3.6.16, refused HOP-3.5-3.6
          3.5.31, 3.6.16, refused HOP-3.5-3.6
          3.5.32, 3.6.16, fine
          3.5.35, 3.6.13, acceptable GHSA-XG4H-6GFC-H4M8
          3.6.10, 3.7.3,  refused HOP-3.6-3.7
          3.6.11, 3.7.3,  fine
          3.6.16, 3.7.3,  fine
          3.6.16, 3.7.0,  acceptable GHSA-XG4H-6GFC-H4M8
          3.5.35, 3.7.3,  refused HOP-UNKNOWN
          3.4.45, 3.6.16, refused HOP-UNKNOWN
          3.7.3,  3.8.0,  refused HOP-UNKNOWN
          3.5.16, 3.5.35, fine
          3.4.23, 3.4.45, refused ETCD-3.4-END-OF-LIFE acceptable ETCD-21640
          3.6.16, 3.6.14, refused HOP-UNKNOWN
          3.6.16, 3.6.16, fine
          """)
  void anUpgradeIsRefusedForEveryReasonThereIs(String source, String target, String expected) {
    assertThat(said(hop(source, target), "rolling-upgrade")).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0} -> {1}: {2}")
  @CsvSource(
      textBlock =
          """
          3.7.3,  3.6.16, fine
          3.7.1,  3.6.16, warning ETCD-22201
          3.7.3,  3.6.15, refused HOP-3.7-3.6
          3.6.16, 3.5.35, fine
          3.6.16, 3.5.34, refused HOP-3.6-3.5
          3.5.35, 3.4.45, refused HOP-3.5-3.4 refused ETCD-3.4-END-OF-LIFE
          3.7.3,  3.5.35, refused HOP-UNKNOWN
          """)
  void aDowngradeGoesASingleLineDownToTheNewestPatch(
      String source, String target, String expected) {
    assertThat(said(hop(source, target), "rolling-downgrade")).isEqualTo(expected);
  }

  @Test
  void theRefusalOfAHopNamesTheFirstPatchThatIsAccepted() {
    assertThat(KNOWN.concerns(hop("3.5.31", "3.6.16"), "rolling-upgrade"))
        .extracting(Concern::sentence)
        .containsExactly("From 3.5.31 etcd is not taken to 3.6; go to 3.5.32 or later first.");
    assertThat(KNOWN.concerns(hop("3.6.16", "3.5.34"), "rolling-downgrade"))
        .extracting(Concern::sentence)
        .containsExactly("From 3.6 etcd is not taken to 3.5.34; choose 3.5.35 or later.");
  }

  @Test
  void theConcernNamesTheVersionThatTheHopStartsFrom() {
    assertThat(KNOWN.concerns(hop("3.5.16", "3.6.16"), "rolling-upgrade"))
        .filteredOn(concern -> concern.id().equals("ETCD-20967"))
        .extracting(Concern::sentence)
        .containsExactly(
            "Members removed long ago under etcd 3.5.16 can come back when 3.6 starts.");
  }

  @Test
  void beyondVersionsAHopHasConditions() {
    assertThat(KNOWN.conditions(hop("3.4.45", "3.5.35"))).contains(HopCondition.AUTH_OFF);
    assertThat(KNOWN.conditions(hop("3.6.16", "3.7.3")))
        .contains(HopCondition.NO_V2_REQUEST_AFTER_RAFT_SNAPSHOT);
    assertThat(KNOWN.conditions(hop("3.5.35", "3.4.45"))).isEmpty();
    assertThat(KNOWN.conditions(hop("3.6.14", "3.6.16"))).isEmpty();
  }

  @Test
  void acceptingAConcernByIdLiftsAnAdvisoryAndNotAGate() {
    Concern known = KNOWN.concerns(hop("3.6.16", "3.7.0"), "rolling-upgrade").get(0);
    assertThat(known.stops(Set.of())).isTrue();
    assertThat(known.stops(Set.of("ETCD-21640"))).isTrue();
    assertThat(known.stops(Set.of(known.id()))).isFalse();
    Concern gate = KNOWN.concerns(hop("3.6.10", "3.7.3"), "rolling-upgrade").get(0);
    assertThat(gate.stops(Set.of(gate.id()))).isTrue();
    Concern warning = KNOWN.concerns(hop("3.7.1", "3.6.16"), "rolling-downgrade").get(0);
    assertThat(warning.stops(Set.of())).isFalse();
  }

  @ParameterizedTest(name = "{0} as {1} in {2}: {3}")
  @CsvSource(
      textBlock =
          """
          3.4.37, DEFRAGMENT,         clear-nospace,     fine
          3.5.5,  DEFRAGMENT,         clear-nospace,     refused ETCD-14733
          3.4.37, DEFRAGMENT_BESIDE_OTHERS, clear-nospace, refused ETCD-20650
          3.4.38, DEFRAGMENT_BESIDE_OTHERS, clear-nospace, fine
          3.5.22, DEFRAGMENT_BESIDE_OTHERS, defragment,  refused ETCD-20650
          3.5.23, DEFRAGMENT_BESIDE_OTHERS, defragment,  fine
          3.7.3,  DEFRAGMENT,         defragment,        warning ETCD-3.7-DEFRAGMENT-LEAVES-FILES
          3.5.16, LEARNER_PROMOTION,  minority-replace,  warning ETCD-19557
          3.5.24, LEARNER_PROMOTION,  minority-replace,  fine
          3.4.23, RUNNING,            minority-replace,  warning ETCD-3.4-END-OF-LIFE
          3.4.23, MEMBER_ADD,         scale,             warning ETCD-21640
          3.5.1,  JOINER,             scale,             refused ETCD-13766
          3.5.16, LEARNER_PROMOTION,  defragment,        fine
          """)
  void anAdvisoryCountsOnlyForTheNamedUseAndRunbooks(
      String version, VersionUse role, String runbook, String expected) {
    assertThat(said(KNOWN.concerns(EtcdVersion.parse(version), role, runbook))).isEqualTo(expected);
  }

  private static String said(Hop hop, String runbook) {
    return said(KNOWN.concerns(hop, runbook));
  }

  private static String said(List<Concern> concerns) {
    return concerns.isEmpty()
        ? "fine"
        : String.join(
            " ", concerns.stream().map(one -> one.severity().words() + " " + one.id()).toList());
  }

  private static Hop hop(String source, String target) {
    return new Hop(EtcdVersion.parse(source), EtcdVersion.parse(target));
  }
}
