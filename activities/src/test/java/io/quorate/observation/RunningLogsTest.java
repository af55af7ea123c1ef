package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Silence;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataDirectory.State;
import io.quorate.data.DataOwner;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.DataDirectories;
import io.quorate.port.Downgrade;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.record.ClusterRecord;
import io.quorate.record.RecordedPast;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Recorder;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A voter runs and answers nobody, and its log is shorter than the record says. */
class RunningLogsTest {
  private static final MemberName FORGETFUL = new MemberName("etcd-1");
  private static final String WHY = "ExecStart= of etcd.service has other flags than the file";
  private static final ClusterView HEALTHY =
      Voters.of(
          EtcdVersion.parse("3.6.16"),
          new MemberName("etcd-0"),
          FORGETFUL,
          new MemberName("etcd-2"));

  @Test
  void aDoubtAboutTheNextStartHidesNoForgetfulVoter() {
    assertThat(told(DataDirectory.of(State.PRESENT).ownedBy(owner())))
        .contains("runs with a log that ends at raft index 3, and it once had committed 100");
    assertThat(told(DataDirectory.of(State.PRESENT).doubted(WHY).ownedBy(owner())))
        .contains("runs with a log that ends at raft index 3, and it once had committed 100");
  }

  /** A platform that reads no data of a running member has its log from elsewhere. */
  @Test
  void aForgetfulVoterIsFoundWhereTheOwnerOfTheDataIsUnread() {
    assertThat(told(DataDirectory.of(State.PRESENT)))
        .contains("runs with a log that ends at raft index 3, and it once had committed 100");
  }

  /** The process may write another log than the log that the files name. */
  @Test
  void nothingIsToldOfALogThatMayBeAnother() {
    assertThat(told(DataDirectory.of(State.PRESENT).doubted(WHY))).isEmpty();
  }

  private static Optional<String> told(DataDirectory data) {
    return ForgetfulVoter.in(new RunningLogs(ports()).in(withoutQuorum(data)))
        .filter(found -> found.voter().name().equals(FORGETFUL))
        .map(ForgetfulVoter::why);
  }

  private static DataOwner owner() {
    ClusterId cluster = HEALTHY.clusterId().orElseThrow();
    return new DataOwner(Voters.listing(FORGETFUL).id(), cluster);
  }

  private static ClusterView withoutQuorum(DataDirectory data) {
    List<Member> silent =
        Stream.of("etcd-0", "etcd-1", "etcd-2")
            .map(MemberName::new)
            .map(name -> silent(name, data))
            .toList();
    ClusterRecord record =
        new Recorder(HEALTHY)
            .seen(ClusterRecord.begin(HEALTHY.cluster(), Instant.EPOCH, "there was none"));
    return Voters.view(
            HEALTHY.cluster(),
            Instant.EPOCH,
            HEALTHY.clusterId(),
            MembershipSource.RECORDED,
            silent)
        .after(RecordedPast.of(Optional.of(record)));
  }

  private static Member silent(MemberName name, DataDirectory data) {
    MembershipEntry listing = Voters.listing(name);
    Member answering = HEALTHY.member(name).orElseThrow();
    boolean runs = name.equals(FORGETFUL);
    return new Member(
        name,
        Optional.empty(),
        Optional.of(listing),
        Optional.empty(),
        Optional.of(new Silence.TimedOut("no answer")),
        answering.peerActivity(),
        runs
            ? Workload.running("pid 4711", new Run("4711", "pid 4711"))
            : Workload.ambiguous("nobody knows"),
        runs ? data : DataDirectory.of(State.UNREADABLE),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        answering.installation(),
        Optional.empty());
  }

  private static ClusterPorts ports() {
    DataDirectories logs =
        PretendedPort.answering(DataDirectories.class, "loggedUpTo", () -> Optional.of(3L));
    return new ClusterPorts(
        HEALTHY.cluster(),
        Map.of(),
        PretendedPort.unasked(Membership.class),
        PretendedPort.unasked(Maintenance.class),
        PretendedPort.unasked(Storage.class),
        PretendedPort.unasked(Downgrade.class),
        PretendedPort.unasked(Canary.class),
        PretendedPort.answering(Platform.class, "data", () -> logs),
        PretendedPort.unasked(SnapshotStore.class),
        PretendedPort.unasked(ComparisonResults.class),
        Duration.ofSeconds(60),
        Optional.empty(),
        BackupPolicy.NONE,
        new ComparedLogs());
  }
}
