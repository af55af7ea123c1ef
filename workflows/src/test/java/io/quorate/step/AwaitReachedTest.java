package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import org.junit.jupiter.api.Test;

class AwaitReachedTest {
  private final DrawnCluster drawn = DrawnCluster.of(3);
  private final DrawnMember moved = drawn.member(2);

  @Test
  void waitsForAMovedMemberThatIsDown() {
    moved.stopped();

    assertThat(mayRun())
        .isEqualTo(
            new Verdict.NotYet(
                "etcd-2 does not answer; start it, or abort, which puts the old URL back"));
  }

  @Test
  void looksAtTheOthersOnceTheMovedMemberAnswers() {
    assertThat(mayRun()).isEqualTo(Verdict.PROCEED);
  }

  private Verdict mayRun() {
    return new AwaitReached(new MemberName("etcd-2"), moved.id, moved.peerUrl).mayRun(drawn.view());
  }
}
