package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeNodeAffinity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.quorate.workload.Arrival.Closed;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The volume that a member gets where its own cannot be used. The claim is made by the StatefulSet,
 * and only a class that waits for the pod (docs of StorageClass: {@code WaitForFirstConsumer})
 * makes or chooses the volume where the pod is to be.
 *
 * @param claim of the present volume
 * @param nodes that can take the pod
 * @param where they are, in words: {@code on node worker-2}
 */
record NewVolume(EtcdSet set, PersistentVolumeClaim claim, List<Node> nodes, String where) {
  private static final String NOT_PROVISIONED = "kubernetes.io/no-provisioner";

  /** New volume for a pod that this node alone can take. */
  NewVolume on(Node node) {
    return new NewVolume(set, claim, List.of(node), where);
  }

  /** The storage class of the claim that the set will make; empty where it has none. */
  Optional<String> storageClass() {
    return template()
        .map(PersistentVolumeClaimSpec::getStorageClassName)
        .or(() -> Optional.ofNullable(claim.getSpec().getStorageClassName()))
        .filter(name -> !name.isEmpty());
  }

  private Optional<PersistentVolumeClaimSpec> template() {
    return set.set().getSpec().getVolumeClaimTemplates().stream()
        .filter(one -> claim.getMetadata().getName().startsWith(one.getMetadata().getName() + "-"))
        .map(PersistentVolumeClaim::getSpec)
        .findFirst();
  }

  /** Why no volume comes to be there; empty where one does. */
  Optional<Closed> objection(Optional<StorageClass> found, List<PersistentVolume> volumes) {
    if (template().isEmpty()) {
      return closed(
          "The %s does not make the claim %s, so nobody makes it again."
              .formatted(set.words(), claim.getMetadata().getName()),
          "Make that claim anew by hand, on a volume that can be used %s.".formatted(where));
    }
    String name = storageClass().orElse("");
    boolean waits =
        found.filter(one -> "WaitForFirstConsumer".equals(one.getVolumeBindingMode())).isPresent();
    if (!waits) {
      return closed(
          found.isPresent()
              ? "The storage class %s binds a volume before its pod has a node, so a new one may be anywhere."
                  .formatted(name)
              : "There is no storage class %s, so a new volume may be anywhere."
                  .formatted(name.isEmpty() ? "of its claim" : name),
          "Create the %s again with a class that has volumeBindingMode: WaitForFirstConsumer (kubectl delete statefulset %s -n %s --cascade=orphan, then apply)."
              .formatted(set.words(), set.name(), set.set().getMetadata().getNamespace()));
    }
    boolean made = !NOT_PROVISIONED.equals(found.get().getProvisioner());
    return made || volumes.stream().anyMatch(volume -> isFree(volume, name))
        ? Optional.empty()
        : closed(
            "No free volume of the storage class %s can be used %s, and nothing makes one."
                .formatted(name, where),
            "Make a PersistentVolume of that class there.");
  }

  private boolean isFree(PersistentVolume volume, String name) {
    return volume.getStatus() != null
        && "Available".equals(volume.getStatus().getPhase())
        && volume.getSpec().getClaimRef() == null
        && name.equals(volume.getSpec().getStorageClassName())
        && volume.getSpec().getAccessModes().containsAll(claim.getSpec().getAccessModes())
        && isLargeEnough(volume)
        && nodes.stream().anyMatch(node -> isUsable(volume, node));
  }

  private boolean isLargeEnough(PersistentVolume volume) {
    return bytes(volume.getSpec().getCapacity())
            .compareTo(
                Optional.ofNullable(claim.getSpec().getResources())
                    .map(wanted -> bytes(wanted.getRequests()))
                    .orElse(BigDecimal.ZERO))
        >= 0;
  }

  private static BigDecimal bytes(@Nullable Map<String, Quantity> sizes) {
    return Optional.ofNullable(sizes)
        .map(all -> all.get("storage"))
        .map(Quantity::getNumericalAmount)
        .orElse(BigDecimal.ZERO);
  }

  /** Whether a pod on this node can use the volume. */
  static boolean isUsable(PersistentVolume volume, Node node) {
    VolumeNodeAffinity affinity = volume.getSpec().getNodeAffinity();
    return affinity == null || NodeTerms.match(affinity.getRequired(), node);
  }

  private static Optional<Closed> closed(String fact, String todo) {
    return Optional.of(new Closed(fact, List.of(todo)));
  }
}
