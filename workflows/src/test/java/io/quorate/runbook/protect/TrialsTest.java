package io.quorate.runbook.protect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.step.IsolatedRuns.DrillSnapshot;
import io.quorate.step.IsolatedRuns.DrillSnapshot.IfBad;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialsTest {
  private final DrawnCluster drawn = DrawnCluster.of(3);

  /**
   * The snapshot is of a minor that an older etcd does not start on: there the trial is refused.
   */
  @Test
  void anEtcdThatIsOlderThanTheClusterIsChosenAfterAllOthers() {
    MemberName follower = place();
    older(follower);
    MemberName other = place();
    older(other);

    assertThat(other).isNotEqualTo(follower);
    assertThat(drawn.view().leader().orElseThrow().name()).isEqualTo(place());
  }

  @Test
  void whereAllAreOlderTheHostOfAFollowerIsChosenAndTheTrialSaysWhy() {
    MemberName follower = place();
    drawn.members.forEach(member -> older(member.name));

    assertThat(place()).isEqualTo(follower);
  }

  private void older(MemberName place) {
    EtcdVersion older = new EtcdVersion(3, 4, 37);
    drawn.releases.add(older);
    drawn.members.stream()
        .filter(member -> member.name.equals(place))
        .forEach(member -> member.binary = Optional.of(older));
  }

  private MemberName place() {
    return new Trials(drawn.view())
        .step(Optional.empty(), IfBad.NEXT_OLDER)
        .map(DrillSnapshot::member)
        .orElseThrow();
  }
}
