package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The requests about the StatefulSets of a cluster, at a real API server.
 *
 * @param user the name of Quorate's user, which is asked for once
 */
record SetRequests(KubernetesClient client, String namespace, Supplier<String> user)
    implements SetApi {
  /** Bytes of a log that the kubelet sends at most; a line of etcd has a few hundred. */
  private static final int LARGEST_LOG = 4 << 20;

  SetRequests(KubernetesClient client, String namespace) {
    this(client, namespace, new QuorateUser(client));
  }

  @Override
  public Optional<StatefulSet> set(String name) {
    return ApiCall.read("the StatefulSet %s/%s".formatted(namespace, name))
        .makeIfThere(
            () -> client.apps().statefulSets().inNamespace(namespace).withName(name).get());
  }

  @Override
  public List<Pod> pods() {
    return ApiCall.read("the pods of the namespace " + namespace)
        .make(() -> client.pods().inNamespace(namespace).list().getItems());
  }

  @Override
  public List<PersistentVolumeClaim> claims() {
    return ApiCall.read("the claims of the namespace " + namespace)
        .make(() -> client.persistentVolumeClaims().inNamespace(namespace).list().getItems());
  }

  @Override
  public Optional<PersistentVolume> volume(String name) {
    return ApiCall.read("the volume " + name)
        .makeIfThere(() -> client.persistentVolumes().withName(name).get());
  }

  @Override
  public Optional<Node> node(String name) {
    return ApiCall.read("the node " + name).makeIfThere(() -> client.nodes().withName(name).get());
  }

  @Override
  public List<Node> nodes() {
    return ApiCall.read("the nodes").make(() -> client.nodes().list().getItems());
  }

  @Override
  public Optional<StorageClass> storageClass(String name) {
    return ApiCall.read("the storage class " + name)
        .makeIfThere(() -> client.storage().v1().storageClasses().withName(name).get());
  }

  @Override
  public List<PersistentVolume> volumes() {
    return ApiCall.read("the volumes").make(() -> client.persistentVolumes().list().getItems());
  }

  @Override
  public List<PodDisruptionBudget> budgets() {
    return ApiCall.read("the budgets of the namespace " + namespace)
        .make(
            () ->
                client
                    .policy()
                    .v1()
                    .podDisruptionBudget()
                    .inNamespace(namespace)
                    .list()
                    .getItems());
  }

  @Override
  public List<Service> services() {
    return ApiCall.read("the Services of the namespace " + namespace)
        .make(() -> client.services().inNamespace(namespace).list().getItems());
  }

  @Override
  public Optional<String> scaler(String set) {
    return ApiCall.read("the autoscalers of the namespace " + namespace)
        .make(
            () ->
                client
                    .autoscaling()
                    .v2()
                    .horizontalPodAutoscalers()
                    .inNamespace(namespace)
                    .list()
                    .getItems())
        .stream()
        .flatMap(scaler -> Scaler.of(scaler, set).stream())
        .findFirst();
  }

  @Override
  public PolicyGuard guard() {
    try {
      return new HoldPolicy(client).guard(user);
    } catch (Failure unread) {
      return PolicyGuard.NONE;
    }
  }

  @Override
  public void patch(HasMetadata seen, JsonPatch patch, String change) {
    new ApiRequests(client).patch(seen, patch, change);
  }

  @Override
  public void delete(Pod seen, Optional<Long> graceSeconds) {
    ApiRequests requests = new ApiRequests(client);
    boolean there =
        graceSeconds.isPresent()
            ? requests.delete(seen, graceSeconds.get())
            : requests.delete(seen);
    if (!there) {
      throw new Failure.Transient(ApiRequests.name(seen) + " is gone; looking again");
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The library's own form would list the pod and watch the pod before.
   */
  @Override
  public void drop(PersistentVolumeClaim seen) {
    new ApiRequests(client).delete(seen);
  }

  @Override
  public void leave(StatefulSet seen) {
    new ApiRequests(client).deleteAlone(seen);
  }

  @Override
  public void rehearse(StatefulSet made) {
    new ApiRequests(client).tryToCreate(made);
  }

  @Override
  public void make(StatefulSet made) {
    if (new ApiRequests(client).create(made).isEmpty()) {
      throw new Failure.Transient(ApiRequests.name(made) + " is there already; looking again");
    }
  }

  @Override
  public Optional<Lease> lease(String name) {
    return ApiCall.read("the lease %s/%s".formatted(namespace, name))
        .makeIfThere(() -> client.leases().inNamespace(namespace).withName(name).get());
  }

  @Override
  public boolean create(Lease made) {
    return new ApiRequests(client).create(made).isPresent();
  }

  @Override
  public void dropUnchanged(Lease seen) {
    new ApiRequests(client).deleteUnchanged(seen);
  }

  @Override
  public List<PersistentVolume> aside(String pod) {
    return ApiCall.read("the volumes that were set aside")
        .make(() -> client.persistentVolumes().withLabel(Marks.ASIDE, pod).list().getItems())
        .stream()
        .filter(volume -> volume.getSpec().getClaimRef() != null)
        .filter(volume -> namespace.equals(volume.getSpec().getClaimRef().getNamespace()))
        .toList();
  }

  @Override
  public List<String> log(String pod, String container, boolean previous, int lines) {
    var place = new PodPlace(namespace, pod, container);
    String uri =
        "%s/log?container=%s&previous=%b&tailLines=%d&limitBytes=%d"
            .formatted(place.path(), container, previous, lines, LARGEST_LOG);
    return ApiCall.read("the log of " + place.name())
        .make(() -> client.raw(uri, "GET", null))
        .lines()
        .toList();
  }

  @Override
  public List<String> firstLog(String pod, String container, int bytes) {
    var place = new PodPlace(namespace, pod, container);
    String uri = "%s/log?container=%s&limitBytes=%d".formatted(place.path(), container, bytes);
    return ApiCall.read("the log of " + place.name())
        .make(() -> client.raw(uri, "GET", null))
        .lines()
        .toList();
  }
}
