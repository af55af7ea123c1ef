package io.quorate.runbook.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.LogPrint;
import io.quorate.data.LogPrint.EntryDigest;
import io.quorate.data.LogPrint.TermRun;
import io.quorate.diagnosis.Return;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.TwoHistories;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Stopped members of one cluster id, of whom one went on with a copy of its data. */
class TwoHistoriesTest {
  private static final TermRun BEGINNING = new TermRun(1, 2);

  private final DrawnCluster drawn = stopped();

  /** From which index on the entries of a member are its own, though their terms are not. */
  private final Map<Integer, Long> forks = new HashMap<>();

  @Test
  void nobodyIsStartedAndNothingRestoredWhileTwoHistoriesAreThere() {
    log(0, 120, 120, BEGINNING, new TermRun(101, 5));
    log(1, 110, 110, BEGINNING, new TermRun(101, 4));
    log(2, 110, 110, BEGINNING, new TermRun(101, 4));

    assertThat(((Refusal) prescribed()).reason().text())
        .contains("etcd-0 and etcd-1 are two histories")
        .contains("both know raft index 101 to be decided")
        .contains("rename its data directory (delete nothing)");
    assertThat(Return.of(drawn.view(), drawn.view().members().getFirst())).isEqualTo(Return.FORKED);
  }

  /** A forced member lists itself alone; the others' data counts all the same. */
  @Test
  void aMemberThatListsItselfAloneDoesNotHideTheOthers() {
    List<MembershipEntry> alone = List.of(drawn.member(0).listing());
    log(0, 120, 120, alone, BEGINNING, new TermRun(101, 5));
    log(1, 110, 110, BEGINNING, new TermRun(101, 4));
    drawn.member(1).status = VotingStatus.UNLISTED;
    drawn.member(2).status = VotingStatus.UNLISTED;

    assertThat(((Refusal) prescribed()).reason().text()).contains("two histories of one cluster");
  }

  /** Two copies that were each forced, or had as many elections, have the same terms. */
  @Test
  void otherEntriesInTheSameTermsAreTwoHistoriesToo() {
    forks.put(0, 101L);
    log(0, 120, 120, BEGINNING, new TermRun(101, 3));
    log(1, 110, 110, BEGINNING, new TermRun(101, 3));
    log(2, 110, 110, BEGINNING, new TermRun(101, 3));

    assertThat(((Refusal) prescribed()).reason().text()).contains("both know raft index 104 to be");
  }

  /** Ends that differ are no fork while nobody knows them to be decided: raft drops one of them. */
  @Test
  void uncommittedEntriesAreNoSecondHistory() {
    log(0, 120, 120, BEGINNING, new TermRun(101, 5));
    log(1, 104, 100, BEGINNING, new TermRun(101, 4));
    log(2, 100, 100, BEGINNING);

    assertThat(TwoHistories.in(drawn.view())).isEmpty();
    assertThat(prescribed()).isInstanceOf(Plan.class);
  }

  /** Its database knows of entries that its log lost: there is nothing to compare with. */
  @Test
  void aLogThatWasCutIsNoFork() {
    log(0, 120, 120, BEGINNING, new TermRun(101, 5));
    log(1, 95, 110, BEGINNING);
    log(2, 120, 120, BEGINNING, new TermRun(101, 5));

    assertThat(TwoHistories.in(drawn.view())).isEmpty();
  }

  @Test
  void aMemberThatIsOnlyBehindHasTheSameHistory() {
    log(0, 120, 120, BEGINNING, new TermRun(90, 3), new TermRun(101, 5));
    log(1, 95, 95, BEGINNING, new TermRun(90, 3));
    log(2, 40, 40, BEGINNING);

    assertThat(TwoHistories.in(drawn.view())).isEmpty();
  }

  /** Once the other's directory was renamed, what is left is one history. */
  @Test
  void theOtherMembersReturnOnceTheDataOfOneHistoryIsGone() {
    log(0, 120, 120, BEGINNING, new TermRun(101, 5));
    log(1, 110, 110, BEGINNING, new TermRun(101, 4));
    log(2, 110, 110, BEGINNING, new TermRun(101, 4));
    drawn.member(0).data = DataDirectory.of(DataDirectory.State.ABSENT);

    assertThat(((Plan) prescribed()).title()).startsWith("Bring back etcd-1 and etcd-2 ");
  }

  private Prescription prescribed() {
    return Runbooks.prescribe(
        "majority-recovery", new Options(Map.of()), drawn.view(), ApprovalPolicy.DEFAULT);
  }

  private void log(int number, long last, long known, TermRun... terms) {
    log(number, last, known, drawn.members.stream().map(DrawnMember::listing).toList(), terms);
  }

  private void log(
      int number, long last, long known, List<MembershipEntry> members, TermRun... terms) {
    long fork = forks.getOrDefault(number, Long.MAX_VALUE);
    DrawnMember member = drawn.member(number);
    List<TermRun> runs = List.of(terms);
    member.data =
        DataDirectory.of(DataDirectory.State.PRESENT)
            .ownedBy(new DataOwner(member.id, DrawnMember.HERE))
            .reaching(
                new DataPosition(
                    runs.getLast().term(),
                    last,
                    known,
                    last,
                    last,
                    members,
                    Optional.empty(),
                    Optional.of(new LogPrint(runs, digests(last, fork)))));
  }

  /** Digests at every eighth index; those of a fork are others. */
  private static List<EntryDigest> digests(long last, long fork) {
    return LongStream.rangeClosed(1, last)
        .filter(index -> index % 8 == 0)
        .mapToObj(index -> new EntryDigest(index, index < fork ? index : -index))
        .toList();
  }

  private static DrawnCluster stopped() {
    DrawnCluster cluster = DrawnCluster.of(3);
    cluster.source = MembershipSource.FILES;
    cluster.members.forEach(DrawnMember::stopped);
    return cluster;
  }
}
