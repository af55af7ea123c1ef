package io.quorate.kubernetes;

import io.quorate.cluster.StableName;
import io.quorate.port.Failure;
import io.quorate.workload.PlatformAdvice;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Advice that every look at a StatefulSet can give, because the look has read what decides it.
 * Names are append-only. docs/kubernetes.md#advice has a row for each.
 */
enum SetAdvice {
  /** The next apply of the manifest would bring RollingUpdate back in the middle of a hold. */
  APPLIER_ROLLS(SetAdvice::applier),
  /** A hook or an entry point makes each stop of a member its loss. */
  STOP_LOSES_MEMBER(facts -> new StopAdvice(facts).loss()),
  /** The words of a hook, an entry point or an init container do not tell their effect. */
  STOP_UNCLEAR(facts -> new StopAdvice(facts).unclear()),
  /** The set creates its pods in turn, so a held member keeps others away. */
  ORDERED_READY(SetAdvice::ordered),
  /** A probe ends members that are well while quorum is lost. */
  QUORUM_PROBE(SetAdvice::probe),
  /** The set deletes the claims of the pods that it gives up. */
  CLAIMS_DELETED(facts -> ClaimAdvice.retention(facts.set())),
  /** The data goes with its claim. */
  VOLUMES_DELETED(facts -> new ClaimAdvice(facts).reclaim()),
  /** No member starts while the registry is away. */
  IMAGE_PULLED(SetAdvice::pull),
  /** A Service has lost the address at which peers know a member. */
  SERVICE_MOVED(facts -> new MovedAddress(facts).advice()),
  /** The set keeps OnDelete after an operation, because its pods differ from the template. */
  STRATEGY_KEPT(SetAdvice::strategy),
  /** An operation has deleted the set, and has not created it again. */
  SET_AWAY(SetAdvice::away),
  /** An operation that is over has left something on the objects. */
  LEFT_BEHIND(SetAdvice::left);

  /** The facts of the advice: a look, and one set of the look. */
  record Facts(SetLook look, EtcdSet set) {}

  private final Function<Facts, Optional<String>> rule;

  SetAdvice(Function<Facts, Optional<String>> rule) {
    this.rule = rule;
  }

  /** Whether a plan that stops a member is refused meanwhile, so that {@code check} fails. */
  boolean isRefusal() {
    return this == APPLIER_ROLLS
        || this == STOP_LOSES_MEMBER
        || this == STOP_UNCLEAR
        || this == ORDERED_READY;
  }

  /** The name in JSON: {@code applier-rolls}. */
  String code() {
    return StableName.of(this);
  }

  /** Returns all advice on the sets of this look. */
  static List<PlatformAdvice> on(SetLook look) {
    return Stream.of(values())
        .flatMap(
            one ->
                one.sentences(look).map(sentence -> new PlatformAdvice(one.code(), sentence + ".")))
        .toList();
  }

  /** Returns the sentences of this advice, one for each set that needs the advice. */
  Stream<String> sentences(SetLook look) {
    return look.unread(SetLook.Part.SETS, SetLook.Part.PODS).isPresent()
        ? Stream.of()
        : look.sets().values().stream()
            .sorted(Comparator.comparing(EtcdSet::name))
            .flatMap(set -> rule.apply(new Facts(look, set)).stream());
  }

  private static Optional<String> applier(Facts facts) {
    return facts.look().guard().bound() || facts.set().operation().isPresent()
        ? Optional.empty()
        : new SetGuards(facts.look(), facts.set())
            .rolling()
            .map(
                who ->
                    "%s applies the %s without OnDelete: its next apply in the middle of a hold would take a second member down, so no member is held. Write updateStrategy: {type: OnDelete, rollingUpdate: null} into that manifest and apply it (kubectl apply -f MANIFEST), or install Quorate's admission policy (docs/kubernetes.md#the-admission-policy)"
                        .formatted(who.words(), facts.set().words()));
  }

  private static Optional<String> ordered(Facts facts) {
    EtcdSet set = facts.set();
    return set.isOrdered() && set.replicas() > 1 && !set.isAway()
        ? Optional.of(
            "The podManagementPolicy of the %s is OrderedReady, so no member can be held. To create the set again around its running pods: quorate start adopt CLUSTER"
                .formatted(set.words()))
        : Optional.empty();
  }

  private static Optional<String> probe(Facts facts) {
    EtcdSet set = facts.set();
    return PodProbes.mend(set)
        .map(
            mend ->
                "While quorum is lost the kubelet ends members of the %s again and again, though they are well: %s. Let that probe do without quorum, %s: %s. Then: quorate start rolling-restart CLUSTER"
                    .formatted(
                        set.words(), mend.what(), KubectlCommand.effect(set), mend.command()));
  }

  private static Optional<String> pull(Facts facts) {
    EtcdSet set = facts.set();
    return EtcdContainer.in(set.template().getSpec())
        .filter(etcd -> "Always".equals(etcd.container().getImagePullPolicy()))
        .map(
            etcd ->
                "The %s pulls its image at each start of a container, so no member starts while the registry is away. Let a member take the image that its node has, %s: %s"
                    .formatted(
                        set.words(),
                        KubectlCommand.effect(set),
                        KubectlCommand.patch(
                            set.set(),
                            KubectlCommand.editOf(set, etcd)
                                .test("Always", etcd.path("imagePullPolicy"))
                                .replace("IfNotPresent", etcd.path("imagePullPolicy")))));
  }

  private static Optional<String> strategy(Facts facts) {
    SavedStrategy saved = new SavedStrategy(facts.look(), facts.set());
    return facts.set().operation().isEmpty() && saved.isKept()
        ? Optional.of(saved.words()).map(SetAdvice::sentence)
        : Optional.empty();
  }

  private static Optional<String> away(Facts facts) {
    return facts.set().isAway()
        ? Optional.of(new TakeoverMoves(facts.look()).away(facts.set())).map(SetAdvice::sentence)
        : Optional.empty();
  }

  private static Optional<String> left(Facts facts) {
    EtcdSet set = facts.set();
    if (set.operation().isPresent()) {
      return Optional.empty();
    }
    return leftMove(facts)
        .flatMap(KubectlCommand::of)
        .map(
            command ->
                "An operation that is over has left something on the %s or its pods. A worker clears that within seconds; where no worker is to run, and no operation is under way (quorate operations): %s"
                    .formatted(set.words(), command));
  }

  /** The move that a worker would make next. */
  private static Optional<Move> leftMove(Facts facts) {
    try {
      return new TakeoverMoves(facts.look()).handBack(facts.set());
    } catch (Failure toAPerson) {
      return Optional.empty();
    }
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
