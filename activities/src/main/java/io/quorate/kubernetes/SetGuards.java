package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.quorate.cluster.CleanText;
import io.quorate.port.Failure;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reasons not to take over a StatefulSet, stop one of its members, or start one, each with the way
 * out.
 *
 * @param operation the operation that asks; empty where nobody knows the operation
 */
record SetGuards(SetLook look, EtcdSet set, Optional<String> operation) {
  private static final Duration LONGEST_PAUSE = Duration.ofDays(1);
  private static final int LONGEST_HOOK = 100;

  /** Between a statement of a person and the operation for which it counts. */
  private static final String FOR = " for ";

  static final String ORDERED =
      "its podManagementPolicy is OrderedReady, so a held pod keeps higher ordinals from being"
          + " created. Let Quorate create it again as Parallel, which restarts nobody: quorate"
          + " start adopt CLUSTER";

  /** Reasons for the operation that has the set; for any one where none has it. */
  SetGuards(SetLook look, EtcdSet set) {
    this(look, set, set.operation());
  }

  /** Throws why the pods of the set cannot be taken over. */
  void requireTakeover() {
    takeover().map(this::notTakenOver).ifPresent(SetGuards::refuse);
  }

  /** Throws why the set cannot be taken over to be created again around its pods. */
  void requireAdoption() {
    refuse("The %s is not created again: ".formatted(set.words()), adoption());
  }

  /**
   * Throws why a stop of some pod would lose its member, before a plan has removed anybody. Once
   * the template is mended, only the stop of a pod of before is refused: such members are replaced
   * one at a time, and one that the end of its pod took out has to be able to join again.
   */
  void requireHarmless() {
    harmful().ifPresent(SetGuards::refuse);
  }

  private Optional<String> harmful() {
    return hazard(set.templatePod()).isEmpty()
        ? Optional.empty()
        : look.podsOf(set).stream()
            .flatMap(
                pod ->
                    hazard(pod)
                        .map(why -> notTakenOver("of pod %s, %s".formatted(pod.name(), why)))
                        .stream())
            .findFirst();
  }

  /** Why the pods of the set would not be taken over now, as a sentence; empty where they would. */
  Optional<String> obstacle() {
    return takeover().map(this::notTakenOver).or(this::harmful);
  }

  private String notTakenOver(String why) {
    return "The pods of the %s are not taken over: %s".formatted(set.words(), why);
  }

  /** Throws why this pod of the set cannot be stopped and held. */
  void requireStop(EtcdPod pod) {
    refuse("Pod %s is not stopped: ".formatted(pod.name()), stop(pod));
  }

  /**
   * Throws why this pod, whose member is given up, cannot be stopped and held. Whatever its hook
   * does to membership and data is wanted; the pod after it has to do no harm.
   */
  void requireLastStop(EtcdPod pod) {
    refuse(
        "Pod %s is not stopped: ".formatted(pod.name()),
        takeover().or(() -> hazard(set.templatePod())).or(() -> taken(pod)));
  }

  /** Throws why this pod cannot be ended, to be started again by its set. */
  void requireEnd(EtcdPod pod) {
    refuse("Pod %s is not ended: ".formatted(pod.name()), hazard(pod).or(() -> taken(pod)));
  }

  /** Throws why this pod cannot be started now. */
  void requireStart(EtcdPod pod) {
    refuse("Pod %s is not started: ".formatted(pod.name()), emptyClaim(pod));
    besides(pod)
        .ifPresent(
            others -> {
              throw new Failure.NotYet("Pod %s is not started: %s".formatted(pod.name(), others));
            });
  }

  /** Why this pod cannot be started now without a plan; empty where it can. */
  Optional<String> start(EtcdPod pod) {
    return emptyClaim(pod)
        .or(() -> new NewClaim(look, set, pod).objection())
        .or(() -> besides(pod));
  }

  private static void refuse(String what, Optional<String> why) {
    why.map(what::concat).ifPresent(SetGuards::refuse);
  }

  private static void refuse(String why) {
    throw new Failure.Refused(why);
  }

  Optional<String> takeover() {
    return deleted()
        .or(this::owner)
        .or(this::ordered)
        .or(this::unclear)
        .or(this::settingsFile)
        .or(() -> look.guard().objection())
        .or(this::applier);
  }

  /** Why the set cannot be created again around its pods, which asks less than a hold. */
  Optional<String> adoption() {
    return deleted()
        .or(this::owner)
        .or(this::finalizer)
        .or(this::begun)
        .or(this::vanishing)
        .or(this::unclear)
        .or(() -> look.guard().objection())
        .or(this::applied);
  }

  /** The pod after it has to be born gated, and the new set would wait for that. */
  private Optional<String> vanishing() {
    return set.members()
        .filter(
            place ->
                look.pod(place)
                    .filter(pod -> pod.isDeleted() && !pod.isKept())
                    .flatMap(EtcdPod::node)
                    .flatMap(look::doubt)
                    .isPresent())
        .findFirst()
        .map(place -> new PodWorkload(look, place, false).workload().evidence());
  }

  /** A set with a finalizer is away only once somebody else has done something. */
  private Optional<String> finalizer() {
    List<String> all = set.set().getMetadata().getFinalizers();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "it has the finalizer %s, so its deletion would wait for somebody else; find out who put it there and take it off"
                .formatted(CleanText.line(all.getFirst(), LONGEST_HOOK)));
  }

  private Optional<String> begun() {
    String held =
        look.podsOf(set).stream()
            .filter(EtcdPod::isHeld)
            .map(EtcdPod::name)
            .collect(Collectors.joining(", "));
    if (!held.isEmpty()) {
      return Optional.of(
          "an earlier operation has left %s held; start each member first: quorate start member-restart CLUSTER --member MEMBER"
              .formatted(held));
    }
    return set.isOpen() || set.marked().findAny().isPresent()
        ? Optional.of("an earlier operation has left a hold; a worker clears that within seconds")
        : Optional.empty();
  }

  /** The policy says nothing of a creation, and OnDelete in a manifest nothing of its order. */
  private Optional<String> applied() {
    return isPaused()
        ? Optional.empty()
        : Applier.of(set)
            .map(
                who ->
                    "%s applies its manifest, and creates it as it was while it is away. Pause that until the end of the operation, and state it: %s"
                        .formatted(who.words(), statePaused()));
  }

  Optional<String> stop(EtcdPod pod) {
    return takeover().or(() -> hazard(pod)).or(() -> taken(pod));
  }

  /** A volume that outlives its claim keeps the data. */
  private Optional<String> taken(EtcdPod pod) {
    boolean outlives =
        pod.claims().stream()
            .flatMap(name -> Stream.ofNullable(look.claims().get(name)))
            .map(claim -> look.volumes().get(String.valueOf(claim.getSpec().getVolumeName())))
            .allMatch(SetGuards::isRetained);
    return outlives
        ? Optional.empty()
        : claimDeleted(
            pod,
            "the end of the pod would finish that and take the data. Let the volume outlive it"
                + " (kubectl patch pv NAME -p"
                + " '{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}') and save the data"
                + " first");
  }

  private static boolean isRetained(@Nullable PersistentVolume volume) {
    return volume != null && "Retain".equals(volume.getSpec().getPersistentVolumeReclaimPolicy());
  }

  private Optional<String> emptyClaim(EtcdPod pod) {
    return claimDeleted(pod, "a start would get it an empty one");
  }

  private Optional<String> deleted() {
    return set.isDeleted()
        ? Optional.of("it is being deleted; apply its manifest again once it is gone")
        : Optional.empty();
  }

  /** An operator writes a set anew whenever the set differs from the wish of the operator. */
  private Optional<String> owner() {
    return set.set().getMetadata().getOwnerReferences().stream()
        .findFirst()
        .map(SetGuards::ownedBy);
  }

  private static String ownedBy(OwnerReference owner) {
    return "%s owns it and would undo each change; use that operator, or restore a backup into a StatefulSet of your own"
        .formatted(EtcdSet.words(owner));
  }

  /** With one replica there is no order. */
  private Optional<String> ordered() {
    return set.isOrdered() && set.replicas() > 1 ? Optional.of(ORDERED) : Optional.empty();
  }

  private Optional<String> unclear() {
    return EtcdContainer.in(set.template().getSpec()).isPresent()
        ? Optional.empty()
        : Optional.of(EtcdContainer.UNCLEAR);
  }

  /** Settings that Quorate reads and edits count for nothing beside such a file. */
  private Optional<String> settingsFile() {
    return EtcdContainer.in(set.template().getSpec())
        .map(etcd -> ContainerSettings.of(etcd.container(), set.metadata(set.places().getFirst())))
        .flatMap(ClaimedDirectory::settingsFile);
  }

  private Optional<String> applier() {
    return look.guard().bound() || isPaused()
        ? Optional.empty()
        : rolling()
            .map(
                who ->
                    "%s applies its manifest, and the next apply brings RollingUpdate back and takes a second member down. Write updateStrategy: {type: OnDelete, rollingUpdate: null} into that manifest; or install Quorate's admission policy; or pause it and state that: %s"
                        .formatted(who.words(), statePaused()));
  }

  /** The command by which a person states that the applier is paused. */
  String statePaused() {
    return "kubectl annotate --overwrite statefulset %s -n %s %s='%s'"
        .formatted(
            set.name(),
            set.set().getMetadata().getNamespace(),
            Marks.APPLIER_PAUSED,
            paused(look.at()));
  }

  /** The applier of a manifest without OnDelete; empty where none is known. */
  Optional<Applier> rolling() {
    return appliesOnDelete() ? Optional.empty() : Applier.of(set);
  }

  /**
   * Whether a person states that the applier is paused, of this very set and lately. An operation
   * that begins takes the statement for itself, so that it counts for every plan of this operation,
   * and for no other operation. It does not count for a look without an operation.
   */
  boolean isPaused() {
    Optional<String> taker = takenBy(set);
    return (taker.isEmpty() || taker.equals(operation)) && isOfThisTime();
  }

  private boolean isOfThisTime() {
    String stated = set.annotations().getOrDefault(Marks.APPLIER_PAUSED, "").split(FOR, 2)[0];
    return Stream.of(Duration.ZERO, LONGEST_PAUSE)
        .anyMatch(ago -> paused(look.at().minus(ago)).equals(stated));
  }

  /** Binds the statement of a person to this operation; empty without an unbound statement. */
  static Optional<String> pausedFor(EtcdSet set, String operation) {
    return Optional.ofNullable(set.annotations().get(Marks.APPLIER_PAUSED))
        .filter(stated -> !stated.contains(FOR))
        .map(stated -> stated + FOR + operation);
  }

  /** The operation that took the statement of a person for itself. */
  static Optional<String> takenBy(EtcdSet set) {
    return Optional.ofNullable(set.annotations().get(Marks.APPLIER_PAUSED))
        .map(stated -> stated.split(FOR, 2))
        .filter(stated -> stated.length == 2)
        .map(stated -> stated[1]);
  }

  /** Whether a statement is too old to count for the operation that took it for itself. */
  boolean isStatementSpent() {
    return set.operation().isEmpty() && takenBy(set).isPresent() && !isOfThisTime();
  }

  /** The statement of a person at this time. */
  private String paused(Instant at) {
    return "%s of %s".formatted(at.atZone(ZoneOffset.UTC).toLocalDate(), set.uid());
  }

  /** Whether the manifest has OnDelete, so that the set had OnDelete before the takeover. */
  private boolean appliesOnDelete() {
    return set.isOnDelete() && set.savedStrategy().isEmpty() && !Applier.wasOverruled(set);
  }

  /**
   * Returns why a stop of this pod would lose the member: by a hook of this pod, or by the entry
   * point or a hook of the next pod, which comes from the template. Empty where no member is lost.
   */
  Optional<String> hazard(EtcdPod pod) {
    HarmlessTemplate harmless = new HarmlessTemplate(set);
    return StopHazard.atEnd(pod)
        .or(() -> StopHazard.atStart(set.templatePod()))
        .or(
            () ->
                StopHazard.atEnd(set.templatePod())
                    .map(why -> "a pod of the template comes after it, and " + why))
        .map(
            why ->
                "%s, so a stop would lose it. %s"
                    .formatted(why, harmless.mend().orElseGet(() -> knowingly(pod))))
        .or(() -> unclear(pod));
  }

  private String knowingly(EtcdPod pod) {
    return "The template has that no more, so replace such members knowingly, one at a time: %s. Where this one is to be replaced anyway, end its pod, then retry: kubectl delete pod %s -n %s"
        .formatted(HarmlessTemplate.ADOPT, pod.name(), set.set().getMetadata().getNamespace());
  }

  /** A person states of the very words that they do no harm. */
  Optional<String> unclear(EtcdPod pod) {
    List<StopHazard.Unclear> all = StopHazard.unclear(pod);
    String hash = hash(all);
    return all.isEmpty() || hash.equals(set.annotations().get(Marks.HOOK_HARMLESS))
        ? Optional.empty()
        : Optional.of(
            "its %s, and nobody knows whether that removes the member or deletes its data. Read what it runs; where it does neither, state that: kubectl annotate --overwrite statefulset %s -n %s %s=%s"
                .formatted(
                    all.stream()
                        .map(
                            one ->
                                "%s is '%s'"
                                    .formatted(
                                        one.what(), CleanText.line(one.text(), LONGEST_HOOK)))
                        .collect(Collectors.joining(", and its ")),
                    set.name(),
                    set.set().getMetadata().getNamespace(),
                    Marks.HOOK_HARMLESS,
                    hash));
  }

  private static String hash(List<StopHazard.Unclear> all) {
    String text = all.stream().map(StopHazard.Unclear::text).collect(Collectors.joining("\n"));
    return Integer.toHexString(text.hashCode());
  }

  private Optional<String> claimDeleted(EtcdPod pod, String why) {
    return pod.claims().stream()
        .flatMap(name -> Stream.ofNullable(look.claims().get(name)))
        .filter(claim -> claim.getMetadata().getDeletionTimestamp() != null)
        .findFirst()
        .map(
            claim ->
                "somebody deleted its claim %s, which goes once no pod uses it: %s"
                    .formatted(claim.getMetadata().getName(), why));
  }

  /** ReadWriteOnce keeps nobody out on the same node, and ReadWriteOncePod keeps the member out. */
  Optional<String> besides(EtcdPod pod) {
    String others =
        look.besides(set, pod).stream().map(EtcdPod::name).collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of("its volume is still used by pod " + others);
  }
}
