package io.quorate.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.data.DataDirectory;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.workload.Workload;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OtherMachineTest {
  @Test
  void findsAMemberThatIsLookedForOnAnotherMachine() {
    DrawnCluster now = seen("old-machine", Optional.empty());
    gone(now).machine = Optional.of("new-machine");
    assertThat(OtherMachine.in(now.view()))
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.sentence())
                    .contains("on the machine new-machine, and ran on old-machine"));
  }

  @Test
  void letsAVolumeGoToAnotherMachine() {
    DrawnCluster now = seen("old-machine", Optional.of("pvc-1"));
    gone(now).machine = Optional.of("new-machine");
    gone(now).seenVolume = Optional.of("pvc-1");
    assertThat(OtherMachine.in(now.view())).isEmpty();
  }

  @Test
  void findsAMemberWithAnotherVolumeOnTheSameMachine() {
    DrawnCluster now = seen("machine", Optional.of("pvc-1"));
    gone(now).machine = Optional.of("machine");
    gone(now).seenVolume = Optional.of("pvc-2");
    assertThat(OtherMachine.in(now.view()))
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.sentence()).contains("has the volume pvc-2, and ran from pvc-1"));
  }

  /** A cluster that ran there before, whose third member is gone now with its data. */
  private static DrawnCluster seen(String machine, Optional<String> volume) {
    DrawnCluster then = DrawnCluster.of(3);
    then.members.forEach(
        member -> {
          member.machine = Optional.of(machine);
          member.seenVolume = volume;
        });
    DrawnCluster now = DrawnCluster.of(3);
    now.seenBefore(then);
    DrawnMember gone = gone(now);
    gone.workload = Workload.stopped("pid 4711 is gone");
    gone.data = DataDirectory.of(DataDirectory.State.ABSENT);
    gone.answers = false;
    return now;
  }

  private static DrawnMember gone(DrawnCluster cluster) {
    return cluster.member(2);
  }
}
