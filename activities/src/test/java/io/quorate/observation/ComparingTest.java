package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Storage;
import io.quorate.port.Storage.HashOfKeys;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** etcd applies no write while it hashes. */
class ComparingTest {
  private final List<Thread> asking = new CopyOnWriteArrayList<>();

  /** All at once would stop every client of the cluster. */
  @Test
  void votersHashOneAfterTheOther() {
    Storage storage = PretendedPort.answering(Storage.class, "hashOfKeys", this::hashInThisThread);
    var view =
        Voters.of(
            EtcdVersion.parse("3.6.16"),
            new MemberName("etcd-0"),
            new MemberName("etcd-1"),
            new MemberName("etcd-2"));
    assertThat(Comparing.once(storage).requireEqual(view.voters())).isEqualTo(new Revision(50));
    assertThat(asking).hasSize(3).containsOnly(Thread.currentThread());
  }

  private HashOfKeys hashInThisThread() {
    asking.add(Thread.currentThread());
    return new HashOfKeys(42, new Revision(1), new Revision(50));
  }
}
