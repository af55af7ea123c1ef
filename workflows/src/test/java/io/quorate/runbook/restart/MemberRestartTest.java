package io.quorate.runbook.restart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.Decision;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.workload.Grace;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Decisions of member-restart: each condition of a voter, and each limit of its silence. */
class MemberRestartTest {
  private static final String RESUMED =
      "plan ask-approval, resume-member, await-voting, verify-cluster";

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("conditions")
  void decidesByTheConditionOfTheNamedVoter(
      String condition, Consumer<DrawnMember> draw, String decision) {
    DrawnCluster drawn = DrawnCluster.of(3);
    draw.accept(drawn.member(2));
    assertThat(decided(drawn, "etcd-2")).isEqualTo(decision);
  }

  static Stream<Arguments> conditions() {
    return Stream.of(
        row("stopped", DrawnMember::stopped, RESUMED),
        row("stopped for 4 s", silentFor(4, DrawnMember::stopped), "wait 1 s may-come-back"),
        row("stopped for 5 s", silentFor(5, DrawnMember::stopped), RESUMED),
        row(
            "stopped, and nothing can start it",
            member -> {
              member.stopped();
              member.workload(Workload.Gone.ABSENT);
            },
            "refused cannot-be-started"),
        row(
            "stopped by a full disk",
            member -> {
              member.stopped();
              member.workload = member.workload.complaining(Optional.of("no space left"));
            },
            "plan ask-approval, await-room, resume-member, await-voting, verify-cluster"),
        row("lost", DrawnMember::gone, "refused not-to-be-restarted"),
        row("never started", DrawnMember::unstarted, "refused no-cure"),
        row("follows nobody", member -> member.followsNobody = true, "refused no-cure"),
        row("silent", DrawnMember::silent, "refused no-cure"),
        row(
            "heard by its peers only",
            member -> {
              member.silent();
              member.heard = true;
            },
            "refused no-cure"),
        row(
            "a learner",
            member -> member.status = VotingStatus.LEARNER,
            "refused not-to-be-restarted"),
        row("hung for 9 s", silentFor(9, hung()), "wait 1 s may-come-back"),
        row(
            "hung on a bad disk",
            member -> {
              hung().accept(member);
              member.data = DataDirectory.of(DataDirectory.State.PARTIAL);
            },
            "refused disk-bad"),
        row(
            "hangs on its disk, and was asked to end 1 s ago",
            member -> {
              member.hung(Hang.Kind.DISK);
              member.askedToEnd(Duration.ofSeconds(1));
            },
            "wait %d s term-is-pending".formatted(Grace.TERM.toSeconds() - 1)));
  }

  @Test
  void aHungVoterIsKilledOnceTheRequestToEndIsSpentOrInVain() {
    DrawnCluster drawn = DrawnCluster.of(3);
    hung().accept(drawn.member(2));
    assertThat(decided(drawn, "etcd-2"))
        .isEqualTo(
            "plan ask-approval, terminate-member, await-end, resume-member, await-voting,"
                + " verify-cluster");
    String killed = "plan ask-approval, kill-member, resume-member, await-voting, verify-cluster";
    drawn.member(2).askedToEnd(Duration.ofSeconds(1));
    assertThat(decided(drawn, "etcd-2")).as("stopped by a signal").isEqualTo(killed);
    drawn.member(2).hung(Hang.Kind.DISK);
    drawn.member(2).askedToEnd(Grace.TERM);
    assertThat(decided(drawn, "etcd-2")).as("its term is spent").isEqualTo(killed);
  }

  @Test
  void withoutANameEveryStoppedVoterIsStartedInOnePlan() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(3).stopped();
    drawn.member(4).stopped();
    assertThat(decided(drawn))
        .isEqualTo(
            "plan ask-approval, resume-member, await-voting, resume-member, await-voting,"
                + " verify-cluster");
  }

  @Test
  void stoppedVotersAreStartedBeforeAHungVoterIsEnded() {
    DrawnCluster drawn = DrawnCluster.of(5);
    hung().accept(drawn.member(3));
    drawn.member(4).stopped();
    assertThat(decided(drawn)).isEqualTo("plan ask-approval, resume-member, await-voting");
  }

  @Test
  void aClusterThatIsNotWholeAfterwardsIsNotVerified() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(3).stopped();
    drawn.member(4).gone();
    assertThat(decided(drawn, "etcd-3"))
        .isEqualTo("plan ask-approval, resume-member, await-voting");
  }

  @Test
  void nobodyIsStartedWhoVotesOrHasNoData() {
    DrawnCluster drawn = DrawnCluster.of(3);
    assertThat(decided(drawn)).isEqualTo("nothing cluster-whole");
    drawn.member(2).gone();
    assertThat(decided(drawn)).isEqualTo("nothing nobody-stopped");
    assertThat(decided(drawn, "etcd-1")).isEqualTo("nothing member-votes");
  }

  @Test
  void aVoterOnAnUnmountedDiskIsNoReasonToSayThatNothingIsToDo() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).stopped();
    drawn.member(2).unmounted();
    assertThat(decided(drawn)).isEqualTo("refused no-cure");
  }

  @Test
  void refusesANameThatNobodyKnows() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).stopped();
    assertThat(decided(drawn, "etcd-9")).isEqualTo("refused member-unknown");
  }

  @Test
  void aChangedAddressIsToldToTheMembershipWhereTheMemberAnswersThere() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).peerUrl = "http://10.0.0.9:2380";
    assertThat(decided(drawn))
        .isEqualTo(
            "plan ask-approval, update-peer-url, await-reached, await-voting, verify-cluster");
    drawn.member(1).nobodyAtItsUrl = Optional.of("connection refused");
    assertThat(decided(drawn)).isEqualTo("refused url-not-its-own");
  }

  private static Arguments row(String condition, Consumer<DrawnMember> draw, String decision) {
    return Arguments.of(condition, draw, decision);
  }

  private static Consumer<DrawnMember> silentFor(int seconds, Consumer<DrawnMember> draw) {
    return draw.andThen(member -> member.silentFor = Duration.ofSeconds(seconds));
  }

  private static Consumer<DrawnMember> hung() {
    return member -> member.hung(Hang.Kind.STOPPED);
  }

  private static String decided(DrawnCluster drawn, String... members) {
    return Decision.of(
        "member-restart",
        drawn.view(),
        members.length == 0 ? Map.of() : Map.of("member", List.of(members)));
  }
}
