package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.Storage;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.view.ClusterView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** etcd applies no write while it hashes. */
class ComparingTest {
  private final List<Thread> asking = new CopyOnWriteArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();

  /** All at once would stop every client of the cluster. */
  @Test
  void votersHashOneAfterTheOther() {
    Storage storage = PretendedPort.answering(Storage.class, "hashOfKeys", this::hashInThisThread);
    assertThat(Comparing.once(storage, () -> false).requireEqual(() -> three().voters()))
        .isEqualTo(new Revision(50));
    assertThat(asking).hasSize(3).containsOnly(Thread.currentThread());
  }

  /** Kubernetes compacts every five minutes, and hashing large databases takes longer. */
  @Test
  void aComparisonThatACompactionSpoiledIsRepeatedAtALaterRevisionButNotForEver() {
    AtomicInteger looks = new AtomicInteger();
    Storage storage =
        PretendedPort.answering(
            Storage.class,
            "hashOfKeys",
            () -> new HashOfKeys(42, new Revision(asked.incrementAndGet()), new Revision(50)));
    Comparing comparing =
        Comparing.patiently(
            storage, new Polling(Duration.ofSeconds(2), System::nanoTime, this::doNotWait));
    assertThatThrownBy(
            () ->
                comparing.requireEqual(
                    () -> {
                      looks.incrementAndGet();
                      return three().voters();
                    }))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("a compaction went between the hashes 3 times");
    assertThat(looks).as("each time at what the voters have then").hasValue(3);
    assertThat(asked).as("the third voter is left alone").hasValue(6);
  }

  /** Some versions hash wrongly at the very revision of a compaction. */
  @Test
  void dataThatDiffersIsComparedASecondTimeBeforeItIsSaid() {
    Storage once =
        PretendedPort.answering(
            Storage.class,
            "hashOfKeys",
            () ->
                new HashOfKeys(
                    asked.incrementAndGet() == 1 ? 77 : 42, new Revision(1), new Revision(50)));
    assertThat(Comparing.once(once, () -> false).compare(() -> three().voters()).isEqual())
        .isTrue();
    assertThat(asked).hasValue(6);
    Storage always =
        PretendedPort.answering(
            Storage.class,
            "hashOfKeys",
            () -> new HashOfKeys(asked.incrementAndGet() % 3, new Revision(1), new Revision(50)));
    assertThatThrownBy(
            () -> Comparing.once(always, () -> false).requireEqual(() -> three().voters()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("do not have the same data at revision 50");
  }

  @Test
  void whereNobodySuspectsADifferenceEachVoterHashesOnceUnlessThereIsOne() {
    Storage equal = PretendedPort.answering(Storage.class, "hashOfKeys", this::hashInThisThread);
    assertThat(Comparing.once(equal, () -> false).sparingly(three())).hasSize(1);
    assertThat(asking).hasSize(3);

    Storage odd =
        PretendedPort.answering(
            Storage.class,
            "hashOfKeys",
            () ->
                new HashOfKeys(
                    asked.incrementAndGet() % 3 == 0 ? 77 : 42, new Revision(1), new Revision(50)));
    assertThat(Comparing.once(odd, () -> false).sparingly(three())).hasSize(2);
    assertThat(asked).as("at two revisions").hasValue(6);
  }

  @Test
  void aLookThatNobodyWaitsForAsksNoFurtherVoter() {
    Storage storage = PretendedPort.answering(Storage.class, "hashOfKeys", this::hashInThisThread);
    assertThatThrownBy(() -> Comparing.once(storage, () -> asking.size() == 1).twice(three()))
        .isInstanceOf(Failure.Transient.class);
    assertThat(asking).hasSize(1);
  }

  private static ClusterView three() {
    return Voters.of(
        EtcdVersion.parse("3.6.16"),
        new MemberName("etcd-0"),
        new MemberName("etcd-1"),
        new MemberName("etcd-2"));
  }

  private void doNotWait(Duration time) {
    throw new AssertionError("nothing has to be waited for");
  }

  private HashOfKeys hashInThisThread() {
    asking.add(Thread.currentThread());
    return new HashOfKeys(42, new Revision(1), new Revision(50));
  }
}
