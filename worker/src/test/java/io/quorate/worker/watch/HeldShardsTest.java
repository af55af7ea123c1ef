package io.quorate.worker.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.WatchNames;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldShardsTest {
  private static final List<ClusterKey> THOUSAND =
      IntStream.range(0, 1000).mapToObj(number -> new ClusterKey("c-" + number)).toList();

  private final HeldShards shards = new HeldShards(THOUSAND);

  @Test
  void aThousandClustersNeedAllShards() {
    assertThat(shards.needed()).hasSize(WatchNames.SHARDS);
  }

  @Test
  void aSingleClusterNeedsASingleShard() {
    assertThat(new HeldShards(THOUSAND.subList(0, 1)).needed()).hasSize(1);
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
  void aShardThatNobodyElseTakesIsTakenAtTheThirdOffer() {
    shards.needed().forEach(shard -> shards.takes(shard, 2));
    shards.needed().forEach(shard -> shards.takes(shard, 2));
    shards.needed().forEach(shard -> shards.takes(shard, 2));
    assertThat(shards.count()).isEqualTo(WatchNames.SHARDS);
  }

  @Test
  void aNewWorkerGetsItsShare() {
    shards.needed().forEach(shard -> shards.takes(shard, 1));
    long left = shards.needed().stream().filter(shard -> shards.leaves(shard, 2)).count();
    assertThat(left).isEqualTo(30);
    assertThat(shards.count()).isEqualTo(34);
  }
}
