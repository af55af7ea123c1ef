package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvFromSourceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.MemberName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data of a running member, as the log of etcd tells. */
class ClaimDirectoriesTest {
  private static final MemberName MEMBER = new MemberName("etcd-1");

  /** When the simulated kubelets started all containers. */
  private static final Instant STARTED = Instant.parse("2026-11-29T00:00:00Z");

  private static final List<EnvFromSource> FROM_FILE =
      List.of(
          new EnvFromSourceBuilder()
              .withNewConfigMapRef()
              .withName("settings")
              .endConfigMapRef()
              .build());

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final SetStage stage = SetStage.of(world, world);

  private void stop() {
    stage.takeover().takeOver(PERMIT);
    stage.workloads().stop(MEMBER, PERMIT);
  }

  @Test
  void theFirstLinesTellHowFarTheRaftLogWasAtTheStart() {
    assertThat(
            ClaimDirectories.lastIndex(
                Stream.of(
                    "{\"level\":\"info\",\"msg\":\"restarting local member\",\"commit-index\":41}",
                    "{\"level\":\"info\",\"logger\":\"raft\",\"msg\":\"newRaft 8e9e05c52164694d"
                        + " [peers: [1a2b,3c4d], term: 3, commit: 41, applied: 10, lastindex: 43,"
                        + " lastterm: 3]\"}")))
        .contains(43L);
  }

  /** The doubt keeps a plan from removing the member, which could not come back. */
  @Test
  void aMemberThatCouldNotJoinAgainIsNotCalledLost() {
    stop();
    world.claims.get("data-etcd-1").getSpec().setVolumeName(null);
    ClaimDirectories data = directories();

    assertThat(data.look(new MemberName("etcd-1")).doubt()).isEmpty();
    var etcd = world.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setArgs(List.of());
    etcd.setCommand(
        List.of("sh", "-c", "exec etcd --data-dir=/data/etcd --initial-cluster-state=${STATE}"));
    assertThat(data.look(new MemberName("etcd-1")).doubt().orElseThrow())
        .contains("a member without data would not join")
        .contains("cannot give it ETCD_INITIAL_CLUSTER_STATE");
  }

  @Test
  void aMemberThatBeganEmptyHadNoEntry() {
    assertThat(
            ClaimDirectories.lastIndex(
                Stream.of(
                    "raft: newRaft 8e9e05c52164694d [peers: [], term: 0, commit: 0, applied: 0,"
                        + " lastindex: 0, lastterm: 0]")))
        .contains(0L);
  }

  /** The log of a run names no entry that was written after the start. */
  @Test
  void aRunThatBeganBeforeItsRecordTellsNothing() {
    world.firstLog =
        List.of("raft: newRaft 8e9e05c52164694d [term: 3, lastindex: 43, lastterm: 3]");

    assertThat(directories().loggedUpTo(MEMBER, STARTED.minusSeconds(3600))).contains(43L);
    assertThat(directories().loggedUpTo(MEMBER, STARTED.plusSeconds(1))).isEmpty();
    assertThat(directories().loggedUpTo(MEMBER, STARTED.minusSeconds(30)))
        .as("clocks are apart")
        .isEmpty();
  }

  /**
   * The volume outlives its claim where it is Retain; the next pod gets an empty one all the same.
   */
  @Test
  void aDeletedClaimPutsTheDataOfARunningMemberInDoubt() {
    assertThat(directories().look(MEMBER).doubt()).isEmpty();

    world.claims.get("data-etcd-1").getMetadata().setDeletionTimestamp("2026-11-29T01:00:00Z");
    assertThat(directories().look(MEMBER).doubt().orElseThrow())
        .startsWith("somebody deleted its claim data-etcd-1");
  }

  /** After the stop nobody could start such a member, neither the plan nor its abort. */
  @Test
  void aMemberWhoseDataCannotBeReadAfterwardsIsInDoubtWhileRunning() {
    world.set.getSpec().getTemplate().getSpec().getContainers().getFirst().setEnvFrom(FROM_FILE);
    assertThat(directories().look(MEMBER).doubt().orElseThrow())
        .contains("etcd may have another")
        .contains("ETCD_WAL_DIR");

    world.set.getSpec().getTemplate().getSpec().getContainers().getFirst().setEnvFrom(List.of());
    assertThat(directories().look(MEMBER).doubt()).isEmpty();
    world.set.getSpec().setVolumeClaimTemplates(List.of());
    assertThat(directories().look(MEMBER).doubt().orElseThrow())
        .endsWith("the data goes with the pod");
  }

  /** A volume takes its time from node to node; a refusal would leave the member stopped. */
  @Test
  void theReadingBeforeAStartWaitsForAKeeperThatALookDoesNotWaitFor(@TempDir Path folder)
      throws IOException {
    try (var server = new FakeApiServer();
        var clients = new ApiClients(Map.of())) {
      ClaimDirectories data = held(clients.client(server.source(folder)));
      Pod coming = keeper("waiting: {reason: ContainerCreating}");
      server.answers(new FakeApiServer.Answer(200, Serialization.asJson(coming)));
      assertThat(data.look(MEMBER).doubt().orElseThrow()).contains("is not ready after 0 s");

      String ready = Serialization.asJson(keeper("running: {}}, ready: true, lastState: {"));
      var left = new AtomicInteger(3);
      server.answers(
          any ->
              new FakeApiServer.Answer(
                  200, left.getAndDecrement() > 0 ? Serialization.asJson(coming) : ready));
      assertThat(data.examine(MEMBER).doubt().orElse("")).doesNotContain("is not ready");
      assertThat(left.get()).isLessThan(0);
    }
  }

  private ClaimKeepers keepers;

  private ClaimDirectories held(KubernetesClient client) {
    stop();
    keepers = new ClaimKeepers(new Keepers(client, Duration.ZERO), stage.sets(), "keeper:1");
    return directories(keepers);
  }

  /** The keeper as it is ordered, with its container in this state. */
  private Pod keeper(String state) {
    return new PodBuilder(KeeperPod.of(keepers.order(MEMBER)))
        .withStatus(
            Serialization.unmarshal(
                "containerStatuses: [{name: scripts, state: {%s}}]".formatted(state),
                PodStatus.class))
        .build();
  }

  private ClaimDirectories directories() {
    Keepers none = new Keepers(new KubernetesClientBuilder().build(), Duration.ZERO);
    return directories(new ClaimKeepers(none, stage.sets(), "keeper:1"));
  }

  private ClaimDirectories directories(ClaimKeepers keepers) {
    KubernetesWorkloads workloads = stage.workloads();
    var volumes = new ClaimVolumes(stage.sets(), workloads, workloads, keepers, List.of());
    return new ClaimDirectories(stage.sets(), workloads, volumes, stage.turn(), Clock.systemUTC());
  }

  @Test
  void aLogWithoutItsBeginningTellsNothing() {
    assertThat(ClaimDirectories.lastIndex(Stream.of("raft2026 elected leader"))).isEmpty();
  }
}
