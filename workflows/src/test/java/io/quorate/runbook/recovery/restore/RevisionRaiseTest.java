package io.quorate.runbook.recovery.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.ClusterRecord;
import io.quorate.record.Origin;
import io.quorate.record.RestoredMember;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.view.Recorder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** By how much revisions have to be raised, so that clients see none of them twice. */
class RevisionRaiseTest {
  private static final ClusterId RESTORED = ClusterId.parse("c2");

  /** The restored cluster served at raised revisions until its restore was undone. */
  @Test
  void theDefaultBeginsAboveARestoreThatWasUndone() {
    Plan plan = (Plan) prescribed(lost(undone()), Map.of());

    assertThat(raise(plan)).isEqualTo(2_000_000_000L);
    assertThat(plan.warnings())
        .contains(
            "Clients see revisions 2,000,000,000 higher (with 1,000,000,000 they could see old"
                + " revisions again) and every older one compacted: each watch ends and lists"
                + " anew.");
  }

  @Test
  void aRaiseThatIsTooLowIsRefusedWithTheDefault() {
    DrawnCluster drawn = lost(undone());

    assertThat(((Refusal) prescribed(drawn, bump("1000000005"))).reason().text())
        .isEqualTo(
            "--bump-revision 1,000,000,005 would begin at revision 1,000,000,085, and clients may"
                + " have seen revision 1,000,000,085 already: watches would miss changes without a"
                + " sign.\nDo: Leave --bump-revision out for 2,000,000,000.");
    assertThat(raise(prescribed(drawn, bump("1000000006")))).isEqualTo(1_000_000_006);
  }

  /** The record is written once a minute, so clients may have seen more than it tells. */
  @Test
  void theDefaultIsHalfABillionAboveWhatClientsHaveSeen() {
    Map<Long, Long> raises =
        Map.of(
            500_000_079L, 1_000_000_000L,
            500_000_080L, 2_000_000_000L,
            1_500_000_079L, 2_000_000_000L,
            1_500_000_080L, 3_000_000_000L);

    raises.forEach(
        (seen, raise) ->
            assertThat(raise(prescribed(lost(undone(seen)), Map.of()))).isEqualTo(raise));
  }

  @Test
  void theFilesOfOneMemberChangeNoDefault() {
    DrawnCluster drawn = lost(served());
    telling(drawn.member(0), 5_000_000_000L);

    assertThat(raise(prescribed(drawn, Map.of("stage", List.of("salvaged")))))
        .isEqualTo(Revision.BUMP);
  }

  /** A copied database is of no history of the record, so that the data of each host counts. */
  @Test
  void theQuestionNamesTheOnlyMemberThatTellsHighRevisions() {
    DrawnCluster drawn = lost(served());
    drawn.sources.clear();
    drawn.sourceOf = new ClusterId(0);
    drawn.sources.add(drawn.source(drawn.member(0), 900, Optional.of(new MemberId(0))));
    telling(drawn.member(0), 999_000_000_000_000L);
    Map<String, List<String>> options =
        Map.of(
            "stage", List.of("salvaged"), "snapshot", List.of(drawn.sources.get(0).saved().file()));

    Plan plan = (Plan) prescribed(drawn, options);

    assertThat(raise(plan)).isEqualTo(999_001_000_000_000L);
    assertThat(plan.warnings())
        .contains(
            "Only the data of etcd-0 tells such high revisions. By the record and the voters that"
                + " answer, 1,000,000,000 would be enough. Look at that before you approve,"
                + " because revisions never go down again.");
    drawn.member(0).gone();
    assertThat(((Plan) prescribed(drawn, options)).warnings())
        .noneMatch(warning -> warning.contains("such high revisions"));
  }

  @Test
  void theRefusalNamesTheMemberWhoseRevisionIsBeyondEveryRaise() {
    for (long told : List.of(2_000_000_000_000_000L, Long.MAX_VALUE)) {
      DrawnCluster drawn = lost(served());
      drawn.sources.clear();
      drawn.sourceOf = new ClusterId(0);
      drawn.sources.add(drawn.source(drawn.member(0), 900, Optional.of(new MemberId(0))));
      telling(drawn.member(0), told);
      Map<String, List<String>> options =
          Map.of(
              "stage",
              List.of("salvaged"),
              "snapshot",
              List.of(drawn.sources.get(0).saved().file()));

      assertThat(((Refusal) prescribed(drawn, options)).reason().text())
          .endsWith(
              "Do: Set aside what tells it, which is damaged or wrong: the data of etcd-0 (stop its"
                  + " etcd, then rename the directory). Delete nothing, and start this again.");
      drawn.member(0).gone();
      assertThat(prescribed(drawn, options)).isInstanceOf(Plan.class);
    }
  }

  @Test
  void theRefusalProposesRaiseZeroForARecordedRevisionBeyondEveryRaise() {
    DrawnCluster then = served();
    then.members.forEach(member -> member.index = 2_000_000_000_000_000L);
    DrawnCluster drawn = lost(recorded(then));

    assertThat(((Refusal) prescribed(drawn, Map.of())).reason().text())
        .endsWith(
            "with 0 revisions are not raised: restart everything that watches or caches keys"
                + " then.");
    assertThat(prescribed(drawn, bump("0"))).isInstanceOf(Plan.class);
  }

  @Test
  void theOptionTakesTheHighestRaiseAndNoHigherOne() {
    long highest = MajorityRecoveryRequest.HIGHEST_BUMP;

    assertThat(MajorityRecoveryRequest.of(new Options(bump("" + highest))).bump())
        .contains(highest);
    assertThatThrownBy(() -> MajorityRecoveryRequest.of(new Options(bump("" + (highest + 1)))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Map<String, List<String>> bump(String raise) {
    return Map.of("bump-revision", List.of(raise));
  }

  private static Prescription prescribed(DrawnCluster drawn, Map<String, List<String>> options) {
    return Runbooks.prescribe(
        "majority-recovery",
        new Options(new HashMap<>(options)),
        drawn.view(),
        ApprovalPolicy.DEFAULT);
  }

  /** All members are gone, and a snapshot of revision 80 is left. */
  private static DrawnCluster lost(ClusterRecord record) {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(DrawnMember::gone);
    drawn.source = MembershipSource.RECORDED;
    drawn.record = Optional.of(record);
    drawn.sources.add(drawn.source(drawn.member(0), 80, Optional.empty()));
    return drawn;
  }

  private static DrawnCluster lost(DrawnCluster then) {
    return lost(recorded(then));
  }

  private static DrawnCluster served() {
    DrawnCluster then = DrawnCluster.of(3);
    then.now = DrawnCluster.NOW.minus(Duration.ofHours(3));
    return then;
  }

  private static ClusterRecord recorded(DrawnCluster then) {
    return new Recorder(then.view())
        .seen(ClusterRecord.begin(then.key, then.now, "there was no record"));
  }

  private static long raise(Prescription prescribed) {
    return ((Plan) prescribed)
        .steps().stream()
            .filter(RestoreMember.class::isInstance)
            .mapToLong(step -> ((RestoreMember) step).bump())
            .findFirst()
            .orElseThrow();
  }

  private static ClusterRecord undone() {
    return undone(1_000_000_085);
  }

  /** The restored cluster was seen at this revision before its restore was undone. */
  private static ClusterRecord undone(long revision) {
    DrawnCluster restored = DrawnCluster.of(3);
    restored.now = DrawnCluster.NOW.minus(Duration.ofHours(2));
    for (DrawnMember member : restored.members) {
      member.id = new MemberId(member.id.value() + 0x1000);
      member.cluster = RESTORED;
      member.index = revision;
    }
    DrawnMember first = restored.member(0);
    return new Recorder(restored.view())
        .seen(
            recorded(served())
                .restored(
                    new RestoredMember(
                        first.name,
                        first.peerUrl,
                        "main-2-abababab-1000000000",
                        new DataOwner(first.id, RESTORED)),
                    restored.now.minus(Duration.ofMinutes(5)),
                    Origin.restored("main.0a1b2c3d", "etcd-0-t2-i80.db")))
        .undone(
            DrawnMember.HERE,
            DrawnCluster.NOW.minus(Duration.ofHours(1)),
            Origin.undone("main.0badcafe", "main.0a1b2c3d"));
  }

  /** The member does not run, and its data tells this revision. */
  private static void telling(DrawnMember member, long revision) {
    member.stopped();
    member.hasDataOf(DrawnMember.HERE, revision);
  }
}
