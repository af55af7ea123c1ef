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
import io.quorate.port.Failure;
import java.util.List;
import java.util.Optional;

/**
 * Requests about the objects of a cluster's StatefulSets. Each is one HTTP request with a deadline,
 * and throws a {@link Failure}.
 */
interface SetApi {
  Optional<StatefulSet> set(String name);

  /** All pods of the namespace. */
  List<Pod> pods();

  /** All claims of the namespace. */
  List<PersistentVolumeClaim> claims();

  Optional<PersistentVolume> volume(String name);

  Optional<Node> node(String name);

  /** All nodes. */
  List<Node> nodes();

  Optional<StorageClass> storageClass(String name);

  /** All volumes. */
  List<PersistentVolume> volumes();

  /** All budgets of the namespace. */
  List<PodDisruptionBudget> budgets();

  /** All Services of the namespace. */
  List<Service> services();

  /** The autoscaler of the set of this name, with the way to end it; empty where none is. */
  Optional<String> scaler(String set);

  /** The effect of Quorate's admission policy; none where that cannot be read. */
  PolicyGuard guard();

  /**
   * Patches the object that was seen.
   *
   * @param change what the patch does, for the sentence: {@code held}
   */
  void patch(HasMetadata seen, JsonPatch patch, String change);

  /**
   * Deletes this pod and none of the same name.
   *
   * @param graceSeconds the time that it gets to end; empty for its own
   */
  void delete(Pod seen, Optional<Long> graceSeconds);

  /** Deletes this claim and none of the same name. */
  void drop(PersistentVolumeClaim seen);

  /** Deletes this set, unless somebody has changed the set since it was seen; its pods stay. */
  void leave(StatefulSet seen);

  /**
   * Asks whether the API server would create this set, also where a set of the name is there, and
   * creates nothing. Rights, quotas, policies and webhooks are asked; throws why it would not.
   */
  void rehearse(StatefulSet made);

  /** Creates a set; throws {@link Failure.Transient} where a set of this name is there already. */
  void make(StatefulSet made);

  /** The lease of this name of the namespace. */
  Optional<Lease> lease(String name);

  /** Makes a lease; false where a lease of this name is there already. */
  boolean create(Lease made);

  /** Deletes this lease, unless somebody has changed the lease since it was seen. */
  void dropUnchanged(Lease seen);

  /** The volumes that were set aside of this pod of the namespace. */
  List<PersistentVolume> aside(String pod);

  /**
   * The last lines of a container's log.
   *
   * @param previous whether the lines of the run before the present one are wanted
   */
  List<String> log(String pod, String container, boolean previous, int lines);

  /** The first lines of the log of a container's present run, as far as they are kept. */
  List<String> firstLog(String pod, String container, int bytes);
}
