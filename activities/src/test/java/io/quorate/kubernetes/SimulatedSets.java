package io.quorate.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.zjsonpatch.JsonPatchException;
import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One StatefulSet with its controller, scheduler and kubelets, which act only when they are told
 * to, so that each may be late or dead. What really runs is known here, and is not what the objects
 * say.
 */
final class SimulatedSets implements SetApi {
  static final String SET = "etcd";
  private static final ObjectMapper JSON = Serialization.jsonMapper();
  private static final String LONG_AGO = "2026-11-29T00:00:00Z";

  StatefulSet set;
  final String name;
  final Map<String, Pod> pods = new TreeMap<>();
  final Map<String, Node> nodes = new TreeMap<>();
  final Set<String> deadKubelets = new TreeSet<>();

  /** By the uid of the pod. */
  final Map<String, Local> kubelets = new HashMap<>();

  /** Claims of all pods, past ones too; no claim is deleted. */
  final Map<String, PersistentVolumeClaim> claims = new TreeMap<>();

  final Map<String, PersistentVolume> volumes = new TreeMap<>();

  final Map<String, StorageClass> storageClasses = new TreeMap<>();

  final Map<String, Lease> leases = new TreeMap<>();

  List<PodDisruptionBudget> budgets = List.of();

  List<Service> services = List.of();

  /** Last lines of the log of each pod. */
  final Map<String, List<String>> lastLog = new HashMap<>();

  @Nullable String scaler;

  /** Why the claims cannot be read. */
  @Nullable Failure claimsFailure;

  /** Whether the admission policy keeps appliers away. */
  boolean guarded = true;

  /** Beginning of the log of each container. */
  List<String> firstLog = List.of();

  /** Pods whose containers their kubelets cannot find any more once they are deleted. */
  final Set<String> lost = new TreeSet<>();

  /** Pods that a quota keeps from being created. */
  final Set<String> refused = new TreeSet<>();

  /** Why the API server creates no set any more, such as by a policy that is younger than it. */
  Optional<String> uncreatable = Optional.empty();

  /** Whether the set is deleted, and its pods are left. */
  boolean away;

  /** Whether pods get ready, so that a set with an order goes on to the next one. */
  boolean ready = true;

  int deletedByController;
  private int sequence;
  private long version;

  /** What a kubelet knows of one pod. */
  static final class Local {
    final String pod;
    final String node;
    String container = "";
    boolean runs;
    boolean over;
    boolean reportedOver;
    boolean ghost;
    int restarts;

    Local(String pod, String node) {
      this.pod = pod;
      this.node = node;
    }
  }

  SimulatedSets(StatefulSet given) {
    name = given.getMetadata().getName();
    set =
        new StatefulSetBuilder(given)
            .editMetadata()
            .withUid(name + "-set-1")
            .withNamespace("default")
            .withGeneration(1L)
            .withResourceVersion("1")
            .endMetadata()
            .withNewStatus()
            .endStatus()
            .build();
    for (String name : List.of("node1", "node2", "node3")) {
      ready(name, "True");
    }
    settle();
  }

  void ready(String node, String status) {
    nodes.put(
        node,
        new NodeBuilder()
            .withNewMetadata()
            .withName(node)
            .addToLabels(VolumeNode.HOSTNAME, node)
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .withNewStatus()
            .addNewCondition()
            .withType("Ready")
            .withStatus(status)
            .endCondition()
            .endStatus()
            .build());
  }

  /** Everybody who is alive does all that there is to do. */
  void settle() {
    for (int round = 0; round < 6; round++) {
      tick();
    }
  }

  void tick() {
    control();
    schedule();
    for (String node : List.of("node1", "node2", "node3")) {
      act(node);
      report(node);
    }
  }

  void control() {
    if (set.getMetadata().getDeletionTimestamp() != null) {
      orphan();
    }
    if (away) {
      return;
    }
    adopt();
    String revision = revision();
    set.getStatus().setObservedGeneration(set.getMetadata().getGeneration());
    set.getStatus().setUpdateRevision(revision);
    for (int ordinal = 0; ordinal < set.getSpec().getReplicas(); ordinal++) {
      String wanted = name + "-" + ordinal;
      Pod pod = pods.get(wanted);
      if (pod == null && !refused.contains(wanted)) {
        pods.put(wanted, born(wanted, revision));
        claims.computeIfAbsent("data-" + wanted, this::claim);
        if (new EtcdSet(set).isOrdered()) {
          break;
        }
      }
      if (new EtcdSet(set).isOrdered() && !ready) {
        break;
      }
    }
    condemned().forEach(pod -> delete(pod, Optional.empty()));
    if ("RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType())) {
      roll(revision);
    }
  }

  /** The garbage collector ends the deletion of a set whose pods stay. */
  private void orphan() {
    if (set.getMetadata().getFinalizers().remove("orphan")) {
      List<HasMetadata> owned = new ArrayList<>(pods.values());
      owned.addAll(claims.values());
      for (HasMetadata object : owned) {
        object
            .getMetadata()
            .getOwnerReferences()
            .removeIf(owner -> owner.getUid().equals(set.getMetadata().getUid()));
        touch(object);
      }
      away = true;
    }
  }

  /** The controller adopts pods that nobody owns, and the claims that are to go with the set. */
  private void adopt() {
    var policy = set.getSpec().getPersistentVolumeClaimRetentionPolicy();
    List<HasMetadata> wanted = new ArrayList<>(pods.values());
    if (policy != null && "Delete".equals(policy.getWhenDeleted())) {
      wanted.addAll(claims.values());
    }
    for (HasMetadata object : wanted) {
      if (object.getMetadata().getOwnerReferences().isEmpty()
          && object.getMetadata().getDeletionTimestamp() == null) {
        object.getMetadata().setOwnerReferences(new ArrayList<>(List.of(owner())));
        touch(object);
      }
    }
  }

  private OwnerReference owner() {
    return new OwnerReferenceBuilder()
        .withController(true)
        .withKind("StatefulSet")
        .withName(name)
        .withUid(set.getMetadata().getUid())
        .build();
  }

  private PersistentVolumeClaim claim(String name) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .withUid("claim-" + ++sequence)
        .withResourceVersion(Long.toString(++version))
        .endMetadata()
        .withNewSpec()
        .withVolumeName("volume-" + name)
        .endSpec()
        .build();
  }

  private List<Pod> condemned() {
    return pods.values().stream()
        .filter(pod -> ordinal(pod) >= set.getSpec().getReplicas())
        .toList();
  }

  private void roll(String revision) {
    for (int ordinal = set.getSpec().getReplicas() - 1; ordinal >= 0; ordinal--) {
      Pod seen = pods.get(name + "-" + ordinal);
      if (seen == null) {
        return;
      }
      EtcdPod pod = new EtcdPod(seen);
      if (!pod.revision().equals(Optional.of(revision)) && !pod.isDeleted()) {
        deletedByController++;
        delete(pod.pod(), Optional.empty());
        return;
      }
      if (pod.isDeleted() || pod.running().isEmpty()) {
        return;
      }
    }
  }

  private String revision() {
    try {
      return name
          + "-"
          + Integer.toHexString(JSON.writeValueAsString(set.getSpec().getTemplate()).hashCode());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int ordinal(Pod pod) {
    String name = pod.getMetadata().getName();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }

  private Pod born(String pod, String revision) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(pod)
        .withNamespace("default")
        .withUid("%s-%d".formatted(pod, ++sequence))
        .withResourceVersion(Long.toString(++version))
        .withLabels(new HashMap<>(Map.of(Marks.REVISION, revision, "app", name)))
        .addToOwnerReferences(owner())
        .endMetadata()
        .withSpec(copy(set.getSpec().getTemplate()).getSpec())
        .editSpec()
        .addNewVolume()
        .withName("data")
        .withNewPersistentVolumeClaim("data-" + pod, false)
        .endVolume()
        .endSpec()
        .withNewStatus()
        .withPhase("Pending")
        .endStatus()
        .build();
  }

  void schedule() {
    for (Pod pod : pods.values()) {
      boolean waits =
          pod.getSpec().getNodeName() == null
              && pod.getSpec().getSchedulingGates().isEmpty()
              && pod.getMetadata().getDeletionTimestamp() == null;
      if (waits) {
        String own = "node" + (1 + ordinal(pod) % 3);
        Map<String, String> selector =
            Objects.requireNonNullElse(pod.getSpec().getNodeSelector(), Map.of());
        nodes.keySet().stream()
            .filter(
                name ->
                    !selector.isEmpty()
                        ? isSelected(nodes.get(name), selector)
                        : !nodes.containsKey(own) || name.equals(own))
            .findFirst()
            .ifPresent(
                node -> {
                  pod.getSpec().setNodeName(node);
                  touch(pod);
                });
      }
    }
  }

  private static boolean isSelected(Node node, Map<String, String> selector) {
    return node.getMetadata().getLabels().entrySet().containsAll(selector.entrySet())
        && !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
  }

  /** The kubelet of the node starts and ends containers. Nobody else knows of it yet. */
  void act(String node) {
    if (deadKubelets.contains(node)) {
      return;
    }
    for (Pod pod : pods.values()) {
      if (!node.equals(pod.getSpec().getNodeName())) {
        continue;
      }
      Local local = local(pod, node);
      if (pod.getMetadata().getDeletionTimestamp() != null) {
        local.container = lost.contains(pod.getMetadata().getName()) ? "" : local.container;
        local.runs = false;
        local.over = true;
      } else if (!local.runs && !local.over) {
        local.restarts += local.container.isEmpty() ? 0 : 1;
        local.container = "containerd://c" + ++sequence;
        local.runs = true;
      }
    }
    kubelets.forEach(
        (uid, local) -> {
          boolean known =
              pods.values().stream().anyMatch(pod -> uid.equals(pod.getMetadata().getUid()));
          if (!known && local.node.equals(node)) {
            local.runs = false;
            local.over = true;
          }
        });
  }

  private Local local(Pod pod, String node) {
    return kubelets.computeIfAbsent(
        pod.getMetadata().getUid(), uid -> new Local(pod.getMetadata().getName(), node));
  }

  /** The kubelet of the node says what it knows. */
  void report(String node) {
    if (deadKubelets.contains(node)) {
      return;
    }
    for (Pod pod : List.copyOf(pods.values())) {
      Local local = kubelets.get(pod.getMetadata().getUid());
      if (local == null || !local.node.equals(node)) {
        continue;
      }
      if (local.reportedOver && pod.getMetadata().getDeletionTimestamp() != null) {
        pod.getMetadata().setDeletionGracePeriodSeconds(0L);
        removeWhereFree(pod, false);
        continue;
      }
      pod.setStatus(status(local).build());
      local.reportedOver = local.over;
      touch(pod);
    }
  }

  private static PodStatusBuilder status(Local local) {
    var state = new ContainerStateBuilder();
    if (local.runs) {
      state.withNewRunning().withStartedAt(LONG_AGO).endRunning();
    } else if (local.container.isEmpty() && !local.over) {
      state.withNewWaiting().withReason("ContainerCreating").endWaiting();
    } else {
      state
          .withNewTerminated()
          .withContainerID(local.container.isEmpty() ? null : local.container)
          .withExitCode(0)
          .withFinishedAt(LONG_AGO)
          .endTerminated();
    }
    var container =
        new ContainerStatusBuilder()
            .withName("etcd")
            .withContainerID(local.container.isEmpty() ? null : local.container)
            .withRestartCount(local.restarts)
            .withState(state.build())
            .build();
    return new PodStatusBuilder()
        .withPhase(local.over ? "Succeeded" : "Running")
        .addToContainerStatuses(container)
        .addToConditions(
            new PodConditionBuilder()
                .withType("ContainersReady")
                .withStatus(local.runs ? "True" : "False")
                .withReason(local.over ? "PodCompleted" : "ContainersNotReady")
                .build());
  }

  /** Somebody changes the number of pods; those that are too many are deleted. */
  void scale(int replicas) {
    set.getSpec().setReplicas(replicas);
    set.getMetadata().setGeneration(set.getMetadata().getGeneration() + 1);
    touch(set);
    condemned().forEach(pod -> delete(pod, Optional.empty()));
  }

  /** The container dies by itself. */
  void crash(String name) {
    Pod pod = pods.get(name);
    Local local = pod == null ? null : kubelets.get(pod.getMetadata().getUid());
    if (local != null) {
      local.runs = false;
    }
  }

  void deleteByForce(String name) {
    Pod pod = pods.get(name);
    if (pod != null) {
      pod.getMetadata().setDeletionTimestamp(LONG_AGO);
      pod.getMetadata().setDeletionGracePeriodSeconds(0L);
      touch(pod);
      removeWhereFree(pod, true);
    }
  }

  void deleteGracefully(String name) {
    Pod pod = pods.get(name);
    if (pod != null) {
      delete(pod, Optional.empty());
    }
  }

  /** The garbage collection of pods deletes those of nodes that are not in the list. */
  void collect() {
    for (Pod pod : List.copyOf(pods.values())) {
      String node = pod.getSpec().getNodeName();
      if (node != null && !nodes.containsKey(node)) {
        pod.getStatus().setPhase("Failed");
        deleteByForce(pod.getMetadata().getName());
      }
    }
  }

  private void removeWhereFree(Pod pod, boolean byForce) {
    if (pod.getMetadata().getFinalizers().isEmpty()) {
      pods.remove(pod.getMetadata().getName());
      Local local = kubelets.get(pod.getMetadata().getUid());
      if (byForce && local != null) {
        // Whoever frees the name of a pod that Quorate does not keep yet answers for it.
        local.ghost = true;
      }
    }
  }

  /** The processes of a member that run now, whatever the objects say. */
  List<Local> processes(String pod) {
    return kubelets.values().stream()
        .filter(local -> local.runs && !local.ghost && local.pod.equals(pod))
        .toList();
  }

  private void touch(HasMetadata object) {
    object.getMetadata().setResourceVersion(Long.toString(++version));
  }

  @Override
  public Optional<StatefulSet> set(String asked) {
    return name.equals(asked) && !away ? Optional.of(copy(set)) : Optional.empty();
  }

  @Override
  public void leave(StatefulSet seen) {
    if (away || !seen.getMetadata().equals(set.getMetadata())) {
      throw new Failure.Transient("it changed, or it is gone");
    }
    set.getMetadata().setDeletionTimestamp(LONG_AGO);
    set.getMetadata().setFinalizers(new ArrayList<>(List.of("orphan")));
    touch(set);
  }

  @Override
  public void rehearse(StatefulSet made) {
    uncreatable.ifPresent(
        why -> {
          throw new Failure.Refused(why);
        });
  }

  @Override
  public void make(StatefulSet made) {
    rehearse(made);
    if (!away) {
      throw new Failure.Transient("it is there already");
    }
    created(made);
    // Whoever creates a set owns all of its fields.
    set.getMetadata()
        .setManagedFields(
            new ArrayList<>(List.of(quorate("f:updateStrategy", "f:template", "f:replicas"))));
  }

  private static ManagedFieldsEntry quorate(String... parts) {
    Map<String, Object> spec = new HashMap<>();
    List.of(parts).forEach(part -> spec.put(part, Map.of()));
    FieldsV1 fields = new FieldsV1();
    fields.setAdditionalProperty("f:spec", spec);
    return new ManagedFieldsEntryBuilder()
        .withManager("quorate")
        .withOperation("Update")
        .withFieldsV1(fields)
        .build();
  }

  /** Somebody creates the set. */
  void created(StatefulSet made) {
    set =
        new StatefulSetBuilder(copy(made))
            .editMetadata()
            .withUid("set-" + ++sequence)
            .withGeneration(1L)
            .withResourceVersion(Long.toString(++version))
            .endMetadata()
            .withNewStatus()
            .endStatus()
            .build();
    away = false;
  }

  @Override
  public List<Pod> pods() {
    return pods.values().stream().map(SimulatedSets::copy).toList();
  }

  @Override
  public List<PersistentVolumeClaim> claims() {
    if (claimsFailure != null) {
      throw claimsFailure;
    }
    return claims.values().stream().map(SimulatedSets::copy).toList();
  }

  @Override
  public Optional<PersistentVolume> volume(String name) {
    return Optional.ofNullable(volumes.get(name)).map(SimulatedSets::copy);
  }

  @Override
  public void drop(PersistentVolumeClaim seen) {
    claims.remove(seen.getMetadata().getName());
  }

  @Override
  public Optional<Lease> lease(String name) {
    return Optional.ofNullable(leases.get(name)).map(SimulatedSets::copy);
  }

  @Override
  public boolean create(Lease made) {
    Lease kept = copy(made);
    kept.getMetadata().setUid("lease-" + ++sequence);
    touch(kept);
    return leases.putIfAbsent(kept.getMetadata().getName(), kept) == null;
  }

  @Override
  public void dropUnchanged(Lease seen) {
    if (!seen.equals(leases.get(seen.getMetadata().getName()))) {
      throw new Failure.Transient("it changed, or it is gone");
    }
    leases.remove(seen.getMetadata().getName());
  }

  @Override
  public List<PersistentVolume> aside(String pod) {
    return volumes.values().stream()
        .filter(volume -> pod.equals(volume.getMetadata().getLabels().get(Marks.ASIDE)))
        .toList();
  }

  @Override
  public Optional<Node> node(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  @Override
  public Optional<StorageClass> storageClass(String name) {
    return Optional.ofNullable(storageClasses.get(name));
  }

  @Override
  public List<PersistentVolume> volumes() {
    return List.copyOf(volumes.values());
  }

  @Override
  public List<PodDisruptionBudget> budgets() {
    return budgets;
  }

  @Override
  public List<Service> services() {
    return services;
  }

  @Override
  public Optional<String> scaler(String name) {
    return Optional.ofNullable(scaler);
  }

  @Override
  public PolicyGuard guard() {
    return new PolicyGuard(guarded, Optional.empty());
  }

  @Override
  public void patch(HasMetadata seen, JsonPatch patch, String change) {
    if (seen instanceof StatefulSet) {
      if (away) {
        throw new Failure.Transient("gone");
      }
      StatefulSet after = patched(set, patch, StatefulSet.class);
      if (!Objects.equals(after.getSpec(), set.getSpec())) {
        after.getMetadata().setGeneration(set.getMetadata().getGeneration() + 1);
      }
      if (!Objects.equals(after.getSpec().getReplicas(), set.getSpec().getReplicas())) {
        disown(after, "f:replicas");
      }
      if (!Objects.equals(after.getSpec().getUpdateStrategy(), set.getSpec().getUpdateStrategy())) {
        disown(after, "f:updateStrategy");
        after.getMetadata().getManagedFields().add(quorate("f:updateStrategy"));
      }
      set = after;
      touch(set);
      return;
    }
    if (seen instanceof Lease) {
      Lease now = leases.get(seen.getMetadata().getName());
      if (now == null) {
        throw new Failure.Transient("gone");
      }
      Lease changed = patched(now, patch, Lease.class);
      leases.put(changed.getMetadata().getName(), changed);
      touch(changed);
      return;
    }
    if (seen instanceof PersistentVolume) {
      PersistentVolume changed =
          patched(volumes.get(seen.getMetadata().getName()), patch, PersistentVolume.class);
      volumes.put(changed.getMetadata().getName(), changed);
      touch(changed);
      return;
    }
    if (seen instanceof PersistentVolumeClaim) {
      PersistentVolumeClaim changed =
          patched(claims.get(seen.getMetadata().getName()), patch, PersistentVolumeClaim.class);
      claims.put(changed.getMetadata().getName(), changed);
      touch(changed);
      return;
    }
    Pod now = pods.get(seen.getMetadata().getName());
    if (now == null) {
      throw new Failure.Transient("gone");
    }
    Pod after = patched(now, patch, Pod.class);
    if (after.getSpec().getSchedulingGates().size() > now.getSpec().getSchedulingGates().size()) {
      throw new Failure.Refused("gates can only be removed");
    }
    Map<String, String> before =
        Objects.requireNonNullElse(now.getSpec().getNodeSelector(), Map.of());
    Map<String, String> selector =
        Objects.requireNonNullElse(after.getSpec().getNodeSelector(), Map.of());
    boolean tightened = selector.entrySet().containsAll(before.entrySet());
    if (!selector.equals(before) && (!tightened || now.getSpec().getSchedulingGates().isEmpty())) {
      throw new Failure.Refused("labels of nodes can only be added, and while the pod is gated");
    }
    boolean more =
        after.getMetadata().getFinalizers().size() > now.getMetadata().getFinalizers().size();
    if (more && now.getMetadata().getDeletionTimestamp() != null) {
      throw new Failure.Refused("no new finalizers while it is being deleted");
    }
    pods.put(after.getMetadata().getName(), after);
    touch(after);
    boolean free =
        after.getMetadata().getDeletionTimestamp() != null
            && Objects.equals(after.getMetadata().getDeletionGracePeriodSeconds(), 0L);
    if (free) {
      removeWhereFree(after, false);
    }
  }

  /** A field that somebody changes belongs to nobody else any more. */
  private static void disown(StatefulSet changed, String field) {
    for (ManagedFieldsEntry entry : changed.getMetadata().getManagedFields()) {
      if (entry.getFieldsV1().getAdditionalProperties().get("f:spec") instanceof Map<?, ?> spec) {
        spec.remove(field);
      }
    }
  }

  private static <T> T patched(T now, JsonPatch patch, Class<T> kind) {
    try {
      JsonNode before = JSON.readTree(JSON.writeValueAsString(now));
      JsonNode after = io.fabric8.zjsonpatch.JsonPatch.apply(JSON.readTree(patch.text()), before);
      return JSON.readValue(after.toString(), kind);
    } catch (JsonPatchException overtaken) {
      throw new Failure.Transient("it changed: " + overtaken.getMessage());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void delete(Pod seen, Optional<Long> graceSeconds) {
    Pod now = pods.get(seen.getMetadata().getName());
    if (now == null || !now.getMetadata().getUid().equals(seen.getMetadata().getUid())) {
      throw new Failure.Transient("another one");
    }
    if (now.getMetadata().getDeletionTimestamp() != null) {
      return;
    }
    now.getMetadata().setDeletionTimestamp(LONG_AGO);
    now.getMetadata().setDeletionGracePeriodSeconds(now.getSpec().getNodeName() == null ? 0L : 10L);
    touch(now);
    if (now.getSpec().getNodeName() == null) {
      removeWhereFree(now, false);
    }
  }

  @Override
  public List<String> log(String pod, String container, boolean previous, int lines) {
    return lastLog.getOrDefault(pod, List.of());
  }

  @Override
  public List<String> firstLog(String pod, String container, int bytes) {
    return firstLog;
  }

  private static <T> T copy(T object) {
    return Serialization.clone(object);
  }
}
