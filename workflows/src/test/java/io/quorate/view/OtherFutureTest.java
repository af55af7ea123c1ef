package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Incarnation;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Histories that have one cluster id: what belongs to which, by record and by logs. */
class OtherFutureTest {
  private static final Instant ACCEPTED = DrawnCluster.NOW.minus(Duration.ofMinutes(30));

  private final DrawnCluster before = DrawnCluster.of(3);
  private final ClusterRecord found = found();

  private ClusterRecord found() {
    before.now = ACCEPTED.minus(Duration.ofHours(2));
    before.members.forEach(member -> member.index = 679);
    return new Recorder(before.view())
        .seen(ClusterRecord.begin(before.key, before.now, "there was no record"));
  }

  /** Two of three after a restore under the same token, up to this index. */
  private static DrawnCluster restoredByHand(long index) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.now = ACCEPTED;
    drawn.members.forEach(member -> member.index = index);
    drawn.member(2).stopped();
    return drawn;
  }

  private ClusterRecord accepted(DrawnCluster now) {
    return new Recorder(now.view()).accepting(found, "dana", "restored by hand").orElseThrow();
  }

  @Test
  void acceptingNumbersThatWentBackMarksAnotherFuture() {
    RecordedPast past = RecordedPast.of(Optional.of(accepted(restoredByHand(79))));
    assertThat(past.incarnation().flatMap(Incarnation::lineage))
        .contains(Incarnation.Lineage.OTHER_FUTURE);
    assertThat(past.parted(DrawnMember.HERE)).contains(ACCEPTED);
  }

  @Test
  void acceptingThatVotersAreGoneGoesOnWithTheHistory() {
    DrawnCluster alone = restoredByHand(700);
    alone.members.subList(1, 3).clear();
    RecordedPast past = RecordedPast.of(Optional.of(accepted(alone)));
    assertThat(past.incarnation().flatMap(Incarnation::lineage))
        .contains(Incarnation.Lineage.GOES_ON);
    assertThat(past.isGivenUp(saved(Duration.ofHours(1)))).isFalse();
    assertThat(past.isOfNow(saved(Duration.ofHours(1)))).isTrue();
  }

  @Test
  void snapshotsFromBeforeTheAcceptanceBelongToTheAbandonedFuture() {
    RecordedPast past = RecordedPast.of(Optional.of(accepted(restoredByHand(79))));
    assertThat(past.isGivenUp(saved(Duration.ofHours(1)))).isTrue();
    assertThat(past.isOfNow(saved(Duration.ofHours(1)))).isFalse();
    assertThat(past.isGivenUp(saved(Duration.ZERO))).isFalse();
    assertThat(past.historyOf(saved(Duration.ofHours(1))))
        .isNotEqualTo(past.historyOf(saved(Duration.ZERO)));
  }

  /** A record that was written before the mark existed. */
  @Test
  void anUnmarkedAcceptedHistoryIsAnotherFutureOnlyOfAKnownClusterId() {
    ClusterRecord record = accepted(restoredByHand(79));
    Incarnation unmarked = record.current().orElseThrow().as(Optional.empty());
    assertThat(
            new RecordedPast(
                    Optional.of(unmarked), Optional.empty(), found.incarnations(), List.of())
                .parted(DrawnMember.HERE))
        .contains(ACCEPTED);
    assertThat(
            new RecordedPast(Optional.of(unmarked), Optional.empty(), List.of(), List.of())
                .parted(DrawnMember.HERE))
        .isEmpty();
  }

  @Test
  void dataOfAMemberThatNobodySawInTheNewFutureIsGivenUp() {
    DrawnCluster now = restoredByHand(79);
    RecordedPast past = RecordedPast.of(Optional.of(accepted(now)));
    assertThat(past.givenUp(owner(2))).contains(found.current().orElseThrow());
    assertThat(past.givenUp(owner(1))).as("it answered since").isEmpty();
    assertThat(past.givenUp(new DataOwner(new MemberId(0xb002), DrawnMember.HERE)))
        .as("an id that was given since")
        .isEmpty();
    DrawnCluster later = restoredByHand(90);
    later.now = ACCEPTED.plusSeconds(60);
    later.member(2).answers = true;
    later.member(2).workload(Workload.Running.EXPECTED);
    Recorder recorder = new Recorder(later.view());
    RecordedPast seen =
        RecordedPast.of(Optional.of(recorder.seen(recorder.changed(accepted(now)))));
    assertThat(seen.givenUp(owner(2))).as("it came back into the new future").isEmpty();
  }

  @Test
  void twoWritersAgreeOnTheMarkWhateverTheOrder() {
    ClusterRecord accepted = accepted(restoredByHand(79));
    assertThat(accepted.or(found)).isEqualTo(found.or(accepted)).isEqualTo(accepted);
  }

  /**
   * Raft: whoever dies as a member of this history knows no more to be committed than its leader,
   * and has no entry of a later term. Whatever else the member has beyond that, also of the term of
   * now while commits stand still, the member is started.
   */
  @Property
  void aMemberThatCouldBeOfThisHistoryIsNeverCalledOfAnother(
      @ForAll @LongRange(min = 2, max = 9) long term,
      @ForAll @LongRange(min = 10, max = 99) long committed,
      @ForAll @LongRange(min = 1, max = 99) long known,
      @ForAll @LongRange(max = 50) long tail) {
    long reached = Math.min(known, committed);
    assertThat(other(term, committed, new End(term - 1, reached + tail, reached))).isEmpty();
    assertThat(other(term, committed, new End(term, committed + tail, reached))).isEmpty();
  }

  /**
   * Raft: no member of this history knows more to be committed, has a later term, or has a longer
   * log of the leader's term than the leader.
   */
  @Property
  void aLogWithMoreCommittedOrALaterTermIsOfAnotherHistory(
      @ForAll @LongRange(min = 2, max = 9) long term,
      @ForAll @LongRange(min = 10, max = 99) long committed,
      @ForAll @LongRange(min = 1, max = 99) long more) {
    assertThat(other(term, committed, new End(1, committed + more, committed + more)))
        .hasValueSatisfying(why -> assertThat(why).contains("to be committed"));
    assertThat(other(term, committed, new End(term + more, 5, 5)))
        .hasValueSatisfying(why -> assertThat(why).contains("ends in raft term"));
  }

  /** How the log of a member ends, and what it knew to be committed. */
  private record End(long term, long index, long known) {}

  private static Optional<String> other(long term, long committed, End end) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(member -> member.term = term);
    drawn.members.forEach(member -> member.index = committed);
    drawn.member(2).stopped();
    drawn.member(2).data =
        drawn
            .member(2)
            .data
            .ownedBy(owner(2))
            .reaching(
                new DataPosition(
                    end.term,
                    end.index,
                    end.known,
                    end.known,
                    end.index,
                    List.of(),
                    Optional.empty(),
                    Optional.empty()));
    ClusterView view = drawn.view();
    return OtherHistory.of(view, view.member(drawn.member(2).name).orElseThrow());
  }

  private static DataOwner owner(int number) {
    return new DataOwner(new MemberId(0xa000 + number), DrawnMember.HERE);
  }

  private SavedSnapshot saved(Duration earlier) {
    return new SavedSnapshot(
        before.key,
        "main.db",
        "00",
        1,
        new Revision(80),
        2,
        DrawnMember.HERE,
        EtcdVersion.parse("3.6.16"),
        before.member(0).name,
        ACCEPTED.minus(earlier),
        Optional.empty());
  }
}
