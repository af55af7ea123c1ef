package io.quorate.kubernetes;

import io.quorate.kubernetes.SetLook.Part;
import io.quorate.port.Failure;
import io.quorate.workload.WorkloadControl;
import io.quorate.workload.WorkloadControl.Holder;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Moves that take the pods of a cluster over from their controller, and give them back. */
record TakeoverMoves(SetLook look) {

  /** Returns the holder of the pods, for a look without an operation. */
  WorkloadControl control() {
    return control(Optional.empty());
  }

  /**
   * The holder of the pods. They count as Quorate's until the last set has them back.
   *
   * @param asking the operation for which a person may have stated something; empty for none
   */
  WorkloadControl control(Optional<String> asking) {
    String controller = look.names().words();
    Optional<String> unknown = unknown();
    if (unknown.isPresent()) {
      return new WorkloadControl(controller, Holder.UNKNOWN, unknown.get());
    }
    List<EtcdSet> taken =
        look.sets().values().stream().filter(set -> set.operation().isPresent()).toList();
    boolean whole =
        taken.size() == look.names().sets().size() && taken.stream().allMatch(EtcdSet::isTakenOver);
    boolean left = look.sets().values().stream().anyMatch(set -> !isClean(set));
    return new WorkloadControl(
        controller,
        whole || left ? Holder.QUORATE : Holder.PLATFORM,
        evidence(taken),
        first(asking, PlaceGuards::fixed),
        first(asking, PlaceGuards::manifest),
        List.of(),
        AdoptionForm.of(look, asking),
        obstacle(asking),
        List.of());
  }

  /** Why some set would not be taken over now. */
  private Optional<String> obstacle(Optional<String> asking) {
    return look.sets().values().stream()
        .filter(set -> set.operation().isEmpty())
        .flatMap(set -> new SetGuards(look, set, asking).obstacle().stream())
        .findFirst();
  }

  private Optional<String> first(
      Optional<String> asking, Function<PlaceGuards, Optional<String>> question) {
    return look.names().sets().size() > 1
        ? Optional.empty()
        : look.sets().values().stream()
            .flatMap(set -> question.apply(new PlaceGuards(look, set, asking)).stream())
            .findFirst();
  }

  private Optional<String> unknown() {
    return look.unread(Part.SETS, Part.PODS)
        .map(failure -> String.valueOf(failure.getMessage()))
        .or(
            () ->
                look.names().sets().stream()
                    .filter(name -> !look.sets().containsKey(name))
                    .findFirst()
                    .map(look::noSet));
  }

  private String evidence(List<EtcdSet> taken) {
    Optional<EtcdSet> away = taken.stream().filter(EtcdSet::isAway).findFirst();
    if (away.isPresent()) {
      return away(away.get());
    }
    Stream<String> told =
        taken.isEmpty()
            ? look.sets().values().stream()
                .map(set -> new SavedStrategy(look, set))
                .filter(SavedStrategy::isKept)
                .map(SavedStrategy::words)
            : taken.stream()
                .map(
                    set ->
                        "%s is taken over by operation %s; its update strategy is %s"
                            .formatted(set.words(), set.operation().orElseThrow(), set.strategy()));
    String words = told.collect(Collectors.joining("; "));
    return words.isEmpty() ? "no operation is written on it" : words;
  }

  /** The deed of a person who wants a set back that is away, as a sentence. */
  String away(EtcdSet set) {
    String sum = SetNote.of(set).sum();
    var notes =
        CarriedNotes.of(look.names(), set.name(), look.claims().values(), look.pods().values());
    return "the %s is away since operation %s deleted it to create it again (manifest %s); its pods run.%s Where nobody goes on with that operation: %s"
        .formatted(
            set.words(),
            set.operation().orElseThrow(),
            sum,
            notes
                .without(sum)
                .map(other -> other.object().getMetadata().getName())
                .reduce((one, more) -> one + ", " + more)
                .map(" Another manifest, which somebody else wrote, is on %s."::formatted)
                .orElse(""),
            notes
                .withSum(sum)
                .findFirst()
                .map(CarriedNotes.Carried::object)
                .map(
                    object ->
                        "kubectl get %s %s -n %s -o jsonpath='{.metadata.annotations.quorate\\.io/statefulset}' | kubectl create -f -"
                            .formatted(
                                object.getKind().equals("Pod") ? "pod" : "pvc",
                                object.getMetadata().getName(),
                                object.getMetadata().getNamespace()))
                .orElse("apply its manifest"));
  }

  /** A set whose pods its controller would replace keeps OnDelete, and is its controller's. */
  private boolean isClean(EtcdSet set) {
    return set.operation().isEmpty()
        && set.adoptedFrom().isEmpty()
        && !set.keepsClaims()
        && !set.isOpen()
        && cutOffHold(set).isEmpty()
        && !new SavedStrategy(look, set).isDue();
  }

  /** The next move until all sets are taken over. */
  Move takeOver(String operation) {
    return takeOver(
        operation,
        set -> {
          SetGuards guards = new SetGuards(look, set, Optional.of(operation));
          guards.requireTakeover();
          guards.requireHarmless();
        });
  }

  /** As {@link #takeOver(String)}, of a set that is to be created again around its pods. */
  Move takeOverToAdopt(String operation) {
    return takeOver(
        operation, set -> new SetGuards(look, set, Optional.of(operation)).requireAdoption());
  }

  private Move takeOver(String operation, Consumer<EtcdSet> guards) {
    for (EtcdSet set : sets()) {
      if (set.operation().isEmpty()) {
        guards.accept(set);
      }
      if (!set.isTakenOver()) {
        return new SetWrites(set).takeOver(set.operation().orElse(operation));
      }
    }
    return new Move.Done(control().evidence());
  }

  /** The next move until no set is taken over. A pod that is held keeps its own gate. */
  Move handBack() {
    return sets().stream()
        .flatMap(set -> handBack(set).stream())
        .findFirst()
        .orElseGet(() -> new Move.Done(control().evidence()));
  }

  /** The next move until this set is not taken over; empty where it is not. */
  Optional<Move> handBack(EtcdSet set) {
    if (set.isAway()) {
      throw new Failure.Refused(
          "The pods of the %s are not handed back: %s".formatted(set.words(), away(set)));
    }
    // Whoever was born gated is let go before the template forgets which revision that one has.
    Optional<Move> left = cutOff(set).or(() -> new TidyMoves(look, set).next());
    if (left.isPresent()) {
      return left;
    }
    if (set.isOpen()) {
      return new TidyMoves(look, set)
          .unborn()
          .or(() -> Optional.of(new SetWrites(set).closeWindow()));
    }
    Optional<Move> trace = new AdoptionTraces(look, set).next();
    if (trace.isPresent()) {
      return trace;
    }
    if (isClean(set)) {
      return Optional.empty();
    }
    new PlaceGuards(look, set).requireHandBack();
    return Optional.of(
        set.isObserved()
            ? new SetWrites(set).handBack(new SavedStrategy(look, set).isDue())
            : new Move.Wait(
                "the controller has not seen the %s as it is now".formatted(set.words())));
  }

  /** A hold that was begun and came to no gated pod holds nobody. */
  private Optional<Move> cutOff(EtcdSet set) {
    return unmade(set)
        .or(() -> cutOffHold(set).map(pod -> new SetWrites(set).forget(Marks.held(pod))));
  }

  /** A place that was not made after all has no pod that could carry the marks on. */
  private Optional<Move> unmade(EtcdSet set) {
    return set.places().stream()
        .filter(place -> !set.wants(place.ordinal()) && look.pod(place).isEmpty())
        .map(MemberPod::name)
        .filter(pod -> set.heldBy(pod).isPresent())
        .map(pod -> new SetWrites(set).forget(Marks.held(pod), Marks.ended(pod)))
        .findFirst();
  }

  /** The name of a pod that is marked as held and is not, or is not there at all. */
  private Optional<String> cutOffHold(EtcdSet set) {
    return set.marked()
        .filter(
            name ->
                Optional.ofNullable(look.pods().get(name))
                    .filter(pod -> set.owns(pod) && pod.isHeld())
                    .isEmpty())
        .findFirst();
  }

  private List<EtcdSet> sets() {
    look.require(Part.SETS, Part.PODS);
    unknown()
        .ifPresent(
            why -> {
              throw new Failure.Refused(why);
            });
    return look.names().sets().stream()
        .flatMap(name -> Optional.ofNullable(look.sets().get(name)).stream())
        .toList();
  }
}
