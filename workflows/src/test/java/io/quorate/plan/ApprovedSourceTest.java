package io.quorate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Revision;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.record.RecordedPast;
import io.quorate.record.RestoredMember;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.snapshot.SnapshotFlaw;
import io.quorate.step.Restorations.RestoreMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.step.Verdict;
import io.quorate.view.AddedIds;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A yes to a restore is a yes to the snapshot that was the best when people were asked. */
class ApprovedSourceTest {
  @Test
  void anUnchangedStoreDoesNotVoidTheApprovedSnapshot() {
    DrawnCluster drawn = allGone();
    RestoreSource near = source(drawn, 70);
    RestoreSource far = source(drawn, 80);
    drawn.sources.addAll(List.of(near, far));
    ApprovedSource approved = ApprovedSource.of(plan(drawn, Map.of())).orElseThrow();
    assertThat(approved.file()).isEqualTo(far.saved().file());
    assertThat(approved.missing(List.of(near, far))).isEmpty();
    assertThat(approved.surpassed(List.of(near, far))).isEmpty();
    assertThat(approved.surpassed(List.of(near))).as("the guard says that it is missing").isEmpty();
  }

  @Test
  void aSnapshotThatIsGoneIsSaidBeforeAnythingIsTouched() {
    DrawnCluster drawn = allGone();
    drawn.sources.add(source(drawn, 80));
    ApprovedSource approved = ApprovedSource.of(plan(drawn, Map.of())).orElseThrow();
    assertThat(approved.missing(List.of()).orElseThrow())
        .isEqualTo(
            "the snapshot "
                + approved.file()
                + " is not in the store any more; put it back, and nothing is touched until then");
  }

  @Test
  void aFurtherSnapshotVoidsTheYesToANamedSnapshotToo() {
    DrawnCluster drawn = allGone();
    RestoreSource near = source(drawn, 70);
    RestoreSource far = source(drawn, 80);
    drawn.sources.addAll(List.of(near, far));
    ApprovedSource chosen =
        ApprovedSource.of(plan(drawn, Map.of("snapshot", List.of(near.saved().file()))))
            .orElseThrow();
    assertThat(chosen.file()).isEqualTo(near.saved().file());
    assertThat(chosen.surpassed(List.of(near, far))).as("people were warned of it").isEmpty();
    assertThatAFurtherOneVoids(chosen, drawn, far);
  }

  private static void assertThatAFurtherOneVoids(
      ApprovedSource approved, DrawnCluster drawn, RestoreSource far) {
    RestoreSource further = source(drawn, 85);
    assertThat(approved.surpassed(List.of(far, further)))
        .hasValue(
            further.saved().file()
                + " reaches further than "
                + far.saved().file()
                + ", which was the furthest when people were asked.");
  }

  /**
   * Where a person names a snapshot that a trial marked, Quorate restores the snapshot on trial
   * again.
   */
  @Test
  void aMarkedSnapshotThatWasNamedIsRestoredThoughAFurtherOneIsKept() {
    DrawnCluster drawn = allGone();
    RestoreSource marked =
        source(drawn, 70).unusableBecause(SnapshotFlaw.ofTrial("it has other keys").marked());
    RestoreSource far = source(drawn, 80);
    drawn.sources.add(marked);
    drawn.sources.add(far);
    ApprovedSource approved =
        ApprovedSource.of(plan(drawn, Map.of("snapshot", List.of(marked.saved().file()))))
            .orElseThrow();
    assertThat(approved.file()).isEqualTo(marked.saved().file());
    assertThat(approved.furthest()).isEqualTo(far);
    assertThat(approved.surpassed(List.of(far))).as("people were warned of it").isEmpty();
    assertThatAFurtherOneVoids(approved, drawn, far);
  }

  /**
   * A marked snapshot tells how far the cluster was. After its mark is taken back, the snapshot can
   * be chosen again.
   */
  @Test
  void aMarkedSnapshotThatIsFurtherVoidsTheYesOnlyOnceItsMarkIsTakenBack() {
    DrawnCluster drawn = allGone();
    RestoreSource near = source(drawn, 70);
    RestoreSource far = source(drawn, 80);
    drawn.sources.add(near);
    drawn.sources.add(far.unusableBecause(SnapshotFlaw.ofTrial("it has other keys").marked()));
    ApprovedSource approved = ApprovedSource.of(plan(drawn, Map.of())).orElseThrow();
    assertThat(approved.file()).isEqualTo(near.saved().file());
    assertThat(approved.furthest()).isEqualTo(near);
    assertThat(approved.surpassed(List.of(near))).isEmpty();
    assertThat(approved.surpassed(List.of(near, far))).isPresent();
  }

  /**
   * By index it is behind the log of a leader that was deposed, which is behind another by term.
   */
  @Test
  void aSnapshotWithoutATermThatPassesTheFurthestVoidsTheYesToo() {
    DrawnCluster drawn = allGone();
    RestoreSource deposed = told(source(drawn, 89), 2);
    drawn.sources.add(deposed);
    ApprovedSource approved = ApprovedSource.of(plan(drawn, Map.of())).orElseThrow();
    List<RestoreSource> kept =
        List.of(deposed, told(source(drawn, 85), 3), told(source(drawn, 87), 0));
    assertThat(approved.surpassed(kept).orElseThrow())
        .startsWith(kept.getLast().saved().file() + " reaches further than ");
  }

  /** Such a plan saves a snapshot itself before the question, and clients write on. */
  @Test
  void aFurtherSnapshotOfAClusterThatGoesBackOnPurposeVoidsNothing() {
    DrawnCluster drawn = DrawnCluster.of(3);
    RestoreSource before = source(drawn, 70);
    drawn.sources.add(before);
    Plan plan =
        plan(
            drawn,
            Map.of(
                "snapshot",
                List.of(before.saved().file()),
                "because-data-is-wrong",
                List.of("/jobs/ was deleted")));
    ApprovedSource approved = ApprovedSource.of(plan).orElseThrow();
    assertThat(plan.steps()).anyMatch(SaveSnapshot.class::isInstance);
    assertThat(approved.surpassed(List.of(before, source(drawn, 95)))).isEmpty();
    assertThat(approved.missing(List.of())).isPresent();
  }

  @Test
  void aSnapshotThatWasMarkedBadSinceTheQuestionIsNotRestored() {
    DrawnCluster drawn = allGone();
    RestoreSource near = source(drawn, 70);
    RestoreSource far = source(drawn, 80);
    drawn.sources.addAll(List.of(near, far));
    ApprovedSource approved = ApprovedSource.of(plan(drawn, Map.of())).orElseThrow();

    assertThat(
            approved.missing(
                List.of(
                    near, far.unusableBecause(SnapshotFlaw.unusable("a page of it is damaged")))))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith(
                        "the snapshot "
                            + far.saved().file()
                            + " cannot be restored as it is now (a page of it is damaged)"));
    assertThat(
            approved.surpassed(
                List.of(
                    near,
                    far,
                    source(drawn, 85)
                        .unusableBecause(SnapshotFlaw.unusable("a page of it is damaged")))))
        .as("one that must not be restored is no better choice")
        .isEmpty();
  }

  /** Bytes that are put back take no mark away, and no trial starts while this is parked. */
  @Test
  void theAdviceForASnapshotThatADrillMarkedIsToStartAgain() {
    DrawnCluster drawn = allGone();
    RestoreSource far = source(drawn, 80);
    drawn.sources.addAll(List.of(source(drawn, 70), far));
    ApprovedSource approved = ApprovedSource.of(plan(drawn, Map.of())).orElseThrow();
    SnapshotFlaw mark =
        SnapshotFlaw.ofTrial("restored it has 6 keys, and its source had 7").marked();

    assertThat(approved.missing(List.of(far.unusableBecause(mark))).orElseThrow())
        .isEqualTo(
            "the snapshot "
                + far.saved().file()
                + " cannot be restored as it is now ("
                + mark.words()
                + "): abort and start again, which chooses another source; nothing is touched"
                + " until then");
  }

  /** Only the bytes tell a copied database from another database under the same name. */
  @Test
  void aCopiedDatabaseThatWasChangedSinceTheQuestionIsMissing() {
    DrawnCluster drawn = allGone();
    RestoreSource own = source(drawn, 70);
    RestoreSource copied = copied("ab".repeat(32));
    drawn.sources.addAll(List.of(own, copied));
    Plan plan = plan(drawn, Map.of("snapshot", List.of("x.db")));
    assertThat(plan.steps())
        .filteredOn(RestoreMember.class::isInstance)
        .singleElement()
        .satisfies(
            step -> {
              RestoredMember first = ((RestoreMember) step).first();
              assertThat(first.isMadeOf(copied.saved())).isTrue();
              assertThat(first.isMadeOf(copied("cd".repeat(32)).saved())).isFalse();
            });
    ApprovedSource approved = ApprovedSource.of(plan).orElseThrow();
    assertThat(approved.isForeign()).isTrue();
    assertThat(approved.missing(List.of(copied))).isEmpty();
    assertThat(approved.surpassed(List.of(copied))).isEmpty();
    assertThat(approved.missing(List.of(copied("cd".repeat(32)))).orElseThrow())
        .startsWith("the snapshot x.db was changed since people were asked: put back what it was")
        .endsWith("or abort and start again");
    assertThat(
            approved.missing(
                List.of(copied("").unusableBecause(SnapshotFlaw.unusable("it could not be read")))))
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith(
                        "the snapshot x.db cannot be restored as it is now (it could not be"
                            + " read)"));
    assertThat(approved.missing(List.of()).orElseThrow())
        .startsWith("the snapshot x.db is not in the store any more; put it back");
  }

  private static RestoreSource copied(String sha256) {
    return new RestoreSource(
        new SavedSnapshot(
            DrawnCluster.of(3).view().cluster(),
            "x.db",
            sha256,
            4096,
            new Revision(80),
            2,
            new ClusterId(0),
            EtcdVersion.parse("3.6.16"),
            new MemberName("etcd-0"),
            Instant.parse("2026-03-04T05:06:07Z"),
            Optional.of(Salvage.foreign(2, 80, Salvage.Trailer.MISSING))),
        new Revision(80),
        80,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aPlanThatRestoresNothingNeedsNoSnapshot() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::stopped);
    assertThat(ApprovedSource.of(plan(drawn, Map.of()))).isEmpty();
  }

  /** Without its record nobody knows which cluster the members of an empty disk are. */
  @Test
  void whereTheRecordIsNotReadTheGuardSaysWhy() {
    DrawnCluster drawn = allGone();
    drawn.sources.add(source(drawn, 80));
    Plan plan = plan(drawn, Map.of());
    DrawnCluster now = DrawnCluster.of(3);
    now.source = MembershipSource.NONE;
    now.members.forEach(DrawnMember::gone);
    Verdict verdict =
        Guard.judge(
            plan, 2, AddedIds.NONE, now.view().after(RecordedPast.unread("its disk is away")));
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.NotYet.class,
            later -> {
              assertThat(later.reason().code()).isEqualTo("cluster-id-unknown");
              assertThat(later.reason().headline()).endsWith("its disk is away");
            });
  }

  private static Plan plan(DrawnCluster drawn, Map<String, List<String>> options) {
    return (Plan)
        Runbooks.prescribe(
            "majority-recovery", new Options(options), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private static RestoreSource source(DrawnCluster drawn, long reached) {
    return drawn.source(drawn.member(0), reached, Optional.empty());
  }

  /** The source with this term as the one that was seen when it was saved; 0 for none. */
  private static RestoreSource told(RestoreSource source, long term) {
    SavedSnapshot saved = source.saved();
    return new RestoreSource(
        new SavedSnapshot(
            saved.cluster(),
            "t" + term + ".db",
            saved.sha256(),
            saved.sizeBytes(),
            saved.atLeast(),
            term,
            saved.clusterId(),
            saved.version(),
            saved.source(),
            saved.savedAt(),
            Optional.empty()),
        source.revision(),
        source.raftIndex(),
        source.keys(),
        source.alarms(),
        source.downgradeTo(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static DrawnCluster allGone() {
    DrawnCluster drawn = DrawnCluster.recorded(3);
    drawn.members.forEach(DrawnMember::gone);
    return drawn;
  }
}
