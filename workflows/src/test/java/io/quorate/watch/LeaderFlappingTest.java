package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaderFlappingTest {
  private PulseMemory pulses = PulseMemory.NONE;
  private Instant now = Pulses.NOON;
  private long term = 7;
  private Optional<Sign> standing = Optional.empty();

  @Test
  void aLeaderThatChangesThreeTimesInTenMinutesFlaps() {
    List<Sign> signs = changes(3);

    assertThat(signs).singleElement().satisfies(sign -> assertThat(sign.subject()).isEmpty());
    assertThat(signs.getFirst().evidence())
        .startsWith("The leader changes again and again: 3 times in 4 min, term 10 now, etcd-1")
        .contains("etcd-1 leads");
  }

  @Test
  void aLeaderThatChangesTwiceDoesNotFlap() {
    assertThat(changes(2)).isEmpty();
  }

  @Test
  void anElectionOfManyTermsIsOneChange() {
    pulse();
    pulses = pulses.with(Pulses.electing(now, term + 2));
    term += 5;
    assertThat(pulse()).isEmpty();
  }

  @Test
  void theTermOfAFirstPulseIsNoChange() {
    pulse();
    assertThat(changes(2)).isEmpty();
  }

  @Test
  void changesOfMoreThanTenMinutesAgoDoNotCount() {
    pulse();
    for (int change = 0; change < 6; change++) {
      term++;
      now = now.plus(Duration.ofMinutes(5));
      assertThat(pulse()).isEmpty();
    }
  }

  @Test
  void aFlappingLeaderStaysOneUntilNoTermChangedForTenMinutes() {
    standing = changes(3).stream().findFirst();
    now = now.plus(Duration.ofMinutes(8));
    assertThat(pulse()).hasSize(1);
    now = now.plus(Duration.ofMinutes(2));
    assertThat(pulse()).isEmpty();
  }

  @Test
  void aHolderThatIsNewKeepsTheFindingOfTheHolderBeforeForTenMinutes() {
    standing = changes(3).stream().findFirst();
    pulses = PulseMemory.NONE;
    assertThat(pulse()).isEqualTo(standing.stream().toList());
    now = now.plus(Duration.ofMinutes(10));
    assertThat(pulse()).isEmpty();
  }

  @Test
  void changesThatAnOperationMadeDoNotCount() {
    changes(3);
    pulses = pulses.excusedAt(now);
    assertThat(changes(2)).isEmpty();
    assertThat(changes(1)).hasSize(1);
  }

  private List<Sign> changes(int times) {
    List<Sign> last = pulse();
    for (int change = 0; change < times; change++) {
      term++;
      now = now.plus(Duration.ofMinutes(2));
      last = pulse();
    }
    return last;
  }

  private List<Sign> pulse() {
    pulses = pulses.with(Pulses.led(now, term, 1));
    return LeaderFlapping.signs(
        new ClusterKnowledge(
            now,
            pulses,
            DeepKnowledge.NONE,
            Optional.empty(),
            standing.map(sign -> Map.of(sign.name(), sign)).orElse(Map.of())));
  }
}
