package io.quorate.lab.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HandshakesTest {
  private static final FleetAddress MEMBER = new FleetAddress(7, 1);

  private final Handshakes handshakes = new Handshakes();

  @Test
  void theKeptConnectionAndTwoHandshakesAnHourAreNoBurden() {
    shake(0, 1, 2, 62, 63);
    assertThat(handshakes.tooMany()).isZero();
    assertThat(handshakes.all()).isEqualTo(5);
  }

  @Test
  void aThirdHandshakeInAnHourBesideTheKeptConnectionIsTooMany() {
    shake(0, 1, 2, 59);
    assertThat(handshakes.tooMany()).isOne();
  }

  @Test
  void eachResetExcusesOneHandshake() {
    shake(0, 1, 2);
    handshakes.excuse(MEMBER);
    shake(3);
    assertThat(handshakes.tooMany()).isZero();
    shake(4);
    assertThat(handshakes.tooMany()).isOne();
  }

  private void shake(int... minutes) {
    for (int minute : minutes) {
      handshakes.count(MEMBER, Duration.ofMinutes(minute).toNanos());
    }
  }
}
