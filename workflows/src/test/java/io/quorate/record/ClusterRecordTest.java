package io.quorate.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.view.ClusterView;
import io.quorate.view.HistoryConflict;
import io.quorate.view.Recorder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** What is remembered of a cluster: what is learned of a look, and what two writers make of it. */
class ClusterRecordTest {
  private static final ClusterKey MAIN = new ClusterKey("main");
  private static final ClusterRecord NEW =
      ClusterRecord.begin(MAIN, DrawnCluster.NOW, "there was no record");

  @Property(tries = 300)
  void joiningTwoRecordsLosesNothingWhateverTheOrder(
      @ForAll("records") ClusterRecord one,
      @ForAll("records") ClusterRecord two,
      @ForAll("records") ClusterRecord three) {
    assertThat(one.or(two)).isEqualTo(two.or(one));
    assertThat(one.or(one)).isEqualTo(one);
    assertThat(one.or(two).or(two)).isEqualTo(one.or(two));
    assertThat(one.or(two).or(three)).isEqualTo(one.or(two.or(three)));
    for (ClusterRecord part : List.of(one, two)) {
      assertThat(one.or(two)).satisfies(joined -> holdsAllOf(joined, part));
    }
  }

  @Property(tries = 300)
  void noLookTakesAnythingAway(
      @ForAll("records") ClusterRecord before, @ForAll("looks") ClusterView look) {
    Assume.that(times(before).noneMatch(time -> Age.wasAhead(time, look.at())));
    ClusterRecord after = new Recorder(look).seen(before);
    holdsAllOf(after, before);
    assertThat(new Recorder(look).seen(after)).isEqualTo(after);
    assertThat(after.or(before)).isEqualTo(after);
  }

  /** When the looks were taken that a record rests on; one of a clock ahead makes way. */
  private static Stream<Instant> times(ClusterRecord record) {
    return Stream.concat(
        record.lastLook().stream().map(LastLook::at),
        record.incarnations().stream()
            .flatMap(one -> one.confirmed().stream())
            .map(ConfirmedList::at));
  }

  private static void holdsAllOf(ClusterRecord joined, ClusterRecord part) {
    assertThat(joined.since()).isBeforeOrEqualTo(part.since());
    for (Incarnation known : part.incarnations()) {
      Incarnation kept =
          joined.incarnations().stream().filter(known::isSameAs).findFirst().orElseThrow();
      noLower(kept.revision(), known.revision());
      noLower(kept.raftTerm(), known.raftTerm());
      noLower(kept.raftIndex(), known.raftIndex());
      assertThat(kept.members()).extracting(RecordedMember::id).containsAll(idsOf(known));
      assertThat(kept.confirmed().map(ConfirmedList::at).orElse(Instant.MIN))
          .isAfterOrEqualTo(known.confirmed().map(ConfirmedList::at).orElse(Instant.MIN));
      assertThat(kept.bootstrapName().isPresent() || known.bootstrapName().isEmpty()).isTrue();
    }
    assertThat(joined.lastLook().map(LastLook::at).orElse(Instant.MIN))
        .isAfterOrEqualTo(part.lastLook().map(LastLook::at).orElse(Instant.MIN));
  }

  private static List<MemberId> idsOf(Incarnation incarnation) {
    return incarnation.members().stream().map(RecordedMember::id).toList();
  }

  private static void noLower(Optional<HighWaterMark> kept, Optional<HighWaterMark> known) {
    assertThat(kept.map(HighWaterMark::value).orElse(0L))
        .isGreaterThanOrEqualTo(known.map(HighWaterMark::value).orElse(0L));
  }

  @Test
  void aLookTellsWhoIsThereHowFarTheyAreAndSinceWhen() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(0).settings.put("ETCD_INITIAL_CLUSTER_TOKEN", "payments-1");
    drawn.releases.add(drawn.member(0).version);
    Incarnation now = new Recorder(drawn.view()).seen(NEW).current().orElseThrow();
    assertThat(now.clusterId()).isEqualTo(DrawnMember.HERE);
    assertThat(now.began()).isEqualTo(Origin.FOUND);
    assertThat(now.bootstrapName()).contains("payments-1");
    assertThat(now.raftIndex()).contains(new HighWaterMark(90, DrawnCluster.NOW));
    assertThat(now.raftTerm()).contains(new HighWaterMark(2, DrawnCluster.NOW));
    assertThat(now.confirmed().orElseThrow().voters()).hasSize(3);
    assertThat(now.member(drawn.member(1).id).orElseThrow().raftIndex().orElseThrow().value())
        .isEqualTo(90);
    assertThat(
            new Recorder(drawn.view())
                .seen(NEW)
                .lastLook()
                .orElseThrow()
                .remembered()
                .settledSince())
        .contains(DrawnCluster.NOW.minus(drawn.settledFor));
  }

  /** Most looks ask members alone: the one that read the files may be the only one for long. */
  @Test
  void aTokenThatIsNewIsWrittenAtOnce() {
    DrawnCluster drawn = DrawnCluster.of(3);
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    drawn.now = drawn.now.plusSeconds(5);
    assertThat(new Recorder(drawn.view()).seen(record).listsTheSameAs(record)).isTrue();
    drawn.member(0).settings.put("ETCD_INITIAL_CLUSTER_TOKEN", "payments-1");
    drawn.releases.add(drawn.member(0).version);
    assertThat(new Recorder(drawn.view()).seen(record).listsTheSameAs(record)).isFalse();
  }

  @Test
  void aMemberThatLeftIsRememberedWithHowFarItWas() {
    DrawnCluster five = DrawnCluster.of(5);
    ClusterRecord record = new Recorder(five.view()).seen(NEW);
    five.members.remove(4);
    five.now = five.now.plusSeconds(5);
    record = new Recorder(five.view()).seen(record);
    assertThat(record.current().orElseThrow().confirmed().orElseThrow().voters()).hasSize(4);
    assertThat(record.current().orElseThrow().members()).hasSize(5);
  }

  @Test
  void aConflictOfIndexTermOrClusterIdTeachesTheRecordNothing() {
    DrawnCluster drawn = DrawnCluster.of(3);
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    drawn.now = drawn.now.plusSeconds(30);
    drawn.members.forEach(member -> member.index = 7);
    assertThat(conflict(record, drawn)).contains(HistoryConflict.Kind.RAFT_INDEX);
    drawn.members.forEach(member -> member.term = 1);
    assertThat(conflict(record, drawn)).contains(HistoryConflict.Kind.RAFT_TERM);
    drawn.members.forEach(member -> member.cluster = ClusterId.parse("c2"));
    assertThat(conflict(record, drawn)).contains(HistoryConflict.Kind.CLUSTER_ID);
    assertThat(new Recorder(drawn.view()).seen(record).incarnations())
        .isEqualTo(record.incarnations());
  }

  @Test
  void membersThatAreBehindWithoutQuorumAreNoOtherHistory() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).index = 60;
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    drawn.member(0).gone();
    drawn.member(1).gone();
    drawn.member(2).term = 1;
    drawn.source = MembershipSource.LOCAL;
    assertThat(conflict(record, drawn)).isEmpty();
  }

  @Test
  void aMemberThatIsAheadAloneDoesNotSetTheClusterRevision() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).index = 900;
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    assertThat(record.current().orElseThrow().revision().orElseThrow().value()).isLessThan(900);
  }

  @Test
  void aLookWithoutQuorumTeachesTheRecordNothingAndContradictsNothing() {
    DrawnCluster drawn = DrawnCluster.of(3);
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    drawn.source = MembershipSource.LOCAL;
    drawn.member(0).gone();
    drawn.member(1).gone();
    drawn.member(2).cluster = ClusterId.parse("c2");
    drawn.now = drawn.now.plusSeconds(60);
    assertThat(conflict(record, drawn)).isEmpty();
    assertThat(new Recorder(drawn.view()).seen(record).incarnations())
        .isEqualTo(record.incarnations());
    assertThat(new Recorder(drawn.view()).seen(NEW).incarnations()).isEmpty();
    assertThat(new Recorder(drawn.view()).accepting(record, "dana", "restored")).isEmpty();
  }

  @Test
  void removalsInTurnAreScalingAndRemovalsAtOnceAreAConflict() {
    DrawnCluster drawn = DrawnCluster.of(5);
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    for (int left = 4; left > 1; left--) {
      drawn.members.remove(left);
      drawn.now = drawn.now.plusSeconds(5);
      assertThat(conflict(record, drawn)).isEmpty();
      record = new Recorder(drawn.view()).seen(record);
    }
    drawn.members.remove(1);
    drawn.now = drawn.now.plusSeconds(5);
    assertThat(conflict(record, drawn))
        .as("one of two may have been forced")
        .contains(HistoryConflict.Kind.MEMBERSHIP);
    assertThat(new Recorder(drawn.view()).seen(record).incarnations())
        .isEqualTo(record.incarnations());
    assertThat(conflict(new Recorder(drawn.view()).changed(record), drawn))
        .as("Quorate removed it")
        .isEmpty();
    DrawnCluster alone = DrawnCluster.of(1);
    HistoryConflict shrunk =
        new Recorder(alone.view())
            .conflict(new Recorder(DrawnCluster.of(3).view()).seen(NEW))
            .orElseThrow();
    assertThat(shrunk.kind()).isEqualTo(HistoryConflict.Kind.MEMBERSHIP);
    assertThat(shrunk.missing()).extracting(RecordedMember::name).hasSize(2);
    assertThat(shrunk.recorded()).isEqualTo("3 voters");
    assertThat(shrunk.seen()).isEqualTo("1 voter");
  }

  @Test
  void aMembershipChangeByQuorateIsNoConflictAndAnotherClusterIdIs() {
    DrawnCluster drawn = DrawnCluster.of(5);
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    drawn.members.subList(1, 5).clear();
    ClusterRecord changed = new Recorder(drawn.view()).changed(record);
    assertThat(conflict(changed, drawn)).isEmpty();
    assertThat(changed.incarnations()).as("it is the same history").hasSize(1);
    assertThat(changed.current().orElseThrow().members()).hasSize(5);
    drawn.members.forEach(member -> member.cluster = ClusterId.parse("c2"));
    assertThat(conflict(new Recorder(drawn.view()).changed(record), drawn))
        .contains(HistoryConflict.Kind.CLUSTER_ID);
  }

  @Test
  void acceptingBeginsAnIncarnationAndKeepsTheOldOne() {
    DrawnCluster drawn = DrawnCluster.of(3);
    ClusterRecord record = new Recorder(drawn.view()).seen(NEW);
    drawn.members.forEach(member -> member.index = 7);
    drawn.now = drawn.now.minusSeconds(30);
    ClusterRecord accepted =
        new Recorder(drawn.view()).accepting(record, "dana", "restored").orElseThrow();
    assertThat(new Recorder(drawn.view()).conflict(accepted)).isEmpty();
    assertThat(accepted.incarnations()).hasSize(2);
    assertThat(accepted.current().orElseThrow().began())
        .isEqualTo(Origin.accepted("dana", "restored"));
    assertThat(accepted.current().orElseThrow().raftIndex().orElseThrow().value()).isEqualTo(7);
    assertThat(accepted.listsTheSameAs(record)).isFalse();
    assertThat(accepted.or(record)).isEqualTo(accepted);
  }

  @Test
  void nobodyAcceptsTwoHistoriesAtOnce() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).cluster = ClusterId.parse("c2");
    assertThat(new Recorder(drawn.view()).accepting(NEW, "dana", "restored")).isEmpty();
    assertThat(new Recorder(drawn.view()).seen(NEW).incarnations()).isEmpty();
  }

  @Test
  void aRecordedSilenceExpiresAndARecordedLeaderDoesNot() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).silent();
    ClusterView look = drawn.view();
    LastLook last = new Recorder(look).seen(NEW).lastLook().orElseThrow();
    ObservationMemory soon = last.at(look.at().plus(LastLook.FRESH));
    ObservationMemory late = last.at(look.at().plus(LastLook.FRESH).plusSeconds(1));
    assertThat(soon.silentSince()).containsOnlyKeys(drawn.member(2).name);
    assertThat(late.silentSince()).isEmpty();
    assertThat(late.settledSince()).isEqualTo(soon.settledSince()).isPresent();
  }

  @Test
  void aRecordOfAClockAheadGivesWayToThePresentLook() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.now = DrawnCluster.NOW.plus(Duration.ofDays(9));
    drawn.member(2).silent();
    ClusterRecord ahead = new Recorder(drawn.view()).seen(NEW);
    assertThat(ahead.lastLook().orElseThrow().at(DrawnCluster.NOW).silentSince()).isEmpty();
    assertThat(ahead.lastLook().orElseThrow().at(DrawnCluster.NOW).settledSince()).isEmpty();

    drawn.now = DrawnCluster.NOW;
    drawn.members.remove(4);
    ClusterRecord now = new Recorder(drawn.view()).seen(ahead);
    assertThat(now.lastLook().map(LastLook::at)).contains(DrawnCluster.NOW);
    ConfirmedList list = now.current().flatMap(Incarnation::confirmed).orElseThrow();
    assertThat(list.at()).isEqualTo(DrawnCluster.NOW);
    assertThat(list.voters()).hasSize(4);
    assertThat(now.current().orElseThrow().members())
        .hasSize(5)
        .allSatisfy(member -> assertThat(member.listedAt()).isBeforeOrEqualTo(DrawnCluster.NOW));
  }

  private static Optional<HistoryConflict.Kind> conflict(ClusterRecord record, DrawnCluster seen) {
    return new Recorder(seen.view()).conflict(record).map(HistoryConflict::kind);
  }

  @Provide
  Arbitrary<ClusterView> looks() {
    Arbitrary<Long> number = Arbitraries.longs().between(1, 6);
    return Combinators.combine(
            Arbitraries.integers().between(1, 5),
            number,
            number,
            Arbitraries.integers().between(0, 400),
            Arbitraries.of("c1", "c1", "c2"),
            Arbitraries.of(MembershipSource.class),
            Arbitraries.integers().between(0, 5))
        .as(ClusterRecordTest::look);
  }

  private static ClusterView look(
      int voters,
      long index,
      long term,
      int seconds,
      String cluster,
      MembershipSource source,
      int silent) {
    DrawnCluster drawn = DrawnCluster.of(voters);
    drawn.now = DrawnCluster.NOW.plusSeconds(seconds);
    drawn.settledFor = Duration.ofSeconds(seconds % 7);
    drawn.source = source;
    for (DrawnMember member : drawn.members) {
      member.index = index;
      member.term = term;
      member.cluster = ClusterId.parse(cluster);
    }
    if (silent < voters) {
      drawn.member(silent).gone();
    }
    return drawn.view();
  }

  /** Records as they come about: of a few looks, and now and then somebody accepts one. */
  @Provide
  Arbitrary<ClusterRecord> records() {
    Arbitrary<Boolean> accept = Arbitraries.of(true, false, false, false);
    return Combinators.combine(
            Combinators.combine(looks(), accept).as(Looked::new).list().ofMaxSize(4),
            Arbitraries.integers().between(0, 3))
        .as(ClusterRecordTest::record);
  }

  private record Looked(ClusterView view, boolean accepted) {}

  private static ClusterRecord record(List<Looked> looks, int begunAfter) {
    ClusterRecord record =
        ClusterRecord.begin(MAIN, DrawnCluster.NOW.plusSeconds(begunAfter), "no " + begunAfter);
    for (Looked look : looks) {
      record =
          new Recorder(look.view())
              .seen(record)
              .changing("main." + looks.size(), "here " + begunAfter, look.view().at());
      if (look.accepted()) {
        record = new Recorder(look.view()).accepting(record, "dana", "restored").orElse(record);
      }
    }
    return record;
  }
}
