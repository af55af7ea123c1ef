package io.quorate.runbook.replace;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.drawing.Decision;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
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

/** Decisions of minority-replace: each condition of a member, and each limit of its silence. */
class MinorityReplaceTest {
  private static final String REPLACED = "plan save-snapshot, ask-approval, hold-member";

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource({"alive", "dead"})
  void decidesByTheConditionOfTheNamedMember(
      String condition, Consumer<DrawnMember> draw, String decision) {
    DrawnCluster drawn = DrawnCluster.of(3);
    draw.accept(drawn.member(2));
    assertThat(decided(drawn, Map.of("member", List.of("etcd-2")))).startsWith(decision);
  }

  /** Members that may live: none of them is removed. */
  static Stream<Arguments> alive() {
    return Stream.of(
        row("votes", member -> {}, "refused voter-votes"),
        row("follows nobody", member -> member.followsNobody = true, "refused member-not-voting"),
        row("hangs", member -> member.hung(Hang.Kind.STOPPED), "refused member-hangs"),
        row("stopped with its data", DrawnMember::stopped, "refused data-is-there"),
        row("stopped for 4 s", silentFor(4, DrawnMember::stopped), "wait 1 s data-is-there"),
        row("stopped for 5 s", silentFor(5, DrawnMember::stopped), "refused data-is-there"),
        row("silent, and runs", DrawnMember::silent, "refused process-not-proven-gone"),
        row(
            "never started, and a stranger runs there",
            member -> {
              member.unstarted();
              member.workload = Workload.stranger("pid 4712 is somebody else's process");
            },
            "refused process-not-proven-gone"),
        row("its host does not answer", DrawnMember::unreached, "refused process-not-proven-gone"),
        row(
            "heard by its peers only",
            member -> {
              member.unreached();
              member.heard = true;
            },
            "refused member-unreachable"),
        row(
            "answers with an id that nobody lists",
            member -> member.answersAs = Optional.of(new MemberId(0xbeef)),
            "refused which-is-it"),
        row(
            "stopped, and its disk is not mounted",
            member -> {
              member.stopped();
              member.unmounted();
            },
            "refused data-in-doubt"),
        row(
            "stopped with the data of another",
            member -> {
              member.stopped();
              member.data =
                  member.data.ownedBy(new DataOwner(new MemberId(0xa001), DrawnMember.HERE));
            },
            "refused strangers-data"),
        row(
            "stopped, and its data cannot be read",
            member -> {
              member.stopped();
              member.data = DataDirectory.of(DataDirectory.State.UNREADABLE);
            },
            "refused loss-not-known"));
  }

  /** Members that are proven dead, and the limits of their silence. */
  static Stream<Arguments> dead() {
    return Stream.of(
        row("lost", DrawnMember::gone, REPLACED),
        row("lost for 4 s", silentFor(4, DrawnMember::gone), "wait 1 s silent-too-briefly"),
        row("lost for 5 s", silentFor(5, DrawnMember::gone), REPLACED),
        row("ends at every start", DrawnMember::looping, REPLACED),
        row(
            "lost, and nothing can start it",
            member -> {
              member.gone();
              member.workload(Workload.Gone.ABSENT);
            },
            "refused cannot-be-started"),
        row(
            "lost, and not configured",
            member -> {
              member.gone();
              member.configured = false;
            },
            "refused not-configured"),
        row("never started", DrawnMember::unstarted, REPLACED),
        row(
            "never started, silent for 59 s",
            silentFor(59, DrawnMember::unstarted),
            "wait 1 s silent-too-briefly"));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("vouched")
  void aPersonVouchesForTheDataAndNotForTheProcess(
      String condition, Consumer<DrawnMember> draw, String decision) {
    DrawnCluster drawn = DrawnCluster.of(3);
    draw.accept(drawn.member(2));
    assertThat(decided(drawn, Map.of("member", List.of("etcd-2"), "data-is-lost", List.of())))
        .startsWith(decision);
  }

  static Stream<Arguments> vouched() {
    return Stream.of(
        row("votes", member -> {}, "refused voter-votes"),
        row("stopped with its data", DrawnMember::stopped, REPLACED),
        row("stopped for 59 s", silentFor(59, DrawnMember::stopped), "wait 1 s silent-too-briefly"),
        row("silent, and runs", DrawnMember::silent, "refused process-not-proven-gone"),
        row("its host does not answer", DrawnMember::unreached, "refused process-not-proven-gone"));
  }

  @Test
  void withoutKnowledgeOfItsPeersNobodyIsCalledDead() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).gone();
    drawn.members.forEach(member -> member.peersRead = false);
    assertThat(decided(drawn, Map.of("member", List.of("etcd-2"))))
        .isEqualTo("refused peers-not-seen");
  }

  @Test
  void withoutANameEveryLostMemberIsReplaced() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(3).gone();
    drawn.member(4).gone();
    assertThat(decided(drawn, Map.of()).split("remove-member", -1)).hasSize(3);
  }

  @Test
  void anotherMemberInTroubleIsSeenToFirst() {
    DrawnCluster drawn = DrawnCluster.of(5);
    drawn.member(3).stopped();
    drawn.member(4).gone();
    assertThat(decided(drawn, Map.of("member", List.of("etcd-4"))))
        .isEqualTo("refused others-in-trouble");
  }

  @Test
  void aMembershipWithoutMostConfiguredMembersMayBeAnotherCluster() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(1).status = VotingStatus.UNLISTED;
    drawn.member(1).stopped();
    drawn.member(2).status = VotingStatus.UNLISTED;
    drawn.member(2).stopped();
    assertThat(decided(drawn, Map.of("member", List.of("etcd-1"))))
        .isEqualTo("refused membership-too-small");
  }

  @Test
  void proposesToScaleOnlyToANumberThatScaleTakes() {
    assertThat(advice(5, 2)).contains("quorate start scale main --members 5");
    assertThat(advice(4, 2)).contains("delete nothing").doesNotContain("scale");
  }

  private static String advice(int places, int listed) {
    DrawnCluster drawn = DrawnCluster.of(places);
    for (DrawnMember outside : drawn.members.subList(listed, places)) {
      outside.status = VotingStatus.UNLISTED;
      outside.stopped();
    }
    var options = new Options(Map.of("member", List.of("etcd-" + listed)));
    var answer =
        Runbooks.prescribe("minority-replace", options, drawn.view(), ApprovalPolicy.DEFAULT);
    return ((Refusal) answer).reason().text();
  }

  @Test
  void refusesANameThatNobodyKnows() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(2).gone();
    assertThat(decided(drawn, Map.of("member", List.of("etcd-9"))))
        .isEqualTo("refused member-unknown");
  }

  private static Arguments row(String condition, Consumer<DrawnMember> draw, String decision) {
    return Arguments.of(condition, draw, decision);
  }

  private static Consumer<DrawnMember> silentFor(int seconds, Consumer<DrawnMember> draw) {
    return draw.andThen(member -> member.silentFor = Duration.ofSeconds(seconds));
  }

  private static String decided(DrawnCluster drawn, Map<String, List<String>> options) {
    return Decision.of("minority-replace", drawn.view(), options);
  }
}
