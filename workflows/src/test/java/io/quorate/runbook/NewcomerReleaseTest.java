package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.World;
import io.quorate.plan.Plan;
import io.quorate.step.Downgrades.AwaitDowngradeEnd;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What holds for whoever replaces a member that was lost in the middle of a roll. */
class NewcomerReleaseTest {
  private static final List<String> LINES = List.of("3.5.35 3.6.16", "3.6.16 3.7.3");

  /**
   * A cluster of three or five that has lost its second member.
   *
   * @param lines the older etcd and the newer one
   * @param newer who runs the newer one
   * @param swapped whether the host of the lost one has the other etcd than it ran
   * @param downgrade whether a downgrade to the older one is enabled, and has come through
   */
  record Lost(String lines, List<Boolean> newer, boolean swapped, boolean downgrade) {
    EtcdVersion version(boolean newer) {
      return EtcdVersion.parse(lines.split(" ")[newer ? 1 : 0]);
    }

    ClusterView view() {
      DrawnCluster drawn = DrawnCluster.of(newer.size());
      drawn.releases.addAll(List.of(version(false), version(true)));
      for (int number = 0; number < newer.size(); number++) {
        DrawnMember member = drawn.member(number);
        member.version = version(newer.get(number));
        if (downgrade) {
          member.downgradeTo = Optional.of(version(false).line());
          member.clusterVersion = member.downgradeTo;
        }
      }
      drawn.member(1).gone();
      drawn.member(1).binary = Optional.of(version(newer.get(1) != swapped));
      return drawn.view();
    }

    Optional<Plan> plan() {
      return Optional.of(
              Runbooks.prescribe(
                  "minority-replace", new Options(Map.of()), view(), ApprovalPolicy.DEFAULT))
          .filter(Plan.class::isInstance)
          .map(Plan.class::cast);
    }
  }

  @Provide
  Arbitrary<Lost> lost() {
    Arbitrary<Boolean> either = Arbitraries.of(true, false);
    return Combinators.combine(
            Arbitraries.of(LINES),
            Arbitraries.of(3, 5).flatMap(size -> either.list().ofSize(size)),
            either,
            either)
        .as(Lost::new);
  }

  /** A plan that alerts ask for again and again saves one snapshot in five minutes. */
  @Example
  @Tag("attack-15")
  void theSnapshotOfAReplacementIsNotSavedWhereAFreshOneIsThere() {
    Plan plan =
        new Lost(LINES.get(0), List.of(true, true, true), false, false).plan().orElseThrow();
    assertThat(plan.steps())
        .filteredOn(SaveSnapshot.class::isInstance)
        .containsExactly(SaveSnapshot.unlessFresh(new MemberName("etcd-2")));
  }

  @Provide
  Arbitrary<Lost> replaced() {
    return lost().filter(lost -> lost.plan().isPresent());
  }

  /** Without a downgrade it always is, for nobody else can help. */
  @Property
  void whoeverIsLostInAnUpgradeIsReplaced(@ForAll("lost") Lost lost) {
    boolean nobodyHasComeDown =
        RunningVersions.of(lost.view()).newest().equals(Optional.of(lost.version(true)));
    assertThat(lost.plan().isEmpty()).isEqualTo(lost.downgrade() && nobodyHasComeDown);
  }

  @Property
  void theNewOneStartsWithTheOldestMinorThatVotesAndNeverBelowTheClusterVersion(
      @ForAll("replaced") Lost lost) {
    for (World world = world(lost); world.hasMore(); world.proceed()) {
      if (world.step() instanceof StartMember start) {
        EtcdVersion starts =
            world.now().member(start.member()).orElseThrow().installation().binary().orElseThrow();
        EtcdVersion oldest = RunningVersions.of(world.now().voting()).oldest().orElseThrow();
        assertThat(starts.line()).isEqualTo(oldest.line());
        assertThat(world.now().clusterVersion()).contains(starts.line());
      }
    }
  }

  /** On 3.5 nothing tells of it; there the executor asks at a peer URL. */
  @Property
  void nobodyIsAddedWhileADowngradeIsEnabled(@ForAll("replaced") Lost lost) {
    for (World world = world(lost); world.hasMore(); world.proceed()) {
      if (world.step() instanceof AddLearner && lost.downgrade()) {
        boolean untold = lost.version(false).line().equals("3.5");
        boolean awaited =
            world.plan().steps().stream()
                .limit(world.index())
                .anyMatch(AwaitDowngradeEnd.class::isInstance);
        assertThat(awaited).isNotEqualTo(untold);
      }
    }
  }

  @Property
  void theGuardLetsThePlanThroughAndKnowsEveryEffectAgain(@ForAll("replaced") Lost lost) {
    world(lost).pastTheGuard();
  }

  private static World world(Lost lost) {
    return new World(lost.plan().orElseThrow());
  }
}
