package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When within the interval the backups of a cluster are due. */
class BackupOffsetTest {
  private static final Duration EVERY = Duration.ofHours(6);

  @Test
  void theClustersAreSpreadOverTheInterval() {
    List<Duration> offsets =
        IntStream.range(0, 24)
            .mapToObj(n -> OperationSchedules.offset(new ClusterKey("shop-" + n), EVERY))
            .toList();

    assertThat(offsets).doesNotHaveDuplicates().allMatch(one -> one.compareTo(EVERY) < 0);
    for (int quarter = 0; quarter < 4; quarter++) {
      Duration begin = EVERY.multipliedBy(quarter).dividedBy(4);
      Duration end = EVERY.multipliedBy(quarter + 1).dividedBy(4);
      assertThat(offsets).anyMatch(one -> one.compareTo(begin) >= 0 && one.compareTo(end) < 0);
    }
  }

  @Test
  void aClusterKeepsItsTimeInEveryRelease() {
    assertThat(OperationSchedules.offset(new ClusterKey("payments"), EVERY))
        .isEqualTo(Duration.ofSeconds(306));
    assertThat(OperationSchedules.offset(new ClusterKey("payments"), Duration.ofMinutes(1)))
        .isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void rehearsalsAreByDayAndOnOtherDaysOfEachCluster() {
    Duration month = Duration.ofDays(30);
    List<Duration> times =
        Stream.of("payments", "orders", "carts", "users")
            .map(name -> OperationSchedules.byDay(new ClusterKey(name), month))
            .toList();

    assertThat(times).allMatch(at -> at.toHoursPart() >= 9 && at.toHoursPart() < 15);
    assertThat(times).allMatch(at -> at.compareTo(month) < 0);
    assertThat(times.stream().map(Duration::toDays).distinct()).hasSizeGreaterThan(1);
  }
}
