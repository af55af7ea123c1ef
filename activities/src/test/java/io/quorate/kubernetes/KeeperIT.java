package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.quorate.hosts.ScratchMember;
import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Keepers on claims of a real Kubernetes. */
@Tag("kubernetes")
@Timeout(300)
class KeeperIT {
  @RegisterExtension static final RealKubernetes KUBERNETES = new RealKubernetes();

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String member = "m-" + Long.toString(System.nanoTime(), 36);
  private String namespace;
  private Keepers keepers;

  @BeforeEach
  void makeTheClaim() {
    namespace = KUBERNETES.namespace();
    keepers = new Keepers(KUBERNETES.client(), PATIENCE);
    claim();
  }

  @AfterEach
  void removeTheKeeper() {
    KUBERNETES.client().pods().inNamespace(namespace).withLabel(Marks.KEEPER).delete();
  }

  @Test
  void aKeeperCarriesOutScriptsOnTheClaimAndIsSeenGone() throws Exception {
    KeeperOrder order = order(RealKubernetes.KEEPER, Optional.of("node2"));
    keepers.tryOut(order);
    assertThat(pod(order)).as("nothing was made").isNull();
    PodHost host = keepers.ready(order);
    assertThat(pod(order).getSpec().getNodeName()).isEqualTo("node2");
    var script = new Script("test", "umask 077; echo data >/var/lib/etcd/db; id -u");
    assertThat(host.shell().run(script, List.of(), Shell.Reply.NONE, LIMIT))
        .isEqualTo(new Shell.Ended(0, "1001\n", ""));
    try (var file = host.directory("/var/lib/etcd").open("db")) {
      assertThat(new String(file.bytes(0, 5), StandardCharsets.UTF_8)).isEqualTo("data\n");
    }
    assertThat(host.directory("/var/lib/etcd").inUse("db")).isFalse();
    assertThat(keepers.ready(order).place()).as("taken over").isEqualTo(host.place());
    keepers.remove(order);
    assertThat(pod(order)).isNull();
    keepers.remove(order);
    // The claim outlives its keepers.
    PodHost again = keepers.ready(order(RealKubernetes.KEEPER, Optional.empty()));
    assertThat(again.directory("/var/lib/etcd").list("")).hasSize(1);
  }

  @Test
  void anImageIsTriedWithoutTheClaim() {
    var trial = new KeeperTrial(KUBERNETES.client(), Duration.ofSeconds(20));
    assertThat(trial.trouble(order(RealKubernetes.KEEPER, Optional.empty()))).isEmpty();
    assertThat(
            trial.trouble(order("quorate.test/none:1", Optional.empty())).orElseThrow().sentence())
        .startsWith("it has not started within 20 s: ");
    ScratchMember.await(
        () ->
            KUBERNETES.client().pods().inNamespace(namespace).withName("quorate-keeper-check").get()
                == null);
  }

  @Test
  void anImageThatIsNotThereIsTold() {
    var hasty = new Keepers(KUBERNETES.client(), Duration.ofSeconds(15));
    KeeperOrder order = order("quorate.test/none:1", Optional.empty());
    assertThatThrownBy(() -> hasty.ready(order))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("quorate.test/none:1");
  }

  @Test
  void aNodeThatIsNotThereIsTold() {
    var hasty = new Keepers(KUBERNETES.client(), Duration.ofSeconds(5));
    KeeperOrder order = order(RealKubernetes.KEEPER, Optional.of("node9"));
    assertThatThrownBy(() -> hasty.ready(order))
        .isInstanceOf(Failure.NotYet.class)
        .hasMessageContaining("no node takes it: Unschedulable");
  }

  @Test
  void aQuotaAndPodSecurityAreToldBeforeAnythingIsMade() {
    namespace = KUBERNETES.namespace() + "-s";
    KUBERNETES
        .client()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(namespace)
                .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                .endMetadata()
                .build())
        .create();
    try {
      claim();
      keepers.tryOut(order(RealKubernetes.KEEPER, Optional.empty()));
      KeeperOrder asRoot = asRoot(order(RealKubernetes.KEEPER, Optional.empty()));
      assertThatThrownBy(() -> keepers.tryOut(asRoot))
          .isInstanceOf(Failure.Refused.class)
          .hasMessageContaining("admits only pods of PodSecurity restricted:latest");
      KUBERNETES
          .client()
          .resource(
              new ResourceQuotaBuilder()
                  .withNewMetadata()
                  .withName("none")
                  .withNamespace(namespace)
                  .endMetadata()
                  .withNewSpec()
                  .withHard(Map.of("pods", new Quantity("0")))
                  .endSpec()
                  .build())
          .create();
      ScratchMember.await(this::quotaCounts);
      assertThatThrownBy(() -> keepers.tryOut(order(RealKubernetes.KEEPER, Optional.empty())))
          .isInstanceOf(Failure.NotYet.class)
          .hasMessageContaining("none, requested: pods=1, used: pods=0, limited: pods=0");
    } finally {
      KUBERNETES.client().namespaces().withName(namespace).delete();
    }
  }

  private boolean quotaCounts() {
    var quota = KUBERNETES.client().resourceQuotas().inNamespace(namespace).withName("none").get();
    return quota.getStatus() != null && quota.getStatus().getUsed() != null;
  }

  private Pod pod(KeeperOrder order) {
    return KUBERNETES.client().pods().inNamespace(namespace).withName(order.name()).get();
  }

  private void claim() {
    KUBERNETES
        .client()
        .resource(
            new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName("data-" + member)
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withNewResources()
                .addToRequests("storage", new Quantity("1Gi"))
                .endResources()
                .endSpec()
                .build())
        .create();
  }

  private KeeperOrder order(String image, Optional<String> node) {
    PodSpec spec =
        new PodBuilder()
            .withNewSpec()
            .withNewSecurityContext()
            .withRunAsUser(1001L)
            .withRunAsNonRoot(true)
            .withFsGroup(1001L)
            .withNewSeccompProfile()
            .withType("RuntimeDefault")
            .endSeccompProfile()
            .endSecurityContext()
            .addNewContainer()
            .withName("etcd")
            .withImage(RealKubernetes.KEEPER)
            .withSecurityContext(
                new SecurityContextBuilder()
                    .withAllowPrivilegeEscalation(false)
                    .withReadOnlyRootFilesystem(true)
                    .withNewCapabilities()
                    .withDrop("ALL")
                    .endCapabilities()
                    .build())
            .withVolumeMounts(mount())
            .endContainer()
            .endSpec()
            .build()
            .getSpec();
    return order(spec, image, node);
  }

  private KeeperOrder asRoot(KeeperOrder order) {
    var spec =
        new PodBuilder().withSpec(order.spec()).editSpec().withSecurityContext(null).endSpec();
    return order(spec.build().getSpec(), order.image(), order.node());
  }

  private static VolumeMount mount() {
    return new VolumeMountBuilder().withName("data").withMountPath("/var/lib/etcd").build();
  }

  private KeeperOrder order(PodSpec spec, String image, Optional<String> node) {
    return new KeeperOrder(
        namespace, member, spec, mount(), "data-" + member, image, node, Duration.ofMinutes(10));
  }
}
