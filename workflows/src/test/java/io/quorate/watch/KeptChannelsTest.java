package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeptChannelsTest {
  @Test
  void halfOfTheDescriptorsAreForChannels() {
    assertThat(KeptChannels.of(6_000, 1_000, 3_000)).isEqualTo(KeptChannels.ALL);
    assertThat(KeptChannels.of(5_998, 1_000, 3_000)).isEqualTo(KeptChannels.ONE);
    assertThat(KeptChannels.of(1_998, 1_000, 3_000)).isEqualTo(KeptChannels.NONE);
  }

  @Test
  void theCostIsSaidWhereTheLimitIsTooSmall() {
    assertThat(KeptChannels.cost(6_000, 1_000, 3_000)).isEmpty();
    assertThat(KeptChannels.cost(2_048, 1_000, 3_000).orElseThrow())
        .startsWith("A process may have 2048 descriptors")
        .contains("One of each cluster stays open, so 67 connections a second");
    assertThat(KeptChannels.cost(1_024, 1_000, 3_000).orElseThrow())
        .contains("No channel stays open, so 100 connections a second");
  }
}
