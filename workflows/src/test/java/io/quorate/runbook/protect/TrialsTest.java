package io.quorate.runbook.protect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.drawing.DrawnCluster;
import io.quorate.step.DrillSnapshot;
import io.quorate.step.DrillSnapshot.IfBad;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialsTest {
  private final DrawnCluster drawn = DrawnCluster.of(3);

  /** The snapshot is of a minor that an older etcd does not start on. */
  @Test
  void noSnapshotIsTriedWithAnEtcdThatIsOlderThanTheCluster() {
    EtcdVersion older = new EtcdVersion(3, 4, 37);
    drawn.releases.add(older);
    MemberName chosen = place();
    drawn.members.stream()
        .filter(member -> member.name.equals(chosen))
        .forEach(member -> member.binary = Optional.of(older));

    assertThat(place()).isNotEqualTo(chosen);
  }

  private MemberName place() {
    return new Trials(drawn.view())
        .step(Optional.empty(), IfBad.NEXT_OLDER)
        .map(DrillSnapshot::member)
        .orElseThrow();
  }
}
