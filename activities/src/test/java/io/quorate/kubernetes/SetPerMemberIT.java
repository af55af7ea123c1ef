package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.MemberName;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.kubernetes.EtcdSetPerMember;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.observation.Polling;
import io.quorate.port.JoinSettings;
import io.quorate.workload.Workload;
import io.quorate.workload.WorkloadControl.Holder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The older layout on a real Kubernetes: one StatefulSet a member. */
@Tag("kubernetes")
@Timeout(600)
class SetPerMemberIT {
  private static final String NAMESPACE = "permember";
  private static final MemberName MEMBER = new MemberName("etcd-1");

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6");

  @TempDir private Path temporary;

  @Test
  void aTurnOfOneMemberLeavesTheSetsOfOtherMembersAlone() throws Exception {
    var sets =
        new EtcdSetPerMember(
            NAMESPACE, "etcd", KubernetesLab.image("3.6"), LAB.get().serviceAddresses(150, 3));
    Path manifest = Files.writeString(temporary.resolve("etcd.yaml"), sets.yaml());
    LAB.get().kubectl("create", "-f", manifest.toString()).outputWithin(Duration.ofMinutes(1));
    var source = new ApiSource.Kubeconfig(LAB.get().kubeconfig(), "lab");
    try (var clients = new ApiClients(Map.of())) {
      KubernetesClient client = clients.client(source);
      KubernetesPlatform here =
          KubernetesPlatform.of(
              clients,
              source,
              new SetNames(NAMESPACE, List.of("etcd-0", "etcd-1", "etcd-2")),
              List.of(),
              KubernetesLab.keeperImage(),
              Clock.systemUTC());
      await(() -> runs(here, "etcd-0") && runs(here, "etcd-1") && runs(here, "etcd-2"));
      Map<String, Object> before = templates(client);
      here.takeover().takeOver(PERMIT);
      here.workloads().stop(MEMBER, PERMIT);
      Workload held = here.workloads().look(MEMBER);
      assertThat(held.isHeld()).as(held.evidence()).isTrue();
      assertThat(args(client)).contains("--initial-cluster-state=existing");
      here.workloads().start(MEMBER, new JoinSettings(Map.of()), PERMIT);
      here.takeover().handBack(PERMIT);

      assertThat(here.takeover().look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
      assertThat(templates(client)).isEqualTo(before);
      assertThat(runs(here, "etcd-1")).isTrue();
      client.namespaces().withName(NAMESPACE).delete();
    }
  }

  private static boolean runs(KubernetesPlatform here, String member) {
    return here.workloads().look(new MemberName(member)).runs();
  }

  private static String args(KubernetesClient client) {
    Pod pod = client.pods().inNamespace(NAMESPACE).withName("etcd-1-0").get();
    var container = pod.getSpec().getContainers().getFirst();
    return container.getCommand() + " " + container.getArgs();
  }

  private static Map<String, Object> templates(KubernetesClient client) {
    Map<String, Object> all = new TreeMap<>();
    for (StatefulSet set : client.apps().statefulSets().inNamespace(NAMESPACE).list().getItems()) {
      all.put(set.getMetadata().getName(), set.getSpec());
    }
    return all;
  }

  private static void await(BooleanSupplier condition) {
    assertThat(
            Polling.every(Duration.ofMillis(200))
                .within(
                    Duration.ofSeconds(120),
                    () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty()))
        .isPresent();
  }
}
