package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.record.Changer;
import io.quorate.record.ClusterRecord;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.step.Removals.RetireMember;
import io.quorate.step.Snapshots.SaveSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps of several operations, and of two installations, on one cluster with one record. */
class ClaimTest {
  private static final ClusterKey CLUSTER = new ClusterKey("test");

  @TempDir Path directory;
  private final SlowHashes cluster = new SlowHashes(Duration.ZERO);
  private ClusterRecords records;

  @BeforeEach
  void remember() {
    records = SnapshotPlace.in(directory, Clock.systemUTC()).records();
    cluster.records = Optional.of(records);
  }

  private void change(String installation, String operation, int member) {
    cluster.installation = installation;
    cluster.operation = operation;
    MemberName name = new MemberName("etcd-" + member);
    cluster.execute(new RetireMember(name, SlowHashes.id(name)));
  }

  @Test
  void anotherInstallationChangesNothingUntilTheChangesOfTheFirstAreTenMinutesOld() {
    change("here", "test.1", 2);

    assertThatThrownBy(() -> change("there", "test.9", 1))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageStartingWith(
            "another installation of Quorate changes this cluster: its operation test.1 was at"
                + " a change at ");
    assertThat(cluster.calls).filteredOn(call -> call.startsWith("remove")).hasSize(1);

    cluster.pass(Duration.ofMinutes(10));
    change("there", "test.9", 1);
    assertThat(records.read(CLUSTER).record().orElseThrow().changers())
        .extracting(Changer::operation)
        .containsExactly("test.1", "test.9");
  }

  /** The restore of a large snapshot takes so long. */
  @Test
  void aChangeBeyondTenMinutesStillKeepsAnotherInstallationAway() {
    cluster.renewed = Duration.ofMillis(20);
    List<Throwable> refused = new ArrayList<>();
    cluster.whileRemoving =
        () -> {
          cluster.whileRemoving = () -> {};
          cluster.pass(Duration.ofMinutes(11));
          Instant now = cluster.time();
          await(() -> lastChange().equals(now));
          refused.add(catchThrowable(() -> change("there", "test.9", 1)));
        };

    change("here", "test.1", 2);

    assertThat(refused).singleElement().isInstanceOf(Failure.NotYet.class);
  }

  @Test
  void aStoreThatHangsDoesNotDelayAChangeUnderWay() throws InterruptedException {
    cluster.renewed = Duration.ofMillis(20);
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch open = new CountDownLatch(1);
    AtomicInteger renewals = new AtomicInteger();
    AtomicBoolean left = new AtomicBoolean();
    AtomicReference<Thread> renewing = new AtomicReference<>();
    cluster.records =
        Optional.of(
            after(
                () -> {
                  if (Thread.currentThread().getName().equals("renewal")) {
                    renewals.incrementAndGet();
                    renewing.set(Thread.currentThread());
                    hanging.countDown();
                    try {
                      await(() -> open.getCount() == 0);
                    } finally {
                      left.set(true);
                    }
                  }
                }));
    cluster.whileRemoving = () -> await(() -> hanging.getCount() == 0);

    change("here", "test.1", 2);

    assertThat(left).as("the change waited for the renewal").isFalse();
    assertThat(cluster.calls).containsOnlyOnce("removed");
    assertThat(renewals).as("one at a time").hasValue(1);
    open.countDown();
    assertThat(renewing.get().join(Duration.ofSeconds(20))).as("the renewal ends").isTrue();
  }

  /** Another attempt may be under way by then, and the note of the other attempt counts. */
  @Test
  void aChangeWithoutAcknowledgedHeartbeatsIsNotNotedAgain() {
    assertThatTheNoteStaysOnce(attempt -> attempt.fresh = false);
  }

  @Test
  void aChangeWhoseAttemptIsOverIsNotNotedAgain() {
    assertThatTheNoteStaysOnce(attempt -> attempt.over = true);
  }

  private void assertThatTheNoteStaysOnce(Consumer<SlowHashes.Heart> stops) {
    cluster.renewed = Duration.ofMillis(20);
    SlowHashes.Heart heart = cluster.heart;
    List<Instant> notes = new ArrayList<>();
    cluster.whileRemoving =
        () -> {
          stops.accept(heart);
          int asked = heart.asked.get();
          // A renewal may be under way that asked earlier. The next renewal has not asked yet.
          await(() -> heart.asked.get() > asked + 1);
          notes.add(lastChange());
          cluster.pass(Duration.ofMinutes(1));
          int later = heart.asked.get();
          await(() -> heart.asked.get() > later + 1);
          notes.add(lastChange());
        };

    change("here", "test.1", 2);

    assertThat(notes).hasSize(2).containsOnly(notes.getFirst());
  }

  private Instant lastChange() {
    return records.read(CLUSTER).record().orElseThrow().changers().getLast().last();
  }

  private static void await(BooleanSupplier so) {
    Instant limit = Instant.now().plusSeconds(20);
    while (!so.getAsBoolean()) {
      assertThat(Instant.now()).as("it did not come to that").isBefore(limit);
      Thread.onSpinWait();
    }
  }

  @Test
  void theNextOperationOfTheSameInstallationNeedNotWait() {
    change("here", "test.1", 2);
    change("here", "test.2", 1);
    assertThat(records.read(CLUSTER).record().orElseThrow().changers()).hasSize(2);
  }

  /** Temporal was restored from a backup in which the first operation is under way. */
  @Test
  void anOperationIsOverOnceALaterOperationChangedTheCluster() {
    change("here", "test.1", 2);
    records.update(CLUSTER, known -> known.changing("test.2", "here", Instant.EPOCH));
    cluster.pass(Duration.ofHours(3));

    assertThatThrownBy(() -> change("here", "test.1", 1))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageStartingWith("test.1 is over: test.2 changed the cluster after it, at ")
        .hasMessageEndingWith("Abort test.1, and look at the cluster anew");
  }

  @Test
  void anOperationThatGoesOnNeedNotWaitForItself() {
    change("here", "test.1", 2);
    change("here", "test.1", 1);
    assertThat(records.read(CLUSTER).record().orElseThrow().changers()).hasSize(1);
  }

  /** The voters of this test give no snapshot; a claim would come before they are asked. */
  @Test
  void aStepThatOnlyLooksClaimsNothing() {
    SaveSnapshot look = new SaveSnapshot(new MemberName("etcd-0"));
    assertThat(catchThrowable(() -> cluster.execute(look))).hasMessage("linearizableRead");
    assertThat(records.read(CLUSTER).record().stream().flatMap(one -> one.changers().stream()))
        .isEmpty();
  }

  /** The permit of a look is good for ten seconds. */
  @Test
  void whereTheNoteTakesLongTheClusterIsLookedAtOnceMore() {
    cluster.records = Optional.of(slowly(() -> {}));
    change("here", "test.1", 2);
    assertThat(cluster.calls).containsOnlyOnce("removed");
  }

  @Test
  void aMemberThatFailsWhileTheClaimIsNotedStopsTheChange() {
    cluster.records = Optional.of(slowly(() -> cluster.gone.add(new MemberName("etcd-1"))));
    assertThat(catchThrowable(() -> change("here", "test.1", 2))).isInstanceOf(Failure.class);
    assertThat(cluster.calls).doesNotContain("removed");
  }

  /** Records that are written in twelve seconds, in which something happens. */
  private ClusterRecords slowly(Runnable meanwhile) {
    return after(
        () -> {
          cluster.pass(Duration.ofSeconds(12));
          meanwhile.run();
        });
  }

  /** Returns records that run an action before each write. */
  private ClusterRecords after(Runnable something) {
    return new ClusterRecords() {
      @Override
      public String place(ClusterKey key) {
        return records.place(key);
      }

      @Override
      public Kept read(ClusterKey key) {
        return records.read(key);
      }

      @Override
      public ClusterRecord update(ClusterKey key, UnaryOperator<ClusterRecord> change) {
        something.run();
        return records.update(key, change);
      }
    };
  }

  @Test
  void aRecordThatCannotBeWrittenKeepsNoRecoveryFromGoingOn() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    cluster.records = Optional.of(SnapshotPlace.in(file, Clock.systemUTC()).records());
    change("here", "test.1", 2);
    assertThat(cluster.calls).filteredOn(call -> call.startsWith("remove")).hasSize(1);
  }
}
