package io.quorate.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The arithmetic against a second one that only knows what a quorum is for. */
class QuorumTest {
  /** A size is safe when no two sets of that many voters can be disjoint; quorum is the least. */
  @Property
  void aQuorumIsTheLeastNumberOfVotersOfWhichAnyTwoSetsMeet(
      @ForAll @IntRange(min = 1, max = 9) int voters) {
    assertThat(new Quorum(voters).size()).isEqualTo(leastThatAlwaysMeets(voters));
  }

  @Property
  void theMarginIsHowManyMayStillDie(
      @ForAll @IntRange(min = 1, max = 9) int voters,
      @ForAll @IntRange(min = 0, max = 9) int drawn) {
    int alive = Math.min(drawn, voters);
    Quorum quorum = new Quorum(voters);
    int mayDie = -1;
    while (mayDie + 1 <= alive && alive - (mayDie + 1) >= leastThatAlwaysMeets(voters)) {
      mayDie++;
    }
    assertThat(quorum.isHeldBy(alive)).isEqualTo(mayDie >= 0);
    assertThat(Math.max(-1, quorum.margin(alive))).isEqualTo(mayDie);
    assertThat(quorum.tolerated()).isEqualTo(voters - leastThatAlwaysMeets(voters));
  }

  @Test
  void noVotersHoldNoQuorumAndTolerateNothing() {
    assertThat(new Quorum(0).tolerated()).isZero();
    assertThat(new Quorum(0).isHeldBy(0)).isFalse();
  }

  @Test
  void aNegativeNumberOfVotersIsRefused() {
    assertThatThrownBy(() -> new Quorum(-1)).hasMessageContaining("-1 voters");
  }

  private static int leastThatAlwaysMeets(int voters) {
    int least = voters;
    while (least > 1 && alwaysMeet(voters, least - 1)) {
      least--;
    }
    return least;
  }

  private static boolean alwaysMeet(int voters, int size) {
    for (int one = 0; one < 1 << voters; one++) {
      for (int other = 0; other < 1 << voters; other++) {
        boolean both = Integer.bitCount(one) == size && Integer.bitCount(other) == size;
        if (both && (one & other) == 0) {
          return false;
        }
      }
    }
    return true;
  }
}
