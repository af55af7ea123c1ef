package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.causes.VersionShare;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Silence;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.operation.SilencedFinding;
import io.quorate.operation.SilencedFindings;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.watch.ClusterWatch;
import io.quorate.watch.ClusterWatch.Telling;
import io.quorate.watch.Finding;
import io.quorate.watch.FindingKind;
import io.quorate.watch.HostRound;
import io.quorate.watch.Latencies;
import io.quorate.watch.MemberGauges;
import io.quorate.watch.Pulse;
import io.quorate.watch.Round;
import io.quorate.watch.StandingFinding;
import io.quorate.worker.background.PretendedVoters;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A watchman between pulses, looks and the incident of one cluster. */
class WatchmanTest {
  private static final ClusterKey MAIN = PretendedVoters.MAIN;
  private static final int SHARD = WatchNames.shardOf(MAIN);

  @TempDir Path directory;

  private final PretendedVoters voters = new PretendedVoters();
  private final List<Finding> told = new ArrayList<>();
  private final List<Finding> over = new ArrayList<>();
  private final List<StandingFinding> toldOfOthers = new ArrayList<>();
  private final List<StandingFinding> othersOver = new ArrayList<>();
  private Optional<Integer> margin = Optional.empty();
  private Optional<VersionShare> ran = Optional.empty();
  private Telling answer = Telling.TOLD;
  private boolean heard = true;
  private int notices;
  private int ends;
  private Instant noticedAt = Instant.EPOCH;
  private Instant toldAt = Instant.EPOCH;
  private boolean off;
  private boolean roundsForgotten;
  private final List<String> silent = new ArrayList<>();
  private SilencedFindings silenced = SilencedFindings.NONE;
  private int asked;
  private long term = 1;
  private Round round = new Round(Map.of());
  private Optional<HostRound> hosts = Optional.empty();
  private final LookPlaces places =
      new LookPlaces(
          (cluster, member) ->
              member.value().equals("etcd-1")
                  ? Optional.of(new FailureDomain("b"))
                  : Optional.empty());

  /** Free places of no zone, and of the zone of {@code etcd-1}. */
  private List<Integer> placesInLooks = List.of();

  private List<Integer> placesInTellings = List.of();
  private Watchman watchman = watchman();

  private List<Integer> freePlaces() {
    Pulse well = new Pulse(Instant.EPOCH, Map.of(), Map.of());
    Pulse silent =
        new Pulse(
            Instant.EPOCH,
            Map.of(),
            Map.of(new MemberName("etcd-1"), new Silence.TimedOut("no answer within 3 s")));
    return List.of(
        places.of(MAIN, well).availablePermits(), places.of(MAIN, silent).availablePermits());
  }

  private Watchman watchman() {
    return new Watchman(
        cluster -> {
          placesInLooks = freePlaces();
          return new WatchLooks(key -> voters.ports(), voters.time).look(cluster);
        },
        places,
        new Watchman.Reporter() {
          @Override
          public Telling tell(ClusterKey cluster, Finding finding) {
            told.add(finding);
            placesInTellings = freePlaces();
            toldAt = voters.time.instant();
            return answer;
          }

          @Override
          public boolean noticed(
              ClusterKey cluster,
              Finding finding,
              int left,
              Map<MemberName, Silence> silences,
              Optional<VersionShare> version) {
            notices++;
            margin = Optional.of(left);
            ran = version;
            noticedAt = voters.time.instant();
            return heard;
          }

          @Override
          public boolean well(ClusterKey cluster) {
            ends++;
            margin = Optional.empty();
            return heard;
          }

          @Override
          public boolean tellOver(ClusterKey cluster, Finding finding) {
            return over.add(finding);
          }

          @Override
          public Telling tell(ClusterKey cluster, StandingFinding finding) {
            toldOfOthers.add(finding);
            return answer;
          }

          @Override
          public boolean tellOver(
              ClusterKey cluster, StandingFinding finding, Optional<String> untold) {
            untold.ifPresent(silent::add);
            othersOver.add(finding);
            return heard;
          }
        },
        new DepthBook(
            cluster -> round,
            cluster -> Optional.empty(),
            cluster -> hosts,
            forgotten -> roundsForgotten |= forgotten.test(MAIN),
            voters.time,
            () -> Duration.between(Instant.EPOCH, voters.time.instant()).toNanos()),
        new Unwanted(
            (cluster, code) -> off,
            new Silences(
                shard -> {
                  asked++;
                  return Optional.of(silenced);
                },
                voters.time,
                Runnable::run)),
        voters.time);
  }

  @BeforeEach
  void keepTheRecord() {
    voters.records = Optional.of(SnapshotPlace.in(directory, voters.time).records());
  }

  @Test
  void looksOnceAMinuteAtAClusterInWhichNothingHappens() {
    int looks = 0;
    for (int second = 0; second < 900; second += 30) {
      looks += pulse() ? 1 : 0;
      voters.time.pass(Duration.ofSeconds(30));
    }
    assertThat(looks).isEqualTo(15);
    assertThat(told).isEmpty();
  }

  @Test
  void tellsTheIncidentOnceOfAMemberThatStaysSilent() {
    pulse();
    Instant before = voters.time.instant();
    voters.silent = true;
    voters.time.pass(Duration.ofSeconds(30));
    followFor(Duration.ofMinutes(4));
    assertThat(told).hasSize(1);
    assertThat(Duration.between(before, told.getFirst().since())).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void tellsAgainOfTheSameTroubleBecauseTheIncidentMayHaveBeenClosed() {
    voters.silent = true;
    followFor(Duration.ofMinutes(6));
    assertThat(told).hasSize(2);
    assertThat(told).extracting(Finding::since).containsOnly(told.getFirst().since());
  }

  @Test
  void tellsWithinAMinuteOfTheBreak() {
    pulse();
    voters.silent = true;
    voters.time.pass(Duration.ofSeconds(30));
    followFor(Duration.ofSeconds(30));
    assertThat(told).hasSize(1);
  }

  @Test
  void tellsTheIncidentWhenTheMemberIsBack() {
    voters.silent = true;
    followFor(Duration.ofMinutes(2));
    voters.silent = false;
    followFor(Duration.ofMinutes(3));
    assertThat(over).hasSize(1);
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled()).isEmpty();
  }

  @Test
  void theMarginOfACommonCauseIsThatOfTheVoters() {
    watchman.wantsLook(MAIN, answered());
    watchman.look(MAIN);
    voters.silent = true;
    Pulse pulse = answered();
    Map<MemberName, Silence> silences = new TreeMap<>(pulse.silences());
    silences.put(new MemberName("not-listed"), new Silence.TimedOut("no answer within 3 s"));

    watchman.wantsLook(MAIN, new Pulse(pulse.at(), pulse.answers(), silences));
    watchman.look(MAIN);

    assertThat(margin).contains(0);
    assertThat(ran).map(VersionShare::clusters).contains(1);
  }

  @Test
  void tellingPeopleTakesNoPlaceFromTheLooks() {
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    assertThat(told).hasSize(1);
    assertThat(placesInTellings).containsExactly(16, 16);
  }

  @Test
  void eachLookTakesAPlaceOfTheZoneThatIsSilentNow() {
    pulse();
    assertThat(placesInLooks).containsExactly(15, 16);
    voters.silent = true;
    followFor(Duration.ofSeconds(10));
    assertThat(placesInLooks).containsExactly(16, 15);
  }

  @Test
  void announcesATroubleUntilTheAnnouncementIsHeard() {
    answer = Telling.UNTOLD;
    heard = false;
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    int missed = notices;
    assertThat(missed).isGreaterThan(2);

    heard = true;
    answer = Telling.TOLD;
    followFor(Duration.ofMinutes(2));

    assertThat(notices).isEqualTo(missed + 1);
    assertThat(Duration.between(noticedAt, toldAt))
        .as("time in which others of the same cause are announced")
        .isGreaterThanOrEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void aGoodLookAnnouncesNothing() {
    heard = false;
    voters.silent = true;
    pulse();
    assertThat(notices).isEqualTo(1);

    voters.silent = false;
    voters.time.pass(Duration.ofSeconds(10));
    pulse();

    assertThat(notices).isEqualTo(1);
  }

  @Test
  void aSearchForCausesThatTakesNoNewsKeepsNothingFromTheIncident() {
    heard = false;
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    assertThat(told).hasSize(1);
  }

  @Test
  void announcesWhatBeganWhileQuorateWasCutOff() {
    List<ClusterKey> others = List.of("a", "b", "c", "d").stream().map(ClusterKey::new).toList();
    others.forEach(cluster -> watchman.wantsLook(cluster, allSilent()));
    voters.silent = true;
    watchman.wantsLook(MAIN, allSilent());
    watchman.look(MAIN);
    assertThat(notices).isZero();

    others.forEach(cluster -> watchman.wantsLook(cluster, answered()));
    voters.time.pass(Duration.ofSeconds(30));
    followFor(Duration.ofSeconds(40));

    assertThat(notices).isEqualTo(1);
    assertThat(told).isNotEmpty();
    assertThat(toldAt)
        .as("a look later, so that others of the same cause come first")
        .isAfter(noticedAt);
  }

  @Test
  void announcesAnEndUntilTheAnnouncementIsHeard() {
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    heard = false;
    voters.silent = false;
    followFor(Duration.ofMinutes(3));
    int missed = ends;
    assertThat(missed).isGreaterThan(1);

    heard = true;
    followFor(Duration.ofMinutes(5));

    assertThat(ends).isEqualTo(missed + 1);
  }

  @Test
  void tellsAfterTheOperationWhatTheOperationHeldBack() {
    answer = Telling.HELD_BACK;
    voters.silent = true;
    followFor(Duration.ofMinutes(5));
    int attempts = told.size();
    assertThat(attempts).isBetween(2, 6);
    answer = Telling.TOLD;
    followFor(Duration.ofMinutes(5));
    assertThat(told).hasSize(attempts + 1);
  }

  @Test
  void tellsAgainWhenTemporalDidNotAnswer() {
    answer = Telling.UNTOLD;
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    assertThat(told).hasSizeGreaterThan(2);
  }

  @Test
  void tellsNobodyOfWhatTheConfigurationSwitchesOff() {
    off = true;
    voters.silent = true;
    followFor(Duration.ofMinutes(10));
    assertThat(told).isEmpty();
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled()).hasSize(1);
  }

  @Test
  void doesNotTellAgainWhatTheHolderBeforeHasTold() {
    voters.silent = true;
    followFor(Duration.ofMinutes(2));
    WatchedShard report = watchman.report(SHARD, Set.of(MAIN));
    watchman = watchman();
    watchman.resume(report);
    followFor(Duration.ofMinutes(3));
    assertThat(told).hasSize(1);
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled())
        .first()
        .satisfies(one -> assertThat(one.since()).isEqualTo(told.getFirst().since()));
  }

  @Test
  void tellsOfADiskThatLooksHaveReadToBeSlow() {
    for (int minute = 0; minute < 12; minute++) {
      round = readingWithSlowWaits(100L * minute);
      pulse();
      voters.time.pass(Duration.ofMinutes(1));
    }
    assertThat(toldOfOthers)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.sign().kind()).isEqualTo(FindingKind.SLOW_DISK);
              assertThat(finding.sign().subject()).isEqualTo("etcd-1");
            });
  }

  private Round readingWithSlowWaits(long waits) {
    Latencies fsync =
        new Latencies(new TreeMap<>(Map.of(0.128, 0L, Double.POSITIVE_INFINITY, waits)));
    Instant now = voters.time.instant();
    return new Round(
        Map.of(new MemberName("etcd-1"), new MemberGauges(now, now, Optional.empty(), fsync)));
  }

  @Test
  void tellsOfALeaderThatFlapsAndOfItsEnd() {
    flap();
    assertThat(toldOfOthers)
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.sign().kind()).isEqualTo(FindingKind.LEADER_FLAPPING));
    assertThat(told).as("the diagnosis is whole").isEmpty();
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled())
        .singleElement()
        .matches(one -> one.told() && one.code().equals("leader-flapping"));
    followFor(Duration.ofMinutes(13));
    assertThat(othersOver).hasSize(1);
    assertThat(watchman.report(SHARD, Set.of(MAIN)).findings()).isZero();
  }

  @Test
  void tellsTheEndOfAFindingUntilTheIncidentHearsIt() {
    flap();
    heard = false;
    followFor(Duration.ofMinutes(25));
    int missed = othersOver.size();
    assertThat(missed).isGreaterThan(1);

    heard = true;
    followFor(Duration.ofMinutes(10));
    assertThat(othersOver).hasSize(missed + 1);
  }

  @Test
  void anOperationThatMovesTheLeaderIsNoFinding() {
    answer = Telling.HELD_BACK;
    flap();
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled()).isEmpty();
    answer = Telling.TOLD;
    followFor(Duration.ofMinutes(10));
    assertThat(toldOfOthers).hasSize(1);
  }

  @Test
  void showsAFindingThatTheConfigurationSwitchesOff() {
    off = true;
    flap();
    assertThat(toldOfOthers).isEmpty();
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled())
        .singleElement()
        .matches(one -> !one.told());
  }

  @Test
  void tellsTheEndOfASilencedFinding() {
    flap();
    off = true;
    followFor(Duration.ofMinutes(2));
    assertThat(othersOver).hasSize(1);
    assertThat(silent).containsExactly("switched off in the configuration (watch)");
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled())
        .singleElement()
        .matches(one -> !one.told());
  }

  @Test
  void theIncidentHearsWhenASilencedFindingEndsWhicheverWorkerSeesIt() {
    flap();
    off = true;
    followFor(Duration.ofMinutes(2));
    assertThat(silent).hasSize(1);
    WatchedShard report = watchman.report(SHARD, Set.of(MAIN));
    watchman = watchman();
    watchman.resume(report);
    followFor(Duration.ofMinutes(13));
    assertThat(silent).as("each worker says it once, in its words").hasSize(2);
    assertThat(othersOver).as("silenced twice, then over").hasSize(3);
  }

  @Test
  void theIncidentHearsTheNewEndOfASilenceThatIsMadeLonger() {
    flap();
    silence("2026-12-03T08:00:00Z");
    followFor(Duration.ofMinutes(2));
    silence("2026-12-04T08:00:00Z");
    followFor(Duration.ofMinutes(3));
    assertThat(silent)
        .containsExactly(
            "silenced by dana until 2026-12-03T08:00:00Z, because: known",
            "silenced by dana until 2026-12-04T08:00:00Z, because: known");
    assertThat(toldOfOthers).as("people are told once").hasSize(1);
  }

  private void silence(String until) {
    silenced =
        new SilencedFindings(
            List.of(
                new SilencedFinding(
                    MAIN,
                    "leader-flapping",
                    "dana",
                    "known",
                    Instant.parse(until),
                    Optional.empty())));
  }

  @Test
  void tellsNobodyOfWhatAPersonHasSilenced() {
    Instant until = voters.time.instant().plus(Duration.ofDays(1));
    silenced =
        new SilencedFindings(
            List.of(
                new SilencedFinding(
                    MAIN, "leader-flapping", "dana", "known", until, Optional.empty()),
                new SilencedFinding(
                    MAIN, "member-silent", "dana", "known", until, Optional.empty())));
    flap();
    voters.silent = true;
    followFor(Duration.ofMinutes(2));
    assertThat(toldOfOthers).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void keepsAFindingThatTheHolderBeforeHasTold() {
    flap();
    WatchedShard report = watchman.report(SHARD, Set.of(MAIN));
    watchman = watchman();
    watchman.resume(report);
    followFor(Duration.ofMinutes(3));
    assertThat(toldOfOthers).hasSize(1);
    assertThat(othersOver).isEmpty();
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled())
        .singleElement()
        .satisfies(one -> assertThat(one.since()).isEqualTo(toldOfOthers.getFirst().since()));
  }

  private void flap() {
    pulse();
    for (int change = 0; change < 3; change++) {
      term++;
      followFor(Duration.ofSeconds(30));
    }
  }

  @Test
  void asksNobodyAboutSingleClustersWhileQuorateIsCutOff() {
    for (String cluster : List.of("a", "b", "c", "d")) {
      watchman.wantsLook(new ClusterKey(cluster), allSilent());
    }
    voters.silent = true;
    watchman.wantsLook(MAIN, allSilent());
    followFor(Duration.ofSeconds(50));
    assertThat(told).isEmpty();
    assertThat(watchman.isCutOff()).isTrue();
  }

  @Test
  void whetherQuorateIsCutOffIsKnownWithoutTemporal() {
    answer = Telling.UNTOLD;
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    int before = asked;
    for (int minute = 0; minute < 3; minute++) {
      voters.time.pass(Duration.ofMinutes(1));
      watchman.wantsLook(MAIN, answered());
      assertThat(watchman.isCutOff()).isFalse();
    }
    assertThat(before).isPositive();
    assertThat(asked).isEqualTo(before);
  }

  @Test
  void clustersThatPeopleKnowToBeOffDoNotCutQuorateOff() {
    off = true;
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    for (String cluster : List.of("a", "b")) {
      watchman.wantsLook(new ClusterKey(cluster), allSilent());
    }
    assertThat(watchman.isCutOff()).isFalse();
  }

  @Test
  void namesClustersThatCannotBeAsked() {
    ClusterKey never = new ClusterKey("never");
    assertThat(watchman.report(SHARD, Set.of(never)).unasked()).as("it has just begun").isEmpty();
    voters.time.pass(Duration.ofMinutes(2));
    pulse();
    assertThat(watchman.report(SHARD, Set.of(MAIN, never)).unasked()).containsExactly(never);
    voters.time.pass(Duration.ofMinutes(2));
    assertThat(watchman.report(SHARD, Set.of(MAIN, never)).unasked()).hasSize(2);
    watchman.forget(SHARD);
    assertThat(watchman.report(SHARD, Set.of(MAIN)).unasked()).as("it begins anew").isEmpty();
  }

  @Test
  void forgetsTheClustersOfAShardThatAnotherWorkerHolds() {
    voters.silent = true;
    followFor(Duration.ofMinutes(1));
    watchman.forget(SHARD);
    WatchedShard report = watchman.report(SHARD, Set.of(MAIN));
    assertThat(report.troubled()).isEmpty();
    assertThat(report.oldestPulse()).isEmpty();
    assertThat(roundsForgotten).as("what hosts and certificates showed").isTrue();
  }

  /** Follows as the turns do: a pulse every 30 s, and a look whenever one is due. */
  private void followFor(Duration time) {
    Instant end = voters.time.instant().plus(time);
    pulse();
    Instant nextPulse = voters.time.instant().plusSeconds(30);
    while (voters.time.instant().isBefore(end)) {
      voters.time.pass(Duration.ofSeconds(10));
      if (!voters.time.instant().isBefore(nextPulse)) {
        nextPulse = nextPulse.plusSeconds(30);
        watchman.wantsLook(MAIN, answered());
      }
      if (watchman.wantsLook(MAIN, answered())) {
        watchman.look(MAIN);
      }
    }
  }

  private boolean pulse() {
    boolean wants = watchman.wantsLook(MAIN, answered());
    if (wants) {
      Instant due = watchman.look(MAIN);
      assertThat(due).isAfter(voters.time.instant());
      assertThat(due).isBeforeOrEqualTo(voters.time.instant().plus(ClusterWatch.round(1)));
    }
    return wants;
  }

  private Pulse answered() {
    Map<MemberName, MemberStatus> answers = new TreeMap<>();
    Map<MemberName, Silence> silences = new TreeMap<>();
    for (int number = 0; number < 3; number++) {
      MemberName member = new MemberName("etcd-" + number);
      if (voters.silent && number == 1) {
        silences.put(member, new Silence.TimedOut("no answer within 3 s"));
      } else {
        answers.put(
            member,
            MemberStatus.assumed(
                    new MemberId(number + 1), new ClusterId(7), new EtcdVersion(3, 6, 16))
                .inTerm(term, new MemberId(1)));
      }
    }
    return new Pulse(voters.time.instant(), answers, silences);
  }

  private Pulse allSilent() {
    Silence late = new Silence.TimedOut("no answer within 3 s");
    return new Pulse(
        voters.time.instant(),
        Map.of(),
        Map.of(new MemberName("etcd-0"), late, new MemberName("etcd-1"), late));
  }

  @Test
  void readsNoReportOfALaterRelease() {
    watchman.resume(
        new WatchedShard(
            SHARD,
            1,
            Optional.empty(),
            List.of(
                new WatchedShard.Troubled(
                    MAIN, "of-a-later-release", Instant.EPOCH, Instant.EPOCH, "?", true)),
            1,
            List.of()));
    assertThat(watchman.report(SHARD, Set.of(MAIN)).troubled()).isEmpty();
    assertThat(DiagnosisCode.named("of-a-later-release")).isEmpty();
  }
}
