package io.quorate.diagnosis;

import static io.quorate.diagnosis.DiagnosisCode.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnCluster.EarlierComparison;
import io.quorate.drawing.DrawnMember;
import io.quorate.workload.Hang;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The first row that matches decides, with its runbook: one case for each row and each limit. */
class DiagnosisTableTest {
  private static final Consumer<DrawnCluster> NOTHING = drawn -> {};

  @ParameterizedTest(name = "{0}")
  @MethodSource({"answers", "losses", "voters", "motions"})
  void diagnosesByTheFirstRowThatMatches(
      String trouble, int voters, Consumer<DrawnCluster> draw, DiagnosisCode code, String runbook) {
    DrawnCluster drawn = DrawnCluster.of(voters);
    draw.accept(drawn);
    Diagnosis found = DiagnosisTable.diagnose(drawn.view());
    assertThat(found.code()).as(found.sentence()).isEqualTo(code);
    assertThat(found.runbook().orElse("")).isEqualTo(runbook);
  }

  /** Answers that contradict each other, the record or the membership. */
  static Stream<Arguments> answers() {
    ClusterId other = ClusterId.parse("c9");
    return Stream.of(
        row("all vote", 3, NOTHING, WHOLE, ""),
        row("the only voter votes", 1, NOTHING, WHOLE, ""),
        row(
            "one answers as another cluster",
            3,
            d -> d.member(2).cluster = other,
            SPLIT_HISTORIES,
            ""),
        row(
            "a client URL leads to another listed member",
            3,
            d -> d.member(1).answersAs = Optional.of(d.member(2).id),
            MEMBER_MISROUTED,
            ""),
        row(
            "a process answers with an id that is not listed",
            3,
            d -> d.member(1).answersAs = Optional.of(new MemberId(0xbeef)),
            MEMBER_SILENT,
            ""),
        row(
            "all answer as another cluster than the record has",
            3,
            d -> {
              d.seenBefore(DrawnCluster.of(3));
              d.members.forEach(member -> member.cluster = other);
            },
            OTHER_HISTORY,
            ""),
        row(
            "the membership lacks most voters of the record",
            3,
            d -> {
              d.seenBefore(DrawnCluster.of(3));
              members(d, 1, 2).forEach(one -> outside(one, DrawnMember.HERE, 90));
            },
            MEMBERSHIP_SHRUNK,
            ""),
        row(
            "most places hold the data of another cluster",
            3,
            d -> members(d, 1, 2).forEach(one -> outside(one, other, 90)),
            STRAY_CLUSTER,
            ""),
        row("two say that they lead", 3, d -> d.member(1).leads = true, LEADER_DISPUTED, ""),
        row(
            "CORRUPT is raised",
            3,
            d -> raise(d, Alarm.Kind.CORRUPT),
            CORRUPT,
            "repair-corrupt-member"),
        row("NOSPACE is raised", 3, d -> raise(d, Alarm.Kind.NOSPACE), NO_SPACE, "clear-nospace"),
        row(
            "CORRUPT goes before NOSPACE",
            3,
            d -> {
              raise(d, Alarm.Kind.NOSPACE);
              raise(d, Alarm.Kind.CORRUPT);
            },
            CORRUPT,
            "repair-corrupt-member"),
        row(
            "NOSPACE beside a stopped voter",
            3,
            d -> {
              raise(d, Alarm.Kind.NOSPACE);
              d.member(2).stopped();
            },
            NO_SPACE,
            "member-restart"),
        row(
            "NOSPACE beside a lost voter",
            3,
            d -> {
              raise(d, Alarm.Kind.NOSPACE);
              d.member(2).gone();
            },
            NO_SPACE,
            "minority-replace"),
        row(
            "NOSPACE beside a stopped and a lost voter of five",
            5,
            d -> {
              raise(d, Alarm.Kind.NOSPACE);
              d.member(3).stopped();
              d.member(4).gone();
            },
            NO_SPACE,
            "member-restart"),
        row(
            "NOSPACE where quorum is lost with data",
            3,
            d -> {
              raise(d, Alarm.Kind.NOSPACE);
              d.member(1).gone();
              d.member(2).gone();
            },
            NO_SPACE,
            "majority-recovery"));
  }

  /** Too few voters vote, or nobody can tell. */
  static Stream<Arguments> losses() {
    return Stream.of(
        row("nobody answers", 3, d -> d.members.forEach(DrawnMember::unreached), UNOBSERVABLE, ""),
        row(
            "nobody answers and all run",
            3,
            d -> d.members.forEach(DrawnMember::silent),
            UNOBSERVABLE,
            ""),
        row(
            "a member answers without a list",
            3,
            d -> d.source = MembershipSource.NONE,
            UNOBSERVABLE,
            ""),
        row(
            "certificates keep Quorate out",
            3,
            d -> d.members.forEach(member -> member.shutOut("theirs")),
            UNOBSERVABLE,
            ""),
        row(
            "two of three are stopped",
            3,
            d -> members(d, 1, 2).forEach(DrawnMember::stopped),
            WAITING_FOR_QUORUM,
            "majority-recovery"),
        row(
            "all are stopped and the record knows them",
            3,
            d -> {
              d.source = MembershipSource.RECORDED;
              d.seenBefore(DrawnCluster.of(3));
              d.members.forEach(DrawnMember::stopped);
            },
            WAITING_FOR_QUORUM,
            "majority-recovery"),
        row(
            "two of three are stopped, and one of them lost its data",
            3,
            d -> {
              d.member(1).stopped();
              d.member(2).gone();
            },
            WAITING_FOR_QUORUM,
            "majority-recovery"),
        row(
            "two of three lost their data",
            3,
            d -> members(d, 1, 2).forEach(DrawnMember::gone),
            QUORUM_LOST,
            "majority-recovery"),
        row(
            "three of five lost their data",
            5,
            d -> members(d, 2, 3, 4).forEach(DrawnMember::gone),
            QUORUM_LOST,
            "majority-recovery"),
        row(
            "the only voter lost its data, by the record",
            1,
            d -> {
              d.source = MembershipSource.RECORDED;
              d.seenBefore(DrawnCluster.of(1));
              d.member(0).gone();
            },
            QUORUM_LOST,
            "majority-recovery"),
        row(
            "all answer and follow nobody",
            3,
            d -> {
              d.member(0).leads = false;
              d.members.forEach(member -> member.followsNobody = true);
            },
            WAITING_FOR_QUORUM,
            "majority-recovery"),
        row(
            "one of three is reached and follows a leader elsewhere",
            3,
            d -> {
              d.member(0).leads = false;
              d.member(1).leads = true;
              members(d, 1, 2).forEach(DrawnMember::unreached);
            },
            OBSERVER_PARTITIONED,
            ""),
        row(
            "one of three is reached, another is stopped, and a quorum gave the list just now",
            3,
            d -> {
              d.member(1).unreached();
              d.member(2).stopped();
            },
            OBSERVER_PARTITIONED,
            ""),
        row(
            "one of three is reached with a leader, another is stopped, and no quorum answers",
            3,
            d -> {
              d.source = MembershipSource.RECORDED;
              d.member(1).unreached();
              d.member(2).stopped();
            },
            WAITING_FOR_QUORUM,
            "majority-recovery"),
        row(
            "two of three were never started",
            3,
            d -> members(d, 1, 2).forEach(DrawnMember::unstarted),
            QUORUM_LOST,
            "majority-recovery"));
  }

  /** Quorum holds, and a voter does not vote. */
  static Stream<Arguments> voters() {
    return Stream.of(
        row("a voter is stopped", 3, d -> d.member(2).stopped(), MEMBER_STOPPED, "member-restart"),
        row(
            "a voter stopped because its disk is full",
            3,
            d -> {
              d.member(2).stopped();
              d.member(2).workload =
                  d.member(2).workload.complaining(Optional.of("no space left on device"));
            },
            DISK_FULL,
            "member-restart"),
        row(
            "a voter hangs",
            3,
            d -> d.member(2).hung(Hang.Kind.STOPPED),
            MEMBER_HUNG,
            "member-restart"),
        row("a voter lost its data", 3, d -> d.member(2).gone(), MINORITY_LOST, "minority-replace"),
        row(
            "a voter ends at every start without its data",
            3,
            d -> d.member(2).looping(),
            MINORITY_LOST,
            "minority-replace"),
        row(
            "a lost voter that a peer hears",
            3,
            d -> {
              d.member(2).gone();
              d.member(2).heard = true;
            },
            MEMBER_UNREACHABLE,
            ""),
        row(
            "a lost voter, and nobody knows what its peers hear",
            3,
            d -> {
              d.member(2).gone();
              d.members.forEach(member -> member.peersRead = false);
            },
            MEMBER_SILENT,
            ""),
        row(
            "a silent voter that a peer hears",
            3,
            d -> {
              d.member(2).unreached();
              d.member(2).heard = true;
            },
            MEMBER_UNREACHABLE,
            ""),
        row(
            "a voter was never started",
            3,
            d -> d.member(2).unstarted(),
            PHANTOM_MEMBER,
            "minority-replace"),
        row(
            "a voter follows nobody",
            3,
            d -> d.member(2).followsNobody = true,
            MEMBER_NOT_VOTING,
            ""),
        row("a voter runs and does not answer", 3, d -> d.member(2).silent(), MEMBER_SILENT, ""),
        row("a host does not answer", 3, d -> d.member(2).unreached(), MEMBER_SILENT, ""),
        row(
            "a stopped voter whose disk is not mounted",
            3,
            d -> {
              d.member(2).stopped();
              d.member(2).unmounted();
            },
            MEMBER_SILENT,
            ""),
        row(
            "a stopped voter with the data of another",
            3,
            d -> {
              d.member(2).stopped();
              d.member(2).data =
                  d.member(2).data.ownedBy(new DataOwner(d.member(1).id, DrawnMember.HERE));
            },
            MEMBER_SILENT,
            ""),
        row(
            "a stopped voter knows a commit that those that serve do not have",
            3,
            d -> {
              d.member(2).stopped();
              d.member(2).hasDataOf(DrawnMember.HERE, 679);
            },
            MEMBER_OF_OTHER_HISTORY,
            "minority-replace"),
        row(
            "a stopped voter goes before a lost one",
            5,
            d -> {
              d.member(3).gone();
              d.member(4).stopped();
            },
            MEMBER_STOPPED,
            "member-restart"),
        row(
            "a lost voter goes before one that was never started",
            5,
            d -> {
              d.member(3).unstarted();
              d.member(4).gone();
            },
            MINORITY_LOST,
            "minority-replace"),
        row(
            "a voter is listed at another URL than the configured one",
            3,
            d -> d.member(1).peerUrl = "http://10.0.0.9:2380",
            ADDRESS_CHANGED,
            "member-restart"),
        row(
            "a voter does not answer at the URL that is configured anew",
            3,
            d -> {
              d.member(1).peerUrl = "http://10.0.0.9:2380";
              d.member(1).nobodyAtItsUrl = Optional.of("connection refused");
            },
            ADDRESS_CHANGED,
            ""),
        row(
            "a lost voter goes before a changed address",
            5,
            d -> {
              d.member(1).peerUrl = "http://10.0.0.9:2380";
              d.member(4).gone();
            },
            MINORITY_LOST,
            "minority-replace"),
        row(
            "a changed address goes before a silent voter",
            5,
            d -> {
              d.member(1).peerUrl = "http://10.0.0.9:2380";
              d.member(4).silent();
            },
            ADDRESS_CHANGED,
            "member-restart"));
  }

  /** Everybody votes, and something is under way or differs. */
  static Stream<Arguments> motions() {
    return Stream.of(
        row(
            "a learner is left",
            4,
            d -> d.member(3).status = VotingStatus.LEARNER,
            MEMBER_JOINING,
            "minority-replace"),
        row(
            "a learner goes before mixed versions",
            4,
            d -> {
              d.member(3).status = VotingStatus.LEARNER;
              d.member(1).version = EtcdVersion.parse("3.5.21");
            },
            MEMBER_JOINING,
            "minority-replace"),
        row(
            "a silent voter goes before a learner",
            4,
            d -> {
              d.member(3).status = VotingStatus.LEARNER;
              d.member(2).silent();
            },
            MEMBER_SILENT,
            ""),
        row(
            "one of three configured members is not listed",
            3,
            d -> unlisted(d.member(2)),
            MEMBER_MISSING,
            "minority-replace"),
        row("a spare beside three voters", 4, d -> unlisted(d.member(3)), WHOLE, ""),
        row(
            "a missing member goes before mixed versions",
            3,
            d -> {
              unlisted(d.member(2));
              d.member(1).version = EtcdVersion.parse("3.5.21");
            },
            MEMBER_MISSING,
            "minority-replace"),
        row(
            "an enabled downgrade goes before a missing member",
            3,
            d -> {
              unlisted(d.member(2));
              d.members.forEach(member -> member.downgradeTo = Optional.of("3.5"));
            },
            VERSION_SKEW,
            "rolling-downgrade"),
        row(
            "members run two minors",
            3,
            d -> d.member(1).version = EtcdVersion.parse("3.5.21"),
            VERSION_SKEW,
            "rolling-upgrade"),
        row(
            "members run two patches of one minor",
            3,
            d -> d.member(1).version = EtcdVersion.parse("3.6.15"),
            WHOLE,
            ""),
        row(
            "a downgrade is enabled",
            3,
            d -> d.members.forEach(member -> member.downgradeTo = Optional.of("3.5")),
            VERSION_SKEW,
            "rolling-downgrade"),
        row(
            "a comparison finds one voter that differs",
            3,
            d -> {
              d.compared = true;
              d.member(2).hash = 7;
            },
            DATA_DIFFERS,
            "repair-corrupt-member"),
        row(
            "a comparison finds three voters that differ",
            3,
            d -> {
              d.compared = true;
              d.member(1).hash = 5;
              d.member(2).hash = 7;
            },
            DATA_DIFFERS,
            ""),
        row("a comparison finds no difference", 3, d -> d.compared = true, WHOLE, ""),
        row(
            "mixed versions go before a difference",
            3,
            d -> {
              d.compared = true;
              d.member(2).hash = 7;
              d.member(1).version = EtcdVersion.parse("3.5.21");
            },
            VERSION_SKEW,
            "rolling-upgrade"),
        row(
            "a difference that was found earlier goes before a lost voter",
            3,
            d -> {
              d.comparedEarlier =
                  Optional.of(
                      new EarlierComparison(
                          Duration.ofHours(1),
                          Optional.of("etcd-1 has other data"),
                          Optional.of(d.member(1).name)));
              d.member(2).gone();
            },
            DATA_DIFFERS,
            "repair-corrupt-member"),
        row(
            "a difference of the voter that is lost is gone with the voter",
            3,
            d -> {
              d.comparedEarlier =
                  Optional.of(
                      new EarlierComparison(
                          Duration.ofHours(1),
                          Optional.of("etcd-2 has other data"),
                          Optional.of(d.member(2).name)));
              d.member(2).gone();
            },
            MINORITY_LOST,
            "minority-replace"));
  }

  private static Arguments row(
      String trouble, int voters, Consumer<DrawnCluster> draw, DiagnosisCode code, String runbook) {
    return Arguments.of(trouble, voters, draw, code, runbook);
  }

  private static void raise(DrawnCluster drawn, Alarm.Kind kind) {
    drawn.alarms.add(new Alarm(kind, Optional.of(drawn.member(0).id)));
  }

  private static List<DrawnMember> members(DrawnCluster drawn, int... numbers) {
    return Arrays.stream(numbers).mapToObj(drawn::member).toList();
  }

  private static void outside(DrawnMember member, ClusterId cluster, long revision) {
    unlisted(member);
    member.hasDataOf(cluster, revision);
  }

  private static void unlisted(DrawnMember member) {
    member.status = VotingStatus.UNLISTED;
    member.stopped();
    member.data = DataDirectory.of(DataDirectory.State.ABSENT);
  }
}
