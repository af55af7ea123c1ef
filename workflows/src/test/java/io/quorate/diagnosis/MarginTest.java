package io.quorate.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.drawing.DrawnCluster;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How many more voters may be lost, as far as a diagnosis tells. */
class MarginTest {
  @Test
  void theVotersThatVoteTellTheMargin() {
    assertThat(margin(drawn -> {})).contains(1);
    assertThat(margin(drawn -> drawn.member(1).gone())).contains(0);
    assertThat(
            margin(
                drawn -> {
                  drawn.member(1).gone();
                  drawn.member(2).gone();
                }))
        .contains(-1);
  }

  @Test
  void aLookThatSeesNobodyTellsNoMargin() {
    assertThat(margin(drawn -> drawn.members.forEach(member -> member.answers = false))).isEmpty();
  }

  @Test
  void anElectionTellsNoMargin() {
    assertThat(
            margin(
                drawn -> {
                  drawn.member(1).leads = true;
                  drawn.member(1).term = 3;
                }))
        .isEmpty();
  }

  private static Optional<Integer> margin(Consumer<DrawnCluster> change) {
    DrawnCluster drawn = DrawnCluster.of(3);
    change.accept(drawn);
    return DiagnosisTable.diagnose(drawn.view()).margin(drawn.view());
  }
}
