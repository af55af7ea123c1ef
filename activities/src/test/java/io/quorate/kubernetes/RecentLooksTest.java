package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecentLooksTest {
  private long now;
  private long duration;
  private int asked;
  private final RecentLooks looks = new RecentLooks(this::asked, () -> now);

  @Test
  void asksOnceForLooksAtTheSameTime() {
    looks.look();
    now += RecentLooks.SHARED.toNanos() - 1;
    looks.look();
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void asksAgainOnceTheLookIsOld() {
    looks.look();
    now += RecentLooks.SHARED.toNanos();
    looks.look();
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void showsEverybodyTheLookAfterAnEffect() {
    looks.look();
    SetLook after = looks.fresh().look();
    assertThat(looks.look()).isSameAs(after);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void sharesALookThatTookLong() {
    duration = RecentLooks.SHARED.toNanos() * 20;
    looks.look();
    looks.look();
    assertThat(asked).isEqualTo(1);
  }

  private SetLook asked() {
    asked++;
    now += duration;
    return new SetLook(
        Instant.EPOCH.plusSeconds(asked),
        new SetNames("db", List.of("etcd")),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        Optional.empty(),
        PolicyGuard.NONE,
        Map.of());
  }
}
