package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.quorate.shell.Script;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The pod of a keeper: it mounts a member's claim while the member does not run, and scripts run in
 * it. It has the rights of the member's own pod and no others, so it is admitted where the member
 * is, and writes files as the member does. It has no label by which a set or a Service would find
 * it.
 *
 * <p>A second container has the member's image, which may have no shell. An etcd gateway runs in it
 * and serves nobody: only the files of a container that runs can be read by the scripts, which take
 * etcd's programs from there (tools.sh).
 */
final class KeeperPod {
  static final String CONTAINER = "scripts";

  /** The container with the member's image. */
  static final String DONOR = "etcd";

  /** End of the command of the donor's process. It listens, on the loopback, at a free port. */
  static final List<String> DONATES = List.of("gateway", "start", "--listen-addr=127.0.0.1:0");

  /** The directory of a keeper for locks. */
  static final String LOCKS = "/run/quorate";

  /** The file of a keeper by which a script says that it has run. */
  static final String USED = LOCKS + "/used";

  private static final String LIFE = Script.part(KeeperPod.class, "idle");

  /** Longer than the pause between two looks, so that one keeper serves all of them. */
  private static final String IDLE_SECONDS = "120";

  /** The name of the pod in which an image is tried. */
  private static final String TRIAL = KeeperOrder.PREFIX + "check";

  private static final String DATA = "data";
  private static final String SCRATCH = "scratch";

  /** With 0 the API server would forget the pod before its processes ended. */
  private static final long GRACE_SECONDS = 1;

  /** Toleration for the node on which the volume is in use already. */
  private static final Toleration EACH_TAINT =
      new TolerationBuilder().withOperator("Exists").build();

  private KeeperPod() {}

  static Pod of(KeeperOrder order) {
    PodSpec of = order.spec();
    return new PodBuilder()
        .withNewMetadata()
        .withName(order.name())
        .withNamespace(order.namespace())
        .addToLabels(Marks.KEEPER, order.member())
        .addToLabels("app.kubernetes.io/name", "quorate-keeper")
        .addToLabels("app.kubernetes.io/managed-by", "quorate")
        .addToAnnotations(Marks.IMAGES, order.images())
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy("Never")
        .withActiveDeadlineSeconds(order.life().toSeconds())
        .withTerminationGracePeriodSeconds(GRACE_SECONDS)
        .withServiceAccountName(of.getServiceAccountName())
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withShareProcessNamespace(true)
        .withImagePullSecrets(of.getImagePullSecrets())
        .withPriorityClassName(of.getPriorityClassName())
        .withSecurityContext(of.getSecurityContext())
        .withNodeSelector(order.node().isPresent() ? Map.of() : of.getNodeSelector())
        .withAffinity(order.node().map(KeeperPod::on).or(() -> nodesOf(of)).orElse(null))
        .withTolerations(order.node().isPresent() ? List.of(EACH_TAINT) : of.getTolerations())
        .addNewVolume()
        .withName(DATA)
        .withNewPersistentVolumeClaim()
        .withClaimName(order.claim())
        .endPersistentVolumeClaim()
        .endVolume()
        .addNewVolume()
        .withName(SCRATCH)
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .withContainers(Stream.concat(Stream.of(container(order)), donor(order).stream()).toList())
        .endSpec()
        .build();
  }

  /**
   * A pod like the keeper, without the claim and the member's image, that ends as soon as it has
   * looked for the programs of its own image.
   */
  static Pod trial(KeeperOrder order) {
    return new PodBuilder(of(order))
        .editMetadata()
        .withName(TRIAL)
        .addToLabels(Marks.KEEPER, TRIAL)
        .endMetadata()
        .editSpec()
        .withVolumes(empty(DATA), empty(SCRATCH))
        .withContainers(
            new ContainerBuilder(container(order))
                .withCommand("bash", "-c", LIFE, "keeper", "0", "1")
                .build())
        .endSpec()
        .build();
  }

  private static Volume empty(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir().build();
  }

  private static Container container(KeeperOrder order) {
    return new ContainerBuilder()
        .withName(CONTAINER)
        .withImage(order.image())
        .withImagePullPolicy("IfNotPresent")
        .withCommand("bash", "-c", LIFE, "keeper", IDLE_SECONDS, "5", USED)
        .withTerminationMessagePolicy("FallbackToLogsOnError")
        .withSecurityContext(rights(order))
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity("10m"), "memory", new Quantity("32Mi")))
        .withLimits(limits(order))
        .endResources()
        .withVolumeMounts(
            new VolumeMountBuilder(order.mount()).withName(DATA).build(),
            new VolumeMountBuilder().withName(SCRATCH).withMountPath("/tmp").build(),
            new VolumeMountBuilder().withName(SCRATCH).withMountPath(LOCKS).build())
        .build();
  }

  /** An etcd that is tried needs what the member needs. */
  private static Map<String, Quantity> limits(KeeperOrder order) {
    return order
        .etcd()
        .map(etcd -> etcd.container().getResources())
        .map(ResourceRequirements::getLimits)
        .orElse(Map.of());
  }

  private static Optional<Container> donor(KeeperOrder order) {
    return order
        .etcd()
        .map(
            etcd ->
                new ContainerBuilder()
                    .withName(DONOR)
                    .withImage(etcd.container().getImage())
                    .withImagePullPolicy(etcd.container().getImagePullPolicy())
                    .withCommand(
                        Stream.concat(Stream.of(etcd.program()), DONATES.stream()).toList())
                    .withSecurityContext(rights(order))
                    .withNewResources()
                    .withRequests(Map.of("cpu", new Quantity("1m"), "memory", new Quantity("16Mi")))
                    .withLimits(Map.of("cpu", new Quantity("1"), "memory", new Quantity("128Mi")))
                    .endResources()
                    .build());
  }

  /** The rights of the container of etcd: a sidecar may mount the data as another user. */
  private static @Nullable SecurityContext rights(KeeperOrder order) {
    return order
        .etcd()
        .map(EtcdContainer::container)
        .map(Container::getSecurityContext)
        .orElse(null);
  }

  /** The nodes of the member: on another, such as one that is dead, the keeper would be stuck. */
  private static Optional<Affinity> nodesOf(PodSpec member) {
    return Optional.ofNullable(member.getAffinity())
        .map(Affinity::getNodeAffinity)
        .map(nodes -> new AffinityBuilder().withNodeAffinity(nodes).build());
  }

  /** By its name: the label with the host's name may be another one. */
  private static Affinity on(String node) {
    return new AffinityBuilder()
        .withNewNodeAffinity()
        .withNewRequiredDuringSchedulingIgnoredDuringExecution()
        .addNewNodeSelectorTerm()
        .addNewMatchField()
        .withKey("metadata.name")
        .withOperator("In")
        .withValues(node)
        .endMatchField()
        .endNodeSelectorTerm()
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
  }
}
