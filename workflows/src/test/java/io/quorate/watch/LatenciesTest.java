package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private static final double ABOVE = Double.POSITIVE_INFINITY;

  @Test
  void aLaterReadingDiffersInEachBucket() {
    assertThat(counts(5, 20, 30).since(counts(5, 10, 11))).contains(counts(0, 10, 19));
  }

  @Test
  void countsThatBeganAnewHaveNoDifference() {
    assertThat(counts(1, 1, 2).since(counts(5, 10, 11))).isEmpty();
  }

  @Test
  void theBoundOfAShareIsTheFirstThatEnoughDidNotExceed() {
    assertThat(counts(50, 99, 100).bound(0.5)).contains(0.064);
    assertThat(counts(50, 99, 100).bound(0.99)).contains(0.128);
    assertThat(counts(50, 98, 100).bound(0.99)).contains(ABOVE);
  }

  @Test
  void nothingMeasuredHasNoBound() {
    assertThat(Latencies.NONE.bound(0.99)).isEmpty();
    assertThat(counts(0, 0, 0).bound(0.99)).isEmpty();
  }

  private static Latencies counts(long first, long second, long all) {
    return new Latencies(new TreeMap<>(Map.of(0.064, first, 0.128, second, ABOVE, all)));
  }
}
