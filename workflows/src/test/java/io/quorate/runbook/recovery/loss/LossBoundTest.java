package io.quorate.runbook.recovery.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Revision;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.data.UncertainTail;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.recording.Recording;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.RestoreSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of what bounds the loss of a restore from above, against clusters whose loss is known. */
class LossBoundTest {
  /**
   * Logs that end anywhere; what a quorum of them has was acknowledged, and nothing else. A bound
   * is told exactly where no quorum could be without the members that are left.
   */
  @Property(tries = 2000)
  void theBoundIsNeverLessThanWhatIsLost(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 11, max = 19) Integer> logs,
      @ForAll @IntRange(max = 6) int left,
      @ForAll @IntRange(min = 5, max = 19) int reached,
      @ForAll boolean ofTheFurthest) {
    int voters = logs.size();
    int quorum = voters / 2 + 1;
    int survivors = Math.min(left, quorum - 1);
    DrawnCluster drawn = lost(logs, survivors);
    int furthest = logs.subList(0, survivors).stream().max(Integer::compare).orElse(0);
    boolean forced = ofTheFurthest && survivors > 0;
    int source = forced ? furthest : reached;
    int acknowledged = logs.stream().sorted().toList().get(voters - quorum);

    Optional<Long> most = bound(drawn, forced ? forcedCopy(drawn, furthest) : saved(drawn, source));

    assertThat(most.isPresent()).isEqualTo(survivors > 0 && voters - survivors < quorum);
    most.ifPresent(bound -> assertThat(bound).isGreaterThanOrEqualTo(acknowledged - source));
    if (forced && most.isPresent()) {
      assertThat(most).contains(0L);
      assertThat(acknowledged).isLessThanOrEqualTo(source);
    }
  }

  @Test
  void nothingIsMissingInTheDataOfOneOfTwoVoters() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    assertThat(new LossBound(drawn.view(), forcedCopy(drawn, 90)).sentence())
        .contains(
            "No acknowledged change is missing in the source: each was synced by 2 of 2 voters"
                + " before a client was told, the ends of the logs of etcd-0 were read, and each"
                + " such 2 have one of them, as far as the record of 2026-11-21T02:02:24Z saw"
                + " them.");
  }

  /** What a person reads first says it too. */
  @Test
  void aRestoreWithoutLossPromisesThatNoAcknowledgedWriteIsLost() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    drawn.sources.add(forcedCopy(drawn, 90));
    Plan plan =
        (Plan)
            Runbooks.prescribe(
                "majority-recovery",
                new Options(Map.of("stage", List.of("salvaged"))),
                drawn.view(),
                ApprovalPolicy.DEFAULT);
    assertThat(plan.promise())
        .isEqualTo(
            "No acknowledged write is lost, as far as the record of 2026-11-21T02:02:24Z saw the"
                + " members. The old data is kept.");
    assertThat(Recording.loss(plan).orElseThrow().worst())
        .isEqualTo("No acknowledged change will be lost.");
  }

  @Test
  void theLogThatIsLeftBoundsTheLossOfAnOlderSnapshot() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    assertThat(bound(drawn, saved(drawn, 80))).contains(10L);
  }

  @Test
  void aSingleLogOfThreeVotersBoundsNothing() {
    DrawnCluster drawn = lost(List.of(90, 88, 88), 1);
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isEmpty();
  }

  /** The end of a log that raft would drop has revisions, and none of them counts. */
  @Test
  void aCopyOfAnotherLogThanTheFurthestBoundsNothing() {
    DrawnCluster drawn = lost(List.of(90, 95, 80, 80), 2);
    DrawnMember deposed = drawn.member(1);
    DataPosition far = deposed.data.position().orElseThrow();
    DataPosition earlier =
        new DataPosition(1, 95, 80, 80, 95, far.members(), Optional.empty(), Optional.empty());
    deposed.data = deposed.data.reaching(earlier);
    RestoreSource source =
        new RestoreSource(
            drawn.saved(deposed.name, earlier, Optional.of(deposed.id)),
            new Revision(95),
            95,
            Optional.of(7L),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    assertThat(bound(drawn, source)).isEmpty();
    assertThat(bound(drawn, forcedCopy(drawn, 90))).contains(0L);
  }

  @Test
  void withoutARecordNobodyKnowsWhetherAVolumeWasRolledBack() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    drawn.record = Optional.empty();
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isEmpty();
  }

  /** etcd reads each of these as true, by Go's {@code strconv.ParseBool}. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "1", "TRUE", "True", "t", "T"})
  void aLogWithoutFsyncBoundsNothing(String on) {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    drawn.member(0).settings.put("ETCD_UNSAFE_NO_FSYNC", on);
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "false", "0", "FALSE", "False", "f", "F"})
  void aSyncedLogBoundsTheLoss(String off) {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    drawn.member(0).settings.put("ETCD_UNSAFE_NO_FSYNC", off);
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isPresent();
  }

  @Test
  void damagedDataBoundsNothing() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    DrawnMember left = drawn.member(0);
    DataDirectory whole = left.data;
    left.data =
        new DataDirectory(
                whole.state(),
                Optional.of(new DataFinding(DataVerdict.CUT_SILENTLY, "its log is cut")),
                Optional.empty())
            .ownedBy(whole.owner().orElseThrow())
            .reaching(whole.position().orElseThrow());
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isEmpty();
  }

  /** A volume that was rolled back has a whole log, and not what its member once acknowledged. */
  @Test
  void dataThatEndsBeforeTheRecordedIndexBoundsNothing() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    DrawnCluster then = DrawnCluster.of(2);
    then.members.forEach(member -> member.index = 95);
    drawn.seenBefore(then);
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isEmpty();
  }

  @Test
  void aChangeOfTheMembershipThatMayBeUndecidedBoundsNothing() {
    DrawnCluster drawn = lost(List.of(90, 88), 1);
    DrawnMember left = drawn.member(0);
    DataPosition far = left.data.position().orElseThrow();
    left.data =
        left.data.reaching(
            new DataPosition(
                far.lastTerm(),
                far.lastIndex(),
                89,
                89,
                90,
                far.members(),
                Optional.of(new UncertainTail(1, 0, List.of(), 0, true)),
                Optional.empty()));
    assertThat(bound(drawn, forcedCopy(drawn, 90))).isEmpty();
  }

  private static Optional<Long> bound(DrawnCluster drawn, RestoreSource source) {
    return new LossBound(drawn.view(), source).most();
  }

  /** A cluster whose logs end there, of which the first so many are left, stopped. */
  private static DrawnCluster lost(List<Integer> logs, int survivors) {
    DrawnCluster drawn = DrawnCluster.of(logs.size());
    drawn.source = MembershipSource.FILES;
    List<MembershipEntry> all = drawn.members.stream().map(DrawnMember::listing).toList();
    DrawnCluster then = DrawnCluster.of(logs.size());
    then.members.forEach(member -> member.index = 10);
    drawn.seenBefore(then);
    drawn.members.forEach(DrawnMember::gone);
    IntStream.range(0, survivors)
        .forEach(
            number -> {
              DrawnMember left = drawn.member(number);
              left.stopped();
              left.data =
                  DataDirectory.of(DataDirectory.State.PRESENT)
                      .ownedBy(new DataOwner(left.id, DrawnMember.HERE))
                      .reaching(position(logs.get(number), all));
            });
    return drawn;
  }

  private static DataPosition position(int end, List<MembershipEntry> members) {
    return new DataPosition(2, end, end, end, end, members, Optional.empty(), Optional.empty());
  }

  /** Made of all of the log of the first member that ends there. */
  private static RestoreSource forcedCopy(DrawnCluster drawn, int end) {
    DrawnMember of =
        drawn.members.stream()
            .filter(member -> member.data.position().isPresent())
            .filter(member -> member.data.position().orElseThrow().lastIndex() == end)
            .findFirst()
            .orElseThrow();
    return drawn.source(of, end, Optional.of(of.id));
  }

  private static RestoreSource saved(DrawnCluster drawn, int reached) {
    return drawn.source(drawn.member(0), reached, Optional.empty());
  }
}
