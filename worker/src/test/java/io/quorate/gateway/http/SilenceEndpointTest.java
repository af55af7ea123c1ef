package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.watch.FindingKind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SilenceEndpointTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Optional<String> ALL = Optional.empty();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quorum-lost",
        "no-space",
        "corrupt",
        "data-differs",
        "unobservable",
        "other-history"
      })
  void refusesToSilenceADiagnosisByWhichWritesFailOrDataIsLost(String kind) {
    assertThat(SilenceEndpoint.refusal(PAYMENTS, kind, ALL, DAY).orElseThrow())
        .startsWith("Not recorded: " + kind)
        .contains("Do: quorate take payments", "watch: {off: [" + kind + "]}");
  }

  @Test
  void aSilenceOfAnEarlierReleaseMayBeEnded() {
    assertThat(SilenceEndpoint.refusal(PAYMENTS, "quorum-lost", ALL, Duration.ZERO)).isEmpty();
  }

  @Test
  void everyKindOfFindingAndAMemberThatIsAwayMayBeSilenced() {
    assertThat(FindingKind.names())
        .allSatisfy(
            kind -> assertThat(SilenceEndpoint.refusal(PAYMENTS, kind, ALL, DAY)).isEmpty());
    assertThat(SilenceEndpoint.refusal(PAYMENTS, "member-stopped", ALL, DAY)).isEmpty();
  }
}
