package io.quorate.kubernetes;

import static io.quorate.kubernetes.SetStage.PERMIT;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.workload.WorkloadControl.Holder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Who applies a StatefulSet, as a real API server has it in the fields that it manages. */
@Tag("kubernetes")
@Timeout(600)
class AppliersIT {
  private static final String NAMESPACE = "applied";

  private static final Permit ANOTHER =
      Permit.granted("orders.5e6f7a8b", Duration.ofHours(1), System::nanoTime, () -> false);

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6");

  @TempDir private Path temporary;

  @Test
  void anApplierIsRefusedUnlessItSaysOnDeleteOrIsStatedToBePaused() throws Exception {
    var source = new ApiSource.Kubeconfig(LAB.get().kubeconfig(), "lab");
    try (var clients = new ApiClients(Map.of())) {
      KubernetesClient client = clients.client(source);
      KubernetesPlatform here =
          KubernetesPlatform.of(
              clients,
              source,
              new SetNames(NAMESPACE, List.of("etcd")),
              List.of(),
              KubernetesLab.keeperImage(),
              Clock.systemUTC());
      apply(set().rollingUpdate());
      assertRefused(here, "kubectl-client-side-apply (at ");

      kubectl("delete", "statefulset", "etcd");
      apply(
          set().rollingUpdate(),
          "--server-side",
          "--force-conflicts",
          "--field-manager=argocd-controller");
      assertRefused(here, "argocd-controller (at ");

      String set =
          client
              .apps()
              .statefulSets()
              .inNamespace(NAMESPACE)
              .withName("etcd")
              .get()
              .getMetadata()
              .getUid();
      String paused = "%s=%s of %s".formatted(Marks.APPLIER_PAUSED, LocalDate.now(UTC), set);
      kubectl("annotate", "statefulset", "etcd", paused);
      turn(here);
      assertThatThrownBy(() -> here.takeover().takeOver(ANOTHER))
          .isInstanceOf(Failure.Refused.class);
      apply(set(), "--server-side", "--force-conflicts", "--field-manager=argocd-controller");
      turn(here);
      client.namespaces().withName(NAMESPACE).delete();
    }
  }

  private static EtcdSet set() {
    return EtcdSet.of(
        NAMESPACE, "etcd", KubernetesLab.image("3.6"), 3, LAB.get().serviceAddresses(160, 3));
  }

  private void apply(EtcdSet set, String... more) throws Exception {
    Path manifest = Files.writeString(temporary.resolve("set.yaml"), set.yaml());
    List<String> words = new ArrayList<>(List.of("apply", "-f", manifest.toString()));
    words.addAll(List.of(more));
    kubectl(words.toArray(String[]::new));
  }

  private static void kubectl(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("-n", NAMESPACE));
    all.addAll(List.of(words));
    LAB.get().kubectl(all.toArray(String[]::new)).outputWithin(Duration.ofMinutes(1));
  }

  private static void assertRefused(KubernetesPlatform here, String who) {
    assertThatThrownBy(() -> here.takeover().takeOver(PERMIT))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(who)
        .hasMessageContaining(
            "Write updateStrategy: {type: OnDelete, rollingUpdate: null} into that manifest");
    assertThat(here.takeover().look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
  }

  private static void turn(KubernetesPlatform here) {
    here.takeover().takeOver(PERMIT);
    assertThat(here.takeover().look().orElseThrow().holder()).isEqualTo(Holder.QUORATE);
    here.takeover().handBack(PERMIT);
    assertThat(here.takeover().look().orElseThrow().holder()).isEqualTo(Holder.PLATFORM);
  }
}
