package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.WatchNames;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldShardsTest {
  private static final List<ClusterKey> THOUSAND =
      IntStream.range(0, 1000).mapToObj(number -> new ClusterKey("c-" + number)).toList();

  private final AtomicLong nanos = new AtomicLong();
  private final HeldShards shards = new HeldShards(THOUSAND, nanos::get);

  @Test
  void aThousandClustersNeedAllShards() {
    assertThat(shards.needed()).hasSize(WatchNames.SHARDS);
  }

  @Test
  void aSingleClusterNeedsASingleShard() {
    assertThat(new HeldShards(THOUSAND.subList(0, 1), nanos::get).needed()).hasSize(1);
  }

  @Test
  void aWorkerThatIsAloneTakesAllShards() {
    assertThat(shards.needed()).allMatch(shard -> shards.takes(shard, 1));
    assertThat(THOUSAND).allMatch(shards::watches);
  }

  @Test
  void aWorkerLeavesHalfOfTheShardsToAnotherOne() {
    long taken = shards.needed().stream().filter(shard -> shards.takes(shard, 2)).count();
    assertThat(taken).isEqualTo(34);
  }

  @Test
  void watchesAClusterThatCameAndNoneThatWent() {
    shards.needed().forEach(shard -> shards.takes(shard, 1));
    ClusterKey came = new ClusterKey("came");
    shards.know(List.of(came));

    assertThat(shards.watches(came)).isTrue();
    assertThat(THOUSAND).noneMatch(shards::watches);
    assertThat(shards.needed()).containsExactly(WatchNames.shardOf(came));
  }

  @Test
  void aShardThatNobodyElseTakesIsTakenAtTheThirdOffer() {
    shards.needed().forEach(shard -> shards.takes(shard, 2));
    shards.needed().forEach(shard -> shards.takes(shard, 2));
    shards.needed().forEach(shard -> shards.takes(shard, 2));
    assertThat(shards.count()).isEqualTo(WatchNames.SHARDS);
  }

  @Test
  void aShardThatWasJustTakenIsNotLeftToAWorkerThatMayBeDead() {
    shards.needed().forEach(shard -> shards.takes(shard, 1));
    assertThat(shards.needed()).noneMatch(shard -> shards.leaves(shard, 2));
  }

  @Test
  void aNewWorkerGetsItsShare() {
    shards.needed().forEach(shard -> shards.takes(shard, 1));
    nanos.set(Duration.ofMinutes(3).toNanos());
    long left = shards.needed().stream().filter(shard -> shards.leaves(shard, 2)).count();
    assertThat(left).isEqualTo(30);
    assertThat(shards.count()).isEqualTo(34);
  }
}
