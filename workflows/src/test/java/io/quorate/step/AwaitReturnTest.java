package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MembershipSource;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.step.Votes.AwaitQuorum;
import io.quorate.step.Votes.AwaitReturn;
import io.quorate.workload.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people read while voters are waited for that may have come back at another address. */
class AwaitReturnTest {
  private static final String HAS_TO_COME_BACK =
      ": where a host has another address by now, the listed one has to come back (on the host, as"
          + " a second one on its interface, or by the name), because the membership cannot be"
          + " changed without quorum";

  @Test
  void theWaitForARunningVoterNamesTheListedUrl() {
    DrawnCluster drawn = stopped();
    drawn.member(1).workload(Workload.Running.EXPECTED);
    AwaitQuorum step = new AwaitQuorum(List.of(drawn.member(1).name), 2, 3);

    assertThat(step.mayRun(drawn.view()))
        .isInstanceOfSatisfying(
            Verdict.NotYet.class,
            later ->
                assertThat(later.reason().headline())
                    .endsWith(
                        "; the membership lists etcd-1 at http://etcd-1:2380" + HAS_TO_COME_BACK));
  }

  @Test
  void theWaitForVotersOnUnreachableHostsNamesTheListedUrls() {
    DrawnCluster drawn = stopped();
    drawn.member(1).unreached();
    drawn.member(2).unreached();

    assertThat(AwaitReturn.waitsFor(drawn.view()))
        .endsWith(
            "; the membership lists etcd-1 at http://etcd-1:2380, etcd-2 at http://etcd-2:2380"
                + HAS_TO_COME_BACK);
  }

  /** It is seen, so its address is no reason. */
  @Test
  void theWaitForAVoterWithAnUnmountedDiskNamesNoUrl() {
    DrawnCluster drawn = stopped();
    drawn.member(1).unmounted();

    assertThat(AwaitReturn.waitsFor(drawn.view())).doesNotContain("the membership lists");
  }

  private static DrawnCluster stopped() {
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.members.forEach(DrawnMember::stopped);
    drawn.source = MembershipSource.RECORDED;
    return drawn;
  }
}
