package io.quorate.worker.background;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.observation.LogOnce;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tasks that a worker does by itself. */
@Timeout(30)
class BackgroundSchedulerTest {
  private static final List<ClusterKey> FORTY =
      IntStream.range(0, 40).mapToObj(number -> new ClusterKey("c" + number)).toList();

  private final Map<ClusterKey, CountDownLatch> twice = new ConcurrentHashMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  @Test
  void aClusterThatHangsHoldsUpNoOtherAndTheEndEndsIt() throws InterruptedException {
    FORTY.forEach(cluster -> twice.put(cluster, new CountDownLatch(2)));
    try (BackgroundScheduler scheduler = new BackgroundScheduler(FORTY)) {
      scheduler.start(new ClusterTask("test", Duration.ofMillis(5), 2, this::firstHangsOthersFail));
      for (ClusterKey other : FORTY.subList(1, FORTY.size())) {
        assertThat(twice.get(other).await(20, TimeUnit.SECONDS)).as(other.value()).isTrue();
      }
    }
    assertThat(ended.await(0, TimeUnit.SECONDS)).as("closing waits for it").isTrue();
  }

  @Test
  void aClusterThatCameHasTurnsAndOneThatWentHasNoMore() throws InterruptedException {
    ClusterKey went = FORTY.get(0);
    ClusterKey came = FORTY.get(1);
    Map<ClusterKey, AtomicInteger> turns = new ConcurrentHashMap<>();
    CountDownLatch both = new CountDownLatch(3);
    try (BackgroundScheduler scheduler = new BackgroundScheduler(List.of(went))) {
      scheduler.know(Set.of(came));
      scheduler.start(
          new ClusterTask(
              "test",
              Duration.ofMillis(2),
              1,
              cluster -> {
                turns.computeIfAbsent(cluster, any -> new AtomicInteger()).incrementAndGet();
                both.countDown();
              }));
      assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
      scheduler.know(Set.of(went));
      CountDownLatch again = new CountDownLatch(1);
      twice.put(went, again);
      scheduler.start(
          new ClusterTask("later", Duration.ofMillis(2), 1, one -> twice.get(one).countDown()));
      assertThat(again.await(20, TimeUnit.SECONDS)).isTrue();
      int before = turns.get(came).get();
      CountDownLatch five = new CountDownLatch(5);
      twice.put(went, five);
      assertThat(five.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(before).isGreaterThan(2);
      // One turn may be under way.
      assertThat(turns.get(came).get()).isLessThanOrEqualTo(before + 1);
    }
  }

  private void firstHangsOthersFail(ClusterKey cluster) {
    if (!cluster.equals(FORTY.getFirst())) {
      twice.get(cluster).countDown();
      throw new IllegalStateException("a failure ends no loop");
    }
    hang(new CountDownLatch(1), ended);
  }

  @Test
  void anErrorEndsNoLoop() throws InterruptedException {
    CountDownLatch turns = new CountDownLatch(2);
    try (BackgroundScheduler scheduler = new BackgroundScheduler(FORTY.subList(0, 1))) {
      scheduler.start(
          new ClusterTask(
              "test",
              Duration.ofMillis(1),
              1,
              cluster -> {
                turns.countDown();
                throw new OutOfMemoryError("as for one look that is too large");
              }));
      assertThat(turns.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void noMoreThanAllowedAreWorkedOnAtOnce() throws InterruptedException {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch turns = new CountDownLatch(200);
    try (BackgroundScheduler scheduler = new BackgroundScheduler(FORTY)) {
      scheduler.start(
          new ClusterTask(
              "test",
              Duration.ofMillis(1),
              3,
              cluster -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                Thread.yield();
                now.decrementAndGet();
                turns.countDown();
              }));
      assertThat(turns.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void aTaskThatHangsHoldsUpNoOtherTaskAndTheEndEndsBoth() throws InterruptedException {
    CountDownLatch hangs = new CountDownLatch(FORTY.size());
    CountDownLatch interrupted = new CountDownLatch(FORTY.size());
    CountDownLatch turns = new CountDownLatch(2 * FORTY.size());
    try (BackgroundScheduler scheduler = new BackgroundScheduler(FORTY)) {
      scheduler.start(
          new ClusterTask("hangs", Duration.ofMillis(1), 40, cluster -> hang(hangs, interrupted)));
      assertThat(hangs.await(20, TimeUnit.SECONDS)).isTrue();
      scheduler.start(
          new ClusterTask("goes on", Duration.ofMillis(1), 1, cluster -> turns.countDown()));
      assertThat(turns.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(interrupted.getCount()).as("closing waits for every turn").isZero();
  }

  private static void hang(CountDownLatch begun, CountDownLatch ended) {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException closed) {
      ended.countDown();
    }
  }

  @Test
  void theSameTroubleIsSaidOnceUntilItIsOverOrAnother() {
    LogOnce troubles = new LogOnce();
    ClusterKey one = FORTY.getFirst();
    assertThat(troubles.isNew(one, new IllegalStateException("gone"))).isTrue();
    assertThat(troubles.isNew(one, new IllegalStateException("gone"))).isFalse();
    assertThat(troubles.isNew(FORTY.get(1), new IllegalStateException("gone"))).isTrue();
    assertThat(troubles.isNew(one, new IllegalStateException("full"))).isTrue();
    assertThat(troubles.over(one)).isTrue();
    assertThat(troubles.over(one)).isFalse();
    assertThat(troubles.isNew(one, new IllegalStateException("full"))).isTrue();
  }
}
