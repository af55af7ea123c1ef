package io.quorate.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.step.Verdict;
import io.quorate.view.ClusterView;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An etcd that began empty runs as one of three voters, of which the others are stopped. */
class ForgetfulVoterTest {
  private final DrawnCluster drawn = DrawnCluster.recorded(3);

  @BeforeEach
  void draw() {
    drawn.members.forEach(DrawnMember::stopped);
  }

  @Test
  void noMemberStartsBesideAVoterWithAShorterLogThanRecorded() {
    ClusterView view = running(3);
    assertThat(refused(view))
        .contains(
            "etcd-1 runs with a log that ends at raft index 3, and it once had committed 90. It may"
                + " vote without what etcd-1 acknowledged, so nobody is started beside it.")
        .contains("Stop what runs as etcd-1 at its host, and keep its directory");
    assertThat(new ReturnMember(drawn.member(0).name).mayRun(view))
        .isInstanceOf(Verdict.Refused.class);
  }

  /** What was just written may be missing in what was read, never more. */
  @Test
  void aVoterWithALogOfTheRecordedLengthIsNotForgetful() {
    assertThat(prescribed(running(90))).isInstanceOf(Plan.class);
    assertThat(prescribed(running(120))).isInstanceOf(Plan.class);
  }

  @Test
  void noMemberStartsBesideAStrayEtcdOfTheCluster() {
    drawn.member(1).strayAtItsUrl = true;
    assertThat(refused(drawn.view()))
        .contains("etcd-1 is not known to run (")
        .contains("an etcd of this cluster answers at its peer URL http://etcd-1:2380");

    drawn.member(1).workload = Workload.stranger("pid 4712 is somebody else's process");
    assertThat(refused(drawn.view())).contains("pid 4712 is somebody else's process");
  }

  /** Without sudo nobody knows what runs there; it may well be the member with its data. */
  @Test
  void anUnknownProcessIsNoStray() {
    drawn.member(1).strayAtItsUrl = true;
    drawn.member(1).workload = Workload.ambiguous("whose process pid 4712 is cannot be read");
    assertThat(prescribed(drawn.view())).isInstanceOf(Plan.class);
  }

  /** It has metadata and no entry, as one that was started with state existing. */
  @Test
  void aRunningOrSuspendedVoterWithAnEmptyLogStopsTheRecovery() {
    assertThat(refused(running(0))).contains("ends at raft index 0");
    drawn.member(1).workload =
        drawn
            .member(1)
            .workload
            .hanging(
                Optional.of(new Hang(Hang.Kind.STOPPED, "is stopped by a signal", "77.46.")),
                Optional.empty());
    ClusterView stopped = drawn.view().withLogs(Map.of(drawn.member(1).name, 0L));
    assertThat(refused(stopped)).contains("ends at raft index 0");
  }

  /** A member that migrates runs at its next place, at the URL that it had. */
  @Test
  void aMemberThatRunsAtTheNextPlaceIsNoStray() {
    drawn.member(1).strayAtItsUrl = true;
    DrawnMember next = new DrawnMember("etcd-1.next");
    next.next();
    next.workload(Workload.Running.EXPECTED);
    drawn.members.add(next);
    assertThat(ForgetfulVoter.in(drawn.view())).isEmpty();
    next.workload(Workload.Gone.STOPPED);
    assertThat(ForgetfulVoter.in(drawn.view())).isPresent();
  }

  /** On a host that nobody reaches it may well be the member with its data. */
  @Test
  void anEtcdOnAHostThatIsNotReachedMayBeTheMember() {
    drawn.member(1).strayAtItsUrl = true;
    drawn.member(1).workload = Workload.unreachable("no route to host");
    assertThat(prescribed(drawn.view())).isInstanceOf(Plan.class);
  }

  /** Nobody reads the data of a member that runs in Kubernetes. */
  @Test
  void noMemberStartsBesideAVoterThatRunsFromAnotherVolumeUnlessItsLogWasRead() {
    runsFrom("pvc-2");

    assertThat(refused(drawn.view()))
        .contains("etcd-1 has the volume pvc-2, and ran from pvc-1 when it was seen last");
    assertThat(prescribed(drawn.view().withLogs(Map.of(drawn.member(1).name, 90L))))
        .isInstanceOf(Plan.class);
  }

  @Test
  void aVoterThatRunsFromDataNobodyReadMakesNoPromise() {
    runsFrom("pvc-1");

    assertThat(((Plan) prescribed(drawn.view())).promise())
        .contains("which nobody can tell: nobody read the data of running members: etcd-1");
    assertThat(
            ((Plan) prescribed(drawn.view().withLogs(Map.of(drawn.member(1).name, 90L)))).promise())
        .doesNotContain("nobody read the data");
  }

  private void runsFrom(String volume) {
    DrawnCluster then = DrawnCluster.of(3);
    then.member(1).seenVolume = Optional.of("pvc-1");
    drawn.seenBefore(then);
    DrawnMember member = drawn.member(1);
    member.workload(Workload.Running.EXPECTED);
    member.data = DataDirectory.of(DataDirectory.State.PRESENT);
    member.seenVolume = Optional.of(volume);
  }

  private ClusterView running(long reached) {
    drawn.member(1).workload(Workload.Running.EXPECTED);
    return drawn.view().withLogs(Map.of(drawn.member(1).name, reached));
  }

  private static String refused(ClusterView view) {
    return ((Refusal) prescribed(view)).reason().text();
  }

  private static Prescription prescribed(ClusterView view) {
    return Runbooks.prescribe(
        "majority-recovery", new Options(Map.of()), view, ApprovalPolicy.DEFAULT);
  }
}
