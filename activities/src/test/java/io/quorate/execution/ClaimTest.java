package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quorate.cluster.Changer;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterRecord;
import io.quorate.cluster.MemberName;
import io.quorate.port.ClusterRecords;
import io.quorate.port.Failure;
import io.quorate.snapshots.DirectoryRecords;
import io.quorate.step.RetireMember;
import io.quorate.step.SaveSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps of several operations, and of two installations, on one cluster with one record. */
class ClaimTest {
  private static final ClusterKey CLUSTER = new ClusterKey("test");

  @TempDir Path directory;
  private final SlowHashes cluster = new SlowHashes(Duration.ZERO);
  private DirectoryRecords records;

  @BeforeEach
  void remember() {
    records = new DirectoryRecords(directory, Clock.systemUTC());
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
            "another installation of Quorate changes this cluster: its operation test.1 began a"
                + " change at ");
    assertThat(cluster.calls).filteredOn(call -> call.startsWith("remove")).hasSize(1);

    cluster.pass(Duration.ofMinutes(10));
    change("there", "test.9", 1);
    assertThat(records.read(CLUSTER).record().orElseThrow().changers())
        .extracting(Changer::operation)
        .containsExactly("test.1", "test.9");
  }

  @Test
  void theNextOperationOfTheSameInstallationNeedNotWait() {
    change("here", "test.1", 2);
    change("here", "test.2", 1);
    assertThat(records.read(CLUSTER).record().orElseThrow().changers()).hasSize(2);
  }

  /** Temporal was restored from a backup in which the first operation is under way. */
  @Test
  void anOperationThatAnotherOneCameAfterIsOver() {
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
  void whatOnlyLooksClaimsNothing() {
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
  void whatChangedWhileItWasNotedIsSeen() {
    cluster.records = Optional.of(slowly(() -> cluster.gone.add(new MemberName("etcd-1"))));
    assertThat(catchThrowable(() -> change("here", "test.1", 2))).isInstanceOf(Failure.class);
    assertThat(cluster.calls).doesNotContain("removed");
  }

  /** Records that are written in twelve seconds, in which something happens. */
  private ClusterRecords slowly(Runnable meanwhile) {
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
        cluster.pass(Duration.ofSeconds(12));
        meanwhile.run();
        return records.update(key, change);
      }
    };
  }

  @Test
  void aRecordThatCannotBeWrittenKeepsNoRecoveryFromGoingOn() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    cluster.records = Optional.of(new DirectoryRecords(file, Clock.systemUTC()));
    change("here", "test.1", 2);
    assertThat(cluster.calls).filteredOn(call -> call.startsWith("remove")).hasSize(1);
  }
}
