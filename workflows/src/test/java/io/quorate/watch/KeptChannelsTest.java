package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quorate.cluster.ClusterKey;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptChannelsTest {
  private static final int CLUSTERS = 1_000;
  private static final int MEMBERS = 3;

  @Test
  void everyChannelStaysOpenWhereHalfOfTheDescriptorsSuffice() {
    assertThat(KeptChannels.of(6_000, CLUSTERS, 3_000)).isEqualTo(KeptChannels.ALL);
    assertThat(KeptChannels.of(5_998, CLUSTERS, 3_000)).isNotEqualTo(KeptChannels.ALL);
  }

  @ParameterizedTest
  @ValueSource(ints = {5_900, 4_000, 2_048, 1_000, 200})
  void halfOfTheDescriptorsBecomeChannels(int descriptors) {
    KeptChannels kept = KeptChannels.of(descriptors, CLUSTERS, 3_000);
    int open =
        IntStream.range(0, CLUSTERS)
            .map(number -> Math.min(MEMBERS, kept.of(new ClusterKey("main-" + number))))
            .sum();
    assertThat(open).isCloseTo(descriptors / 2, within(60));
  }

  @Test
  void eachClusterKeepsAChannelBeforeOneKeepsTwo() {
    KeptChannels kept = KeptChannels.of(2_048, CLUSTERS, 3_000);
    assertThat(IntStream.range(0, CLUSTERS).map(each -> kept.of(new ClusterKey("main-" + each))))
        .allMatch(channels -> channels >= 1);
  }

  @Test
  void theCostIsSaidWhereTheLimitIsTooSmall() {
    assertThat(KeptChannels.cost(6_000, CLUSTERS, 3_000)).isEmpty();
    assertThat(KeptChannels.cost(2_048, CLUSTERS, 3_000).orElseThrow())
        .startsWith("A process may have 2048 descriptors")
        .contains("1000 clusters want 3000. So 66 connections a second are opened");
  }
}
