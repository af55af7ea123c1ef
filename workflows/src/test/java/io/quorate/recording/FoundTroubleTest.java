package io.quorate.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Alarm;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.operation.Found;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Result of a look in brief. */
class FoundTroubleTest {
  @ParameterizedTest
  @EnumSource
  void writesFailWhileAnAlarmIsRaised(Alarm.Kind kind) {
    Found found =
        found(drawn -> drawn.alarms.add(new Alarm(kind, Optional.of(drawn.member(0).id))));

    assertThat(found.writesFailSince()).contains(DrawnCluster.NOW);
  }

  @Test
  void writesFailWhileTheClusterWaitsForStoppedMembers() {
    Found found =
        found(
            drawn -> {
              drawn.member(1).stopped();
              drawn.member(2).stopped();
            });

    assertThat(found.writesFailSince()).isPresent();
    assertThat(found.meaning()).isEqualTo("All writes fail.");
  }

  @Test
  void theMissingVotersAreCountedOnlyWhereTheirSilenceIsTheReason() {
    Found found =
        found(
            drawn -> {
              drawn.member(0).leads = false;
              drawn.members.forEach(member -> member.followsNobody = true);
              drawn.member(2).stopped();
            });

    assertThat(found.wrong()).isEqualTo("quorum is lost");
    assertThat(found.detail()).doesNotContain("1 of 3 voters is missing");
  }

  @Test
  void clientsCanWriteWhileOneOfThreeMembersIsLost() {
    assertThat(found(drawn -> drawn.member(2).gone()).writesFailSince()).isEmpty();
  }

  private static Found found(Consumer<DrawnCluster> draw) {
    DrawnCluster drawn = DrawnCluster.of(3);
    draw.accept(drawn);
    return FoundTrouble.of(drawn.view(), DiagnosisTable.diagnose(drawn.view()));
  }
}
