package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Settings that etcd reads and does not obey are found by what the member tells
 * (docs/etcd.md#settings).
 */
final class FeaturesTest {
  private static final Map<String, String> SETTINGS =
      Map.of("ETCD_FEATURE_GATES", "InitialCorruptCheck=true, TxnModeWriteWithSharedBuffer=false");

  @Test
  void nothingIsSaidOfAMemberThatObeysItsSettings() {
    assertThat(
            Features.notInForce(
                SETTINGS,
                Map.of("InitialCorruptCheck", true, "TxnModeWriteWithSharedBuffer", false)))
        .isEmpty();
  }

  @Test
  void aFeatureThatIsOffThoughItWasSwitchedOnIsNamed() {
    assertThat(Features.notInForce(SETTINGS, Map.of("InitialCorruptCheck", false)))
        .contains("InitialCorruptCheck=true");
  }

  @Test
  void aFeatureThatIsOnThoughItWasSwitchedOffIsNamed() {
    assertThat(Features.notInForce(SETTINGS, Map.of("TxnModeWriteWithSharedBuffer", true)))
        .contains("TxnModeWriteWithSharedBuffer=false");
  }

  @Test
  void unreportedFeaturesAndUnsetFeaturesAreNotNamed() {
    assertThat(Features.notInForce(SETTINGS, Map.of("StopGRPCServiceOnDefrag", true))).isEmpty();
    assertThat(Features.notInForce(Map.of(), Map.of("InitialCorruptCheck", true))).isEmpty();
  }
}
