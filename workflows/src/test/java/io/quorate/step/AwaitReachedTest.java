package io.quorate.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.Quota;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.step.Addresses.AwaitReached;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AwaitReachedTest {
  private final DrawnCluster drawn = DrawnCluster.of(3);
  private final DrawnMember moved = drawn.member(2);

  /** An abort is no way out: the old URL is put back only with the vote of this member. */
  @Test
  void waitsForAMovedMemberThatIsDownAndSaysWhatToDo() {
    moved.stopped();

    assertThat(Verdicts.code(mayRun())).isEqualTo("others-not-reached");
  }

  /** After a move of the data the old URL is wrong, so no abort is advised here either. */
  @Test
  void namesWhoDoesNotReachTheMovedMember() {
    MemberMetrics alone =
        new MemberMetrics(
            Set.of(), false, Optional.empty(), new Quota.NotRead(), Optional.empty(), Map.of());

    assertThat(step().missing(drawn.view(), Map.of(drawn.member(0).name, alone)))
        .contains("etcd-0 does not reach etcd-2 at http://etcd-2:2380; mend the way to it");
  }

  @Test
  void looksAtTheOthersOnceTheMovedMemberAnswers() {
    assertThat(mayRun()).isEqualTo(Verdict.PROCEED);
  }

  private Verdict mayRun() {
    return step().mayRun(drawn.view());
  }

  private AwaitReached step() {
    return new AwaitReached(moved.name, moved.id, moved.peerUrl);
  }
}
