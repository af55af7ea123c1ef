package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.watch.Sign.Urgency;
import io.quorate.workload.NextStart;
import io.quorate.workload.NextStart.StartFile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members whose next start would take what their process has not. */
class NextStartsTest {
  private static final Instant BEGAN = Instant.parse("2026-11-20T08:00:00Z");

  private final DrawnCluster drawn = DrawnCluster.of(3);
  private final SortedMap<String, String> has = new TreeMap<>(Map.of("ETCD_NAME", "etcd-0"));
  private final SortedMap<String, String> takes = new TreeMap<>(has);
  private Optional<EtcdVersion> version = Optional.of(drawn.member(0).version);
  private Optional<EtcdVersion> tag = Optional.empty();
  private List<StartFile> files = List.of();
  private String run = "4711.1";
  private Optional<HostRound> round = Optional.empty();
  private Map<Sign.Name, Sign> standing = Map.of();
  private Instant now = DrawnCluster.NOW;

  @Test
  void equalStartsAreNoFinding() {
    assertThat(look()).isEmpty();
    assertThat(round.orElseThrow().pause()).isEqualTo(Duration.ofDays(1));
  }

  @Test
  void aChangedSettingIsNamedWithBothValuesAndWhatToDo() {
    takes.put("ETCD_QUOTA_BACKEND_BYTES", "8589934592");
    assertThat(look())
        .containsExactly(
            new Sign(
                FindingKind.NEXT_START,
                "etcd-0",
                Urgency.SOON,
                "Restart the members one after the other where the change is wanted"
                    + " (rolling-restart); take the change back where it is not wanted. At its next"
                    + " start etcd-0 would get: quota-backend-bytes 8589934592 (now not set). Its"
                    + " process began at 2026-11-20T08:00:00Z."));
    assertThat(round.orElseThrow().pause()).isEqualTo(Duration.ofMinutes(10));
  }

  @ParameterizedTest
  @CsvSource({
    "ETCD_CLIENT_CERT_AUTH, true, T",
    "ETCD_CLIENT_CERT_AUTH, , false",
    "'ETCD_LISTEN_CLIENT_URLS', 'http://a:1,http://b:2', 'http://b:2, http://a:1'",
    "ETCD_CERT_FILE, /etc/etcd/a.pem, /etc/etcd/./a.pem",
    "ETCD_WAL_DIR, /fast/wal, //fast/././wal/",
    "ETCD_DATA_DIR, /var/lib/etcd, data"
  })
  void twoSpellingsOfOneValueAreNoFinding(String name, String one, String other) {
    if (one != null) {
      has.put(name, one);
    }
    takes.put(name, other);
    assertThat(look()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ETCD_STRICT_RECONFIG_CHECK, false",
    "ETCD_PRE_VOTE, 0",
    "ETCD_MAX_WALS, 0",
    "ETCD_GRPC_KEEPALIVE_INTERVAL, 0",
    "ETCD_EXPERIMENTAL_TXN_MODE_WRITE_WITH_SHARED_BUFFER, F"
  })
  void aFlagThatIsOnByItselfAndSwitchedOffIsAChange(String name, String off) {
    takes.put(name, off);
    assertThat(look()).extracting(Sign::urgency).containsExactly(Urgency.SOON);
  }

  @ParameterizedTest
  @CsvSource({
    "ETCD_STRICT_RECONFIG_CHECK, T",
    "ETCD_PRE_VOTE, true",
    "ETCD_MAX_WALS, 5",
    "ETCD_SNAPSHOT_COUNT, 10000",
    "ETCD_SNAPSHOT_COUNT, 0",
    "ETCD_QUOTA_BACKEND_BYTES, 0",
    "ETCD_UNSAFE_NO_FSYNC, false"
  })
  void aValueThatEtcdHasByItselfIsNoFinding(String name, String value) {
    takes.put(name, value);
    assertThat(look()).isEmpty();
    takes.remove(name);
    has.put(name, value);
    assertThat(look()).isEmpty();
  }

  @Test
  void beforeEtcd35PreVoteIsOffByItself() {
    drawn.member(0).version = EtcdVersion.parse("3.4.35");
    version = Optional.empty();
    takes.put("ETCD_PRE_VOTE", "false");
    assertThat(look()).isEmpty();
    takes.put("ETCD_PRE_VOTE", "true");
    assertThat(look()).hasSize(1);
  }

  @Test
  @Timeout(5)
  void aValueAsLongAsAHostMaySayIsReadToItsEnd() {
    String slashes = "/".repeat(60_000);
    has.put("ETCD_WAL_DIR", slashes + "wal");
    takes.put("ETCD_WAL_DIR", "/wal");
    has.put("ETCD_LISTEN_CLIENT_URLS", "http://a:1" + " ".repeat(60_000));
    takes.put("ETCD_LISTEN_CLIENT_URLS", "http://a:1");
    assertThat(look()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ETCD_DATA_DIR, /var/lib/etcd, /var/lib/etcd2",
    "ETCD_WAL_DIR, /fast/wal, /slow/wal",
    "ETCD_FORCE_NEW_CLUSTER, , true"
  })
  void aStartThatCouldCostTheMemberItsDataIsUrgent(String name, String one, String other) {
    if (one != null) {
      has.put(name, one);
    }
    takes.put(name, other);
    assertThat(look())
        .singleElement()
        .satisfies(sign -> assertThat(sign.urgency()).isEqualTo(Urgency.NOW))
        .satisfies(
            sign ->
                evidence(sign)
                    .startsWith("Take the change back before anything restarts etcd-0. At its ")
                    .doesNotContain("rolling"));
  }

  @Test
  void aSecondSettingThatCouldCostTheDataIsUrgentByItself() {
    takes.put("ETCD_DATA_DIR", "/var/lib/etcd2");
    assertThat(look().getFirst().urgentFor()).hasSize(1);
    takes.put("ETCD_FORCE_NEW_CLUSTER", "true");
    assertThat(look().getFirst().urgentFor())
        .hasSize(2)
        .contains("etcd-0: force-new-cluster true (now not set)");
  }

  @ParameterizedTest
  @CsvSource({"3.7.3, rolling-upgrade", "3.5.20, rolling-downgrade"})
  void anotherLineIsNeverTakenByARestart(String onDisk, String roll) {
    version = Optional.of(EtcdVersion.parse(onDisk));
    evidence(look().getFirst())
        .startsWith(
            "Take the change back before anything restarts etcd-0. %s changes the version, with"
                    .formatted(roll)
                + " checks that a restart has not. At its next start etcd-0 would get: etcd "
                + onDisk
                + " (now 3.6.")
        .doesNotContain("rolling-restart");
  }

  @Test
  void anotherMinorOnDiskIsUrgentAndAnotherPatchIsNot() {
    version = Optional.of(EtcdVersion.parse("3.7.3"));
    assertThat(look())
        .singleElement()
        .satisfies(sign -> assertThat(sign.urgency()).isEqualTo(Urgency.NOW));
    version = Optional.of(EtcdVersion.parse("3.6.1"));
    assertThat(look()).extracting(Sign::urgency).containsExactly(Urgency.SOON);
    version = Optional.empty();
    assertThat(look()).isEmpty();
  }

  @Test
  void aTagWithANumberingOfItsOwnIsNoVersionOfEtcd() {
    version = Optional.of(EtcdVersion.parse("1.4.2"));
    assertThat(look()).isEmpty();
  }

  @Test
  void aTagCountsWhereTheTagOfTheRunningImageIsTheRunningVersion() {
    version = Optional.of(EtcdVersion.parse("3.1.0"));
    tag = Optional.of(EtcdVersion.parse("3.0.9"));
    assertThat(look()).as("a numbering of its own").isEmpty();
    tag = Optional.of(drawn.member(0).version);
    assertThat(look()).extracting(Sign::urgency).containsExactly(Urgency.NOW);
  }

  @Test
  void fewSettingsAreNamedAndTheRestIsCounted() {
    for (int number = 1; number <= 7; number++) {
      takes.put("ETCD_X" + number, "y".repeat(500));
    }
    assertThat(look().getFirst().evidence())
        .contains("x4 yyyy", "…", "; 3 more changes.")
        .doesNotContain("x5");
  }

  @Test
  void aCaFileThatWasWrittenAfterTheStartIsFoundUntilTheRestart() {
    files = List.of(ca(BEGAN.plusSeconds(3600), "b"));
    assertThat(look()).extracting(Sign::urgency).containsExactly(Urgency.LISTED);
    assertThat(look())
        .singleElement()
        .satisfies(
            sign ->
                assertThat(sign.evidence())
                    .contains(
                        "/etc/etcd/ca.pem (trusted-ca-file of etcd-0) was written at"
                            + " 2026-11-20T09:00:00Z, after the process began at"
                            + " 2026-11-20T08:00:00Z"));
    run = "4712.9";
    files = List.of(ca(BEGAN.minusSeconds(1), "b"));
    assertThat(look()).isEmpty();
  }

  @Test
  void aCaFileThatWasWrittenBeforeOrWithTheStartIsNone() {
    files = List.of(ca(BEGAN.minusSeconds(60), "a"));
    assertThat(look()).isEmpty();
    run = "4712.9";
    files = List.of(ca(BEGAN.plusSeconds(3), "a"));
    assertThat(look()).isEmpty();
  }

  /** Tools that renew a leaf write the CA beside it again. */
  @Test
  void aCaFileThatGotTheSameContentAgainIsNone() {
    files = List.of(ca(BEGAN.minusSeconds(60), "a"));
    look();
    files = List.of(ca(BEGAN.plusSeconds(3600), "a"));
    assertThat(look()).isEmpty();
    files = List.of(ca(BEGAN.plusSeconds(7200), "b"));
    assertThat(look()).extracting(Sign::urgency).containsExactly(Urgency.SOON);
    files = List.of(ca(BEGAN.plusSeconds(9000), "a"));
    assertThat(look()).as("put back").isEmpty();
  }

  @Test
  void anotherContentUnderAnOldTimeIsFoundByALaterLook() {
    files = List.of(ca(BEGAN.minusSeconds(60), "a"));
    look();
    files = List.of(ca(BEGAN.minusSeconds(60), "b"));
    assertThat(look()).hasSize(1);
  }

  @Test
  void aFindingStaysThroughLooksThatAskNoHosts() {
    takes.put("ETCD_LOG_LEVEL", "debug");
    List<Sign> found = stand();
    now = now.plus(Duration.ofHours(20));
    assertThat(signs()).isEqualTo(found);
    round = Optional.empty();
    assertThat(signs()).as("a worker that has just begun").isEqualTo(found);
  }

  /** Another worker found since what the round of before did not show. */
  @Test
  void aRoundOfBeforeAnotherWorkerLookedTellsOnlyWhatTheProcessHasRead() {
    files = List.of(ca(BEGAN.minusSeconds(60), "a"));
    look();
    HostRound old = round.orElseThrow();
    takes.put("ETCD_LOG_LEVEL", "debug");
    files = List.of(ca(BEGAN.plusSeconds(3600), "a"));
    List<Sign> found = stand();
    assertThat(found).singleElement().satisfies(one -> evidence(one).doesNotContain("ca.pem"));
    drawn.member(0).nextStart = Optional.empty();
    round = Optional.of(HostRound.of(drawn.view()).afterOthers(old));
    assertThat(signs()).as("the host does not answer").isEqualTo(found);
    look();
    round = Optional.of(HostRound.of(drawn.view()).afterOthers(old));
    assertThat(signs()).as("the host answers again").isEqualTo(found);
  }

  @Test
  void aFindingStaysWhileTheHostDoesNotAnswerAndEndsWithTheMember() {
    takes.put("ETCD_LOG_LEVEL", "debug");
    List<Sign> found = stand();
    drawn.member(0).nextStart = Optional.empty();
    merge();
    assertThat(signs()).isEqualTo(found);
    drawn.members.remove(0);
    merge();
    assertThat(signs()).isEmpty();
  }

  /** A look in the middle of an operation is no evidence after the end of the operation. */
  @Test
  void anOldLookBeginsNoFinding() {
    takes.put("ETCD_LOG_LEVEL", "debug");
    look();
    now = now.plus(Duration.ofMinutes(11));
    assertThat(signs()).isEmpty();
  }

  @Test
  void peopleAreToldWhenItStandsForAnHour() {
    takes.put("ETCD_LOG_LEVEL", "debug");
    StandingFinding finding = StandingFinding.begun(look().getFirst(), now);
    assertThat(finding.isUntold(now.plus(Duration.ofMinutes(59)))).isFalse();
    assertThat(finding.isUntold(now.plus(Duration.ofMinutes(60)))).isTrue();
    assertThat(FindingKind.NEXT_START.mayBeOurs()).isTrue();
  }

  @Test
  void machinesThatOnlyALookAtTheHostsKnowAreFoundByIt() {
    for (DrawnMember member : drawn.members) {
      member.machine = Optional.of("m1");
    }
    drawn.member(2).machine = Optional.of("m2");
    look();
    for (DrawnMember member : drawn.members) {
      member.machine = Optional.empty();
    }
    assertThat(Signs.in(knowledge()).stream().filter(sign -> sign.kind() == FindingKind.PLACEMENT))
        .extracting(Sign::subject)
        .containsExactly("machine m1");
  }

  private static AbstractStringAssert<?> evidence(Sign sign) {
    return assertThat(sign.evidence());
  }

  private static StartFile ca(Instant changed, String content) {
    return new StartFile("trusted-ca-file", "/etc/etcd/ca.pem", changed, content.repeat(64));
  }

  private List<Sign> stand() {
    List<Sign> found = look();
    standing = Map.of(found.getFirst().name(), found.getFirst());
    return found;
  }

  private List<Sign> look() {
    drawn.member(0).nextStart =
        Optional.of(new NextStart(run, BEGAN, has, takes, version, tag, files));
    merge();
    return signs();
  }

  private void merge() {
    HostRound seen = HostRound.of(drawn.view());
    round = Optional.of(round.map(seen::after).orElse(seen));
  }

  private List<Sign> signs() {
    return NextStarts.signs(knowledge());
  }

  private ClusterKnowledge knowledge() {
    return new ClusterKnowledge(
        now,
        PulseMemory.NONE,
        new DeepKnowledge(RoundMemory.NONE, Optional.empty(), Optional.empty(), round),
        Optional.of(drawn.view()),
        standing);
  }
}
