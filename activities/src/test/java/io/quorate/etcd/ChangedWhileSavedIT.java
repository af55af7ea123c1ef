package io.quorate.etcd;

import static io.quorate.etcd.TestedCluster.name;
import static io.quorate.etcd.TestedCluster.permit;
import static io.quorate.observation.PretendedPort.answering;
import static io.quorate.observation.PretendedPort.unasked;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.execution.Guarded;
import io.quorate.execution.LivingAttempt;
import io.quorate.execution.StepExecutors;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.observation.Observer;
import io.quorate.plan.Plan;
import io.quorate.plan.PlannedStep;
import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.port.ComparisonResults;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Platform;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.MemberIn;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.port.WhileSaved;
import io.quorate.port.WhileSaved.Listed;
import io.quorate.port.WhileSaved.Standing;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshots.SnapshotPlace;
import io.quorate.step.Snapshots.SaveSnapshot;
import io.quorate.view.AddedIds;
import io.quorate.workload.ConfiguredMember;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cluster changes while a snapshot is streamed: between the first bytes, for which etcd has
 * fixed what it will send, and the last.
 */
class ChangedWhileSavedIT {
  private static final ClusterKey TESTED = new ClusterKey("tested");

  @TempDir Path folder;

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("io.quorate.etcd.Minors#oldestAndNewest")
  void recordsAnElectionAndANewLearnerWhileTheFileKeepsTheStateBefore(ToolFolder tool)
      throws IOException, InterruptedException {
    try (TestedCluster cluster = TestedCluster.started(tool)) {
      cluster.put(10);
      cluster.awaitSettled();
      EtcdMember leader = cluster.leader();
      MemberName source = name(cluster.followers().getFirst());
      EtcdMember next = cluster.followers().getLast();
      String joining = cluster.joiner().peerUrl().toString();

      String evidence =
          save(
              cluster,
              source,
              () -> {
                cluster.maintenance().moveLeader(name(leader), cluster.idOf(next), permit());
                add(cluster, next, joining);
              });

      assertThat(evidence)
          .contains("leadership went from %s to %s".formatted(leader.name(), next.name()))
          .contains("which was never started, was added as a learner");
      WhileSaved seen = content().whileSaved().orElseThrow();
      Standing before = seen.before();
      assertThat(before.leader()).contains(cluster.idOf(leader));
      assertThat(seen.after().leader()).contains(cluster.idOf(next));
      assertThat(seen.after().raftTerm()).isGreaterThan(before.raftTerm());
      assertThat(seen.after().revision()).isGreaterThanOrEqualTo(before.revision());
      assertThat(before.members()).hasSize(3).noneMatch(Listed::learner);
      assertThat(seen.after().members()).filteredOn(Listed::learner).hasSize(1);
      assertThat(content().members())
          .as("what the file has of the membership is that of its beginning")
          .hasSize(3)
          .noneMatch(MemberIn::learner);
      assertThat(content().revision()).isEqualTo(before.revision());
      assertThat(content().keys()).isPresent();
    }
  }

  private static void add(TestedCluster cluster, EtcdMember through, String url)
      throws InterruptedException {
    Await.until(
        "a learner",
        TestedCluster.LIMIT,
        () -> {
          try {
            cluster.membership().addLearner(name(through), url, permit());
            return true;
          } catch (Failure.NotYet | Failure.Transient settling) {
            return false;
          }
        });
  }

  private interface Change {
    void make() throws InterruptedException;
  }

  private String save(TestedCluster cluster, MemberName source, Change meanwhile) {
    ClusterPorts ports = ports(cluster, meanwhile);
    Observer observer = new Observer(ports, Clock.systemUTC());
    Plan plan =
        new Plan(
            "backup",
            Map.of(),
            "Save",
            observer.glance(Set.of()),
            List.of(new SaveSnapshot(source)),
            List.of(),
            "");
    return StepExecutors.execute(
            new Guarded(ports, observer, System::nanoTime, Clock.systemUTC(), "here"),
            new PlannedStep(plan, 0, AddedIds.NONE, Optional.empty()),
            new LivingAttempt())
        .toString();
  }

  private ClusterPorts ports(TestedCluster cluster, Change meanwhile) {
    Map<MemberName, ConfiguredMember> places =
        cluster.voters().stream()
            .collect(
                Collectors.toMap(
                    TestedCluster::name,
                    member ->
                        new ConfiguredMember(
                            member.peerUrl().toString(),
                            member.clientUrl().toString(),
                            new FailureDomain("a"))));
    return new ClusterPorts(
        TESTED,
        places,
        cluster.membership(),
        cluster.maintenance(),
        changing(cluster.storage(), meanwhile),
        unasked(Downgrade.class),
        unasked(Canary.class),
        unasked(Platform.class),
        store(),
        answering(ComparisonResults.class, "last", Optional::empty),
        Duration.ZERO,
        Optional.empty(),
        BackupPolicy.NONE,
        new ComparedLogs());
  }

  /** The storage, with a change made once right after the first bytes of a snapshot came. */
  private static Storage changing(Storage real, Change meanwhile) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (self, method, with) -> {
              if (method.getName().equals("snapshot")) {
                with[1] = changing((SnapshotSink) with[1], meanwhile);
              }
              try {
                return method.invoke(real, with);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  private static SnapshotSink changing(SnapshotSink sink, Change meanwhile) {
    boolean[] made = {false};
    return (bytes, remaining) -> {
      sink.take(bytes, remaining);
      if (!made[0]) {
        made[0] = true;
        try {
          meanwhile.make();
        } catch (InterruptedException interrupted) {
          throw new IOException("the test was interrupted", interrupted);
        }
      }
    };
  }

  private SnapshotContent content() {
    return store().contentOf(store().list(TESTED).getFirst()).orElseThrow();
  }

  private SnapshotStore store() {
    return SnapshotPlace.in(folder, Clock.systemUTC()).store();
  }
}
