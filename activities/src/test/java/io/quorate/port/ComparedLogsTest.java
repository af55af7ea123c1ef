package io.quorate.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataPosition;
import io.quorate.port.ComparedLogs.Pair;
import io.quorate.port.ComparedLogs.Result;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What comparisons of logs found is remembered by whoever has the ports, and by nobody else. */
class ComparedLogsTest {
  private static final Result SAME = new Result(Optional.empty());
  private static final Result PARTING = new Result(Optional.of(7L));

  private final ComparedLogs compared = new ComparedLogs();

  @Test
  void logsThatDoNotPartAreKnownAsWellAsThoseThatDo() {
    compared.remember(logs(1), SAME);
    compared.remember(logs(2), PARTING);
    assertThat(compared.of(logs(1))).contains(SAME);
    assertThat(compared.of(logs(2))).contains(PARTING);
    assertThat(compared.of(logs(3))).isEmpty();
  }

  @Test
  void anotherWorkersClustersKnowNothingOfIt() {
    compared.remember(logs(1), PARTING);
    assertThat(new ComparedLogs().of(logs(1))).isEmpty();
  }

  @Test
  void theMemoryStaysSmall() {
    for (long index = 0; index < 1_000; index++) {
      compared.remember(logs(index), PARTING);
    }
    assertThat(compared.of(logs(0))).isEmpty();
    assertThat(compared.of(logs(999))).contains(PARTING);
  }

  private static Pair logs(long index) {
    DataPosition far =
        new DataPosition(2, index, index, 1, 1, List.of(), Optional.empty(), Optional.empty());
    return new Pair(
        new ClusterKey("main"), new MemberName("etcd-1"), far, new MemberName("etcd-0"), 2);
  }
}
