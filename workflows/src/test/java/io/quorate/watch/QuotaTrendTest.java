package io.quorate.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.StorageStatus;
import io.quorate.drawing.DrawnCluster;
import io.quorate.view.ClusterView;
import io.quorate.watch.Sign.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaTrendTest {
  private static final long MIB = 1 << 20;

  private PulseMemory pulses = PulseMemory.NONE;
  private Instant now = Pulses.NOON;
  private Optional<ClusterView> view = Optional.empty();
  private final Map<Sign.Name, Sign> standing = new HashMap<>();

  @Test
  void aDatabaseAboveEightyPercentOfItsQuotaIsFound() {
    assertThat(pulse(80 * MIB, 80 * MIB)).isEmpty();
    assertThat(pulse(81 * MIB, 81 * MIB).getFirst().evidence())
        .startsWith("The database of etcd-0 is at 81 % of its quota: 81 MiB of 100 MiB. Nearly all")
        .contains("raise ETCD_QUOTA_BACKEND_BYTES");
  }

  @Test
  void freePagesAreGivenBackByADefragmentation() {
    assertThat(pulse(40 * MIB, 90 * MIB).getFirst().evidence())
        .endsWith("55 % of it are free pages, which the runbook defragment gives back.");
  }

  @Test
  void aFindingStaysDownToSeventyFivePercent() {
    keep(pulse(81 * MIB, 81 * MIB));
    assertThat(pulse(76 * MIB, 76 * MIB)).hasSize(1);
    assertThat(pulse(75 * MIB, 75 * MIB)).isEmpty();
  }

  @Test
  void aDatabaseThatIsFullInThreeDaysByHourAndDayIsFound() {
    assertThat(grow(25, 2 * MIB, MIB).getFirst().evidence())
        .contains("; it is full in 2 days if it grows on");
  }

  @Test
  void aDatabaseThatIsFullInFourHoursIsUrgent() {
    List<Sign> signs = grow(25, 2 * MIB, 12 * MIB);
    assertThat(signs).extracting(Sign::urgency).containsExactly(Urgency.SOON);
    assertThat(grow(25, 16 * MIB / 5, 12 * MIB))
        .extracting(Sign::urgency)
        .containsExactly(Urgency.NOW);
  }

  @Test
  void aGrowthOfOneHourAloneIsNoTrend() {
    assertThat(grow(25, 0, 10 * MIB)).isEmpty();
  }

  @Test
  void aDayOfGrowthIsNeededForATrend() {
    assertThat(grow(10, 2 * MIB, 2 * MIB)).isEmpty();
  }

  @Test
  void versionsThatDoNotTellTheirQuotaAreJudgedByTheLook() {
    pulses = pulses.with(Pulses.led(now, 1, 0));
    assertThat(signs()).isEmpty();
    DrawnCluster drawn = DrawnCluster.of(3);
    drawn.member(0).quotaBytes = 1 << 20;
    view = Optional.of(drawn.view());
    pulses = pulses.with(unsaid(Pulses.sized(now, MIB, MIB)));
    assertThat(signs().getFirst().evidence()).contains("1 MiB of 1 MiB");
  }

  private static Pulse unsaid(Pulse pulse) {
    Map<MemberName, MemberStatus> answers = new HashMap<>();
    pulse
        .answers()
        .forEach((name, status) -> answers.put(name, status.with(StorageStatus.UNKNOWN)));
    return new Pulse(pulse.at(), answers, Map.of());
  }

  private List<Sign> grow(int hours, long anHour, long lastHour) {
    pulses = PulseMemory.NONE;
    long size = MIB;
    List<Sign> last = List.of();
    for (int minute = 0; minute <= hours * 60; minute += 5) {
      last = pulse(size, size);
      size += (minute < (hours - 1) * 60 ? anHour : lastHour) / 12;
      now = now.plus(Duration.ofMinutes(5));
    }
    return last;
  }

  private void keep(List<Sign> signs) {
    signs.forEach(sign -> standing.put(sign.name(), sign));
  }

  private List<Sign> pulse(long inUse, long file) {
    pulses = pulses.with(Pulses.sized(now, inUse, file));
    return signs();
  }

  private List<Sign> signs() {
    return QuotaTrend.signs(new ClusterKnowledge(now, pulses, DeepKnowledge.NONE, view, standing));
  }
}
