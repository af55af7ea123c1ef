package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.lab.machine.Await;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Storage.HashOfKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What is asked of a cluster with nothing wrong. No test here leaves a trace but keys. */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("io.quorate.etcd.Minors#all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HealthyClusterIT extends OnTestedCluster {
  private static final long DEFAULT_QUOTA = 2L << 30;

  private MemberName some;

  @BeforeParameterizedClassInvocation
  void put() throws IOException, InterruptedException {
    some = cluster.names().getFirst();
    cluster.put(20);
  }

  @Test
  void everyMemberTellsItsStatus() {
    List<MemberStatus> answers = cluster.names().stream().map(maintenance::status).toList();
    assertThat(answers).extracting(MemberStatus::memberId).doesNotHaveDuplicates();
    assertThat(new HashSet<>(answers.stream().map(MemberStatus::clusterId).toList())).hasSize(1);
    assertThat(answers).filteredOn(MemberStatus::isLeader).hasSize(1);
    assertThat(answers)
        .allSatisfy(
            status -> {
              assertThat(status.version())
                  .isEqualTo(EtcdVersion.parse(cluster.tool().tool().version()));
              assertThat(status.leader()).isPresent();
              assertThat(status.learner()).isFalse();
              assertThat(status.raftTerm()).isPositive();
              assertThat(status.raftIndex()).isPositive();
              assertThat(status.raftAppliedIndex()).isPositive();
              assertThat(status.revision().value()).isGreaterThan(1);
              assertThat(status.dbSizeBytes()).isPositive();
              assertThat(status.dbSizeInUseBytes()).isPositive();
              assertThat(status.alarms()).isEmpty();
            });
  }

  @Test
  void everyMemberTellsQuotaAndClusterVersionAndSince36TheStorageVersion()
      throws InterruptedException {
    String line = cluster.tool().tool().minor();
    boolean told = EtcdVersion.parse(line + ".0").compareTo(new EtcdVersion(3, 6, 0)) >= 0;
    for (MemberName name : cluster.names()) {
      // A new cluster begins with the oldest storage version that there is.
      Await.until(
          "the storage version",
          TestedCluster.LIMIT,
          () -> storage(name).storageVersion().equals(Optional.of(line).filter(known -> told)));
      StorageStatus storage = storage(name);
      assertThat(storage.quota())
          .isEqualTo(told ? new Quota.Limited(DEFAULT_QUOTA) : new Quota.NotRead());
      assertThat(storage.downgradeTo()).isEmpty();
      MemberMetrics report = maintenance.peers(name);
      assertThat(report.quota()).isEqualTo(new Quota.Limited(DEFAULT_QUOTA));
      assertThat(report.upkeep()).isPresent();
      assertThat(report.clusterVersion()).contains(line);
      assertThat(cluster.downgrade().isEnabled(name)).isFalse();
    }
  }

  private StorageStatus storage(MemberName name) {
    return maintenance.status(name).storage();
  }

  @Test
  void bothListsNameAllMembersWithTheirUrls() {
    List<MembershipEntry> confirmed = membership.linearizableList(some);
    assertThat(confirmed).containsExactlyInAnyOrderElementsOf(membership.localList(some));
    assertThat(confirmed)
        .extracting(MembershipEntry::name)
        .containsExactlyInAnyOrder("etcd-0", "etcd-1", "etcd-2");
    assertThat(confirmed)
        .filteredOn(entry -> entry.name().equals("etcd-1"))
        .first()
        .satisfies(
            entry -> {
              assertThat(entry.id())
                  .isEqualTo(maintenance.status(cluster.names().get(1)).memberId());
              assertThat(entry.peerUrls()).containsExactly(cluster.voter(1).peerUrl().toString());
              assertThat(entry.clientUrls())
                  .containsExactly(cluster.voter(1).clientUrl().toString());
              assertThat(entry.learner()).isFalse();
            });
  }

  @Test
  void everyMemberSeesTheOthersActive() {
    Set<MemberId> all = new HashSet<>();
    cluster.names().forEach(name -> all.add(maintenance.status(name).memberId()));
    for (MemberName name : cluster.names()) {
      Set<MemberId> others = new HashSet<>(all);
      others.remove(maintenance.status(name).memberId());
      assertThat(maintenance.peers(name).active()).isEqualTo(others);
      assertThat(maintenance.peers(name).applyingSnapshot()).isFalse();
    }
  }

  @Test
  void aReadThroughAnyMemberTellsTheRevisionOfTheLastWrite() {
    Revision known = maintenance.status(TestedCluster.name(cluster.leader())).revision();
    for (MemberName name : cluster.names()) {
      assertThat(maintenance.linearizableRead(name).revision()).isEqualTo(known);
      assertThat(maintenance.linearizableRead(name).raftTerm())
          .isEqualTo(maintenance.status(name).raftTerm());
    }
  }

  @Test
  void hashesAtTheSameRevisionAreEqualOnAllMembers() {
    Revision at = maintenance.linearizableRead(some).revision();
    Set<HashOfKeys> hashes = new HashSet<>();
    for (MemberName name : cluster.names()) {
      maintenance.linearizableRead(name);
      hashes.add(storage.hashOfKeys(name, at, TestedCluster.LIMIT));
    }
    assertThat(hashes).hasSize(1);
    assertThat(hashes.iterator().next().at()).isEqualTo(at);
  }

  @Test
  void aHashOfTheFutureIsNotYetToBeHad() {
    Revision later = new Revision(maintenance.linearizableRead(some).revision().value() + 1_000);
    assertThatThrownBy(() -> storage.hashOfKeys(some, later, TestedCluster.LIMIT))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("future revision");
  }

  @Test
  void alarmsOfBothKindsAreListed() throws IOException, InterruptedException {
    MemberId raised = maintenance.status(some).memberId();
    try (var alarms = new RaisedAlarms(cluster.voter(0).clientUrl(), raised)) {
      assertThat(maintenance.alarms(some)).isEmpty();
      alarms.raiseBoth();
      assertThat(maintenance.alarms(some))
          .extracting(Alarm::kind)
          .containsExactlyInAnyOrder(Alarm.Kind.NOSPACE, Alarm.Kind.CORRUPT);
      MemberStatus status = maintenance.status(some);
      assertThat(status.alarms()).containsExactlyInAnyOrder(Alarm.Kind.NOSPACE, Alarm.Kind.CORRUPT);
    }
    assertThat(maintenance.alarms(some)).isEmpty();
  }

  @Test
  void aSnapshotEndsWithTheSha256OfItself() throws Exception {
    var bytes = new ByteArrayOutputStream();
    long streamed = storage.snapshot(some, (chunk, remaining) -> bytes.write(chunk));
    byte[] file = bytes.toByteArray();
    assertThat(streamed).isEqualTo(file.length);
    assertThat(file.length % 512).isEqualTo(32);
    byte[] database = Arrays.copyOf(file, file.length - 32);
    assertThat(MessageDigest.getInstance("SHA-256").digest(database))
        .isEqualTo(Arrays.copyOfRange(file, file.length - 32, file.length));
  }

  @Test
  void anExceptionOfTheSinkEndsTheSnapshot() {
    assertThatThrownBy(
            () ->
                storage.snapshot(
                    some,
                    (chunk, remaining) -> {
                      throw new IOException("the disk is full");
                    }))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("the disk is full");
    assertThat(maintenance.status(some)).isNotNull();
  }

  @Test
  void anInterruptEndsTheSnapshotAndIsKept() {
    try {
      assertThatThrownBy(
              () ->
                  storage.snapshot(some, (chunk, remaining) -> Thread.currentThread().interrupt()))
          .isInstanceOf(Failure.Transient.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void nothingIsDoneWithAPermitThatIsTooOld() {
    var late = Permit.granted("op", Duration.ZERO, System::nanoTime, () -> false);
    assertThatThrownBy(() -> membership.addLearner(some, "http://127.0.0.1:1", late))
        .isInstanceOf(Failure.Transient.class);
    assertThat(membership.linearizableList(some)).hasSize(3);
  }
}
