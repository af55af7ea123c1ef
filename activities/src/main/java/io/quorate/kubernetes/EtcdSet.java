package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateStatefulSetStrategy;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetOrdinals;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A StatefulSet that runs members, with what Quorate has written on it.
 *
 * @param isAway whether the set is not there, and this is what an operation wrote down of it before
 *     it was deleted to be created again
 */
record EtcdSet(StatefulSet set, boolean isAway) {
  private static final String ON_DELETE = "OnDelete";
  private static final int LONGEST_NAME = 100;

  /** A set that is there. */
  EtcdSet(StatefulSet set) {
    this(set, false);
  }

  String name() {
    return set.getMetadata().getName();
  }

  /** The uid of the set; an empty text while the set is away. */
  String uid() {
    return Objects.requireNonNullElse(set.getMetadata().getUid(), "");
  }

  /** The name of the set for people. */
  String words() {
    return "StatefulSet " + name();
  }

  Map<String, String> annotations() {
    return Objects.requireNonNullElse(set.getMetadata().getAnnotations(), Map.of());
  }

  private Optional<String> annotation(String name) {
    return Optional.ofNullable(annotations().get(name));
  }

  /** The owner of an object for people; the API server takes any text for a kind and a name. */
  static String words(OwnerReference owner) {
    return CleanText.line(owner.getKind() + " " + owner.getName(), LONGEST_NAME);
  }

  /** A name that people are told; an annotation is anybody's, and may have 256 KiB. */
  private Optional<String> shown(String name) {
    return annotation(name).map(text -> CleanText.line(text, LONGEST_NAME));
  }

  /** The operation that took the pods over; empty where the controller has the pods. */
  Optional<String> operation() {
    return shown(Marks.OPERATION);
  }

  /**
   * The update strategy that was saved for the end, as JSON. Once the set was handed back, a
   * strategy that a hand or a manifest gave to it since is its own.
   */
  Optional<String> savedStrategy() {
    boolean overruled = operation().isEmpty() && (!isOnDelete() || Applier.wroteOnDelete(this));
    return overruled ? Optional.empty() : annotation(Marks.STRATEGY);
  }

  /** The operation that holds this pod; empty where the pod is not held. */
  Optional<String> heldBy(String pod) {
    return shown(Marks.held(pod));
  }

  /** The names of all pods that some operation holds, or has begun to hold. */
  Stream<String> marked() {
    return annotations().keySet().stream()
        .filter(name -> name.startsWith(Marks.held("")))
        .map(name -> name.substring(Marks.held("").length()));
  }

  /** The run that ended in the last pod of this name. */
  Optional<EndedRun> ended(String pod) {
    return annotation(Marks.ended(pod)).flatMap(EndedRun::parse);
  }

  /** Whether a person states that nothing of the member ran before this pod. */
  boolean isStated(EtcdPod pod) {
    return annotation(Marks.ended(pod.name())).filter(("stated " + pod.uid())::equals).isPresent();
  }

  /** The changes of the template for a hold; empty where the template has none. */
  Optional<Window> window() {
    return annotation(Marks.WINDOW).flatMap(Window::parse);
  }

  /** Whether its template is changed for a hold, also where somebody removed what says how. */
  boolean isOpen() {
    return annotations().containsKey(Marks.WINDOW) || isGated();
  }

  /** Whether Quorate, or a person for Quorate, has written on it what is to go again. */
  boolean isMarked() {
    return isGated()
        || annotations().keySet().stream()
            .anyMatch(name -> Marks.isOurs(name) && !Marks.lasts(name));
  }

  boolean isOnDelete() {
    return strategy().equals(ON_DELETE);
  }

  /** The type of its update strategy. */
  String strategy() {
    var strategy = set.getSpec().getUpdateStrategy();
    return strategy == null || strategy.getType() == null ? "RollingUpdate" : strategy.getType();
  }

  /** The ordinal from which on a new pod is made of the newest template. */
  int partition() {
    return Optional.ofNullable(set.getSpec().getUpdateStrategy())
        .map(StatefulSetUpdateStrategy::getRollingUpdate)
        .map(RollingUpdateStatefulSetStrategy::getPartition)
        .orElse(0);
  }

  boolean isTakenOver() {
    return operation().isPresent() && isOnDelete();
  }

  PodTemplateSpec template() {
    return set.getSpec().getTemplate();
  }

  /** Metadata of a pod that is born of its template at this place. */
  ObjectMeta metadata(MemberPod place) {
    return metadata(set, place.name());
  }

  /** As above, with the labels that the controller adds. */
  static ObjectMeta metadata(StatefulSet set, String pod) {
    return new ObjectMetaBuilder(set.getSpec().getTemplate().getMetadata())
        .withName(pod)
        .withNamespace(set.getMetadata().getNamespace())
        .addToLabels("statefulset.kubernetes.io/pod-name", pod)
        .addToLabels("apps.kubernetes.io/pod-index", pod.substring(pod.lastIndexOf('-') + 1))
        .build();
  }

  /** A pod as the template makes it, which no node has. */
  EtcdPod templatePod() {
    return born(
        new EtcdPod(
            new PodBuilder()
                .withMetadata(metadata(new MemberPod(name(), first())))
                .withSpec(template().getSpec())
                .build()));
  }

  /** Whether pods are born gated now, by whoever put the gate there. */
  boolean isGated() {
    return gates().contains(Marks.HOLD);
  }

  List<String> gates() {
    return template().getSpec().getSchedulingGates().stream()
        .map(PodSchedulingGate::getName)
        .toList();
  }

  /** Whether the controller has seen the present specification of the set. */
  boolean isObserved() {
    return !isAway()
        && set.getStatus() != null
        && Objects.equals(
            set.getStatus().getObservedGeneration(), set.getMetadata().getGeneration());
  }

  /** Changes with each change of its specification. */
  long generation() {
    return Objects.requireNonNullElse(set.getMetadata().getGeneration(), 0L);
  }

  /** The revision of its template. */
  String revision() {
    return set.getStatus() == null
        ? ""
        : Objects.requireNonNullElse(set.getStatus().getUpdateRevision(), "");
  }

  /** The revision of its template without a window. */
  String closedRevision() {
    return window().map(Window::revision).filter(known -> !known.isEmpty()).orElse(revision());
  }

  /**
   * The revision that a pod without the gate would have had, where it was born in a window that is
   * open still; empty where it has that already.
   */
  Optional<String> bornAs(EtcdPod pod) {
    return window()
        .map(Window::revision)
        .filter(revision -> !revision.isEmpty() && !pod.revision().equals(Optional.of(revision)));
  }

  /** Whether it is to have a pod of this ordinal. */
  boolean wants(int ordinal) {
    return ordinal >= first() && ordinal < end();
  }

  /** Whether it is to have the pod of this name. */
  boolean wants(String pod) {
    return places().stream().anyMatch(place -> place.name().equals(pod) && wants(place.ordinal()));
  }

  /** The pods of the set by its replicas, and the next ordinals. */
  List<MemberPod> places() {
    return IntStream.range(first(), end() + SetMembers.FURTHER)
        .mapToObj(ordinal -> new MemberPod(name(), ordinal))
        .toList();
  }

  /** The name of the claim with the data of this pod; empty where that is not known. */
  Optional<String> dataClaim(String pod) {
    try {
      return Optional.of(ClaimedDirectory.of(set, pod).claim());
    } catch (Failure.Refused onNoClaim) {
      return Optional.empty();
    }
  }

  /** Why nobody could read the data of this pod once etcd does not run; empty where one could. */
  Optional<String> unreachedData(String pod) {
    try {
      ClaimedDirectory.of(set, pod);
      return Optional.empty();
    } catch (Failure.Refused why) {
      return Optional.of(String.valueOf(why.getMessage()));
    }
  }

  /** Whether the set makes the claim with the data of this place again once the claim is gone. */
  boolean remakes(MemberPod place) {
    String claim = dataClaim(place.name()).orElse("");
    return set.getSpec().getVolumeClaimTemplates().stream()
        .anyMatch(made -> claim.equals(made.getMetadata().getName() + "-" + place.name()));
  }

  /** Whether this pod alone is to use the claim: the set made it for that, or the data is there. */
  boolean makes(String claim, String pod) {
    return dataClaim(pod).equals(Optional.of(claim))
        || set.getSpec().getVolumeClaimTemplates().stream()
            .anyMatch(template -> claim.equals(template.getMetadata().getName() + "-" + pod));
  }

  /** Whether the name of the claim is that of one of its claims, of a place that is gone too. */
  boolean hasMade(String claim) {
    return set.getSpec().getVolumeClaimTemplates().stream()
        .map(template -> template.getMetadata().getName() + "-" + name() + "-")
        .anyMatch(
            begins ->
                claim.startsWith(begins) && claim.substring(begins.length()).matches("\\d{1,9}"));
  }

  /** The pod, of which its template tells the container of etcd. */
  EtcdPod born(EtcdPod pod) {
    return EtcdContainer.in(template().getSpec())
        .map(etcd -> new EtcdPod(pod.pod(), etcd.name()))
        .orElse(pod);
  }

  /** The pods of the set by its replicas. */
  Stream<MemberPod> members() {
    return places().stream().limit(replicas());
  }

  /** The ordinal after the last ordinal of the set. */
  int end() {
    return first() + replicas();
  }

  private int first() {
    return Optional.ofNullable(set.getSpec().getOrdinals())
        .map(StatefulSetOrdinals::getStart)
        .orElse(0);
  }

  int replicas() {
    return Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
  }

  /** Whether it deletes the claim of a pod that it gives up. */
  boolean deletesClaims() {
    var policy = set.getSpec().getPersistentVolumeClaimRetentionPolicy();
    return policy != null && "Delete".equals(policy.getWhenScaled());
  }

  /** Whether Quorate keeps it from deleting claims until the pods are handed back. */
  boolean keepsClaims() {
    return annotations().containsKey(Marks.CLAIMS);
  }

  boolean isOrdered() {
    return !"Parallel".equals(policy());
  }

  /** The {@code podManagementPolicy}: whether pods are created and ended in turn. */
  String policy() {
    return Objects.requireNonNullElse(set.getSpec().getPodManagementPolicy(), "OrderedReady");
  }

  /** The policy that it had before Quorate created it again; empty where Quorate did not. */
  Optional<String> adoptedFrom() {
    return annotation(Marks.ADOPTED);
  }

  boolean isDeleted() {
    return set.getMetadata().getDeletionTimestamp() != null;
  }

  /**
   * Whether the set owns this pod: names and labels are anybody's. A set that is away owns the pods
   * that the new set will adopt.
   */
  boolean owns(EtcdPod pod) {
    return isAway()
        ? pod.controller().isEmpty() && wants(pod.name()) && selects(pod)
        : pod.controller().map(OwnerReference::getUid).filter(uid()::equals).isPresent();
  }

  private boolean selects(EtcdPod pod) {
    return LabelRules.selects(
        set.getSpec().getSelector(),
        Objects.requireNonNullElse(pod.pod().getMetadata().getLabels(), Map.of()));
  }

  /** Whether it is to delete this claim with itself. */
  boolean owns(PersistentVolumeClaim claim) {
    return claim.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> uid().equals(owner.getUid()));
  }
}
