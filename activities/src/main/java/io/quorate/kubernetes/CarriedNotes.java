package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Manifests of a StatefulSet that is away, on the claims and pods of its members. A note counts
 * only on an object that the set of the note has for one of its members: whoever may annotate any
 * other object of the namespace says nothing.
 *
 * @param all in the order of the objects' names, claims first
 */
record CarriedNotes(List<Carried> all) {
  /** An object and the note on it. */
  record Carried(HasMetadata object, SetNote note) {
    EtcdSet set() {
      return new EtcdSet(note.takenOver(), true);
    }

    private boolean isOnClaim() {
      String name = object.getMetadata().getName();
      return set()
          .members()
          .anyMatch(place -> set().dataClaim(place.name()).filter(name::equals).isPresent());
    }
  }

  /** The notes about the set of this name. */
  static CarriedNotes of(
      SetNames names,
      String set,
      Collection<PersistentVolumeClaim> claims,
      Collection<EtcdPod> pods) {
    Stream<Carried> onClaims =
        claims.stream().flatMap(claim -> on(claim, names, set)).filter(Carried::isOnClaim);
    Stream<Carried> onPods =
        pods.stream().flatMap(pod -> on(pod.pod(), names, set).filter(one -> one.set().owns(pod)));
    return new CarriedNotes(Stream.of(onClaims, onPods).flatMap(CarriedNotes::ordered).toList());
  }

  private static Stream<Carried> on(HasMetadata object, SetNames names, String set) {
    return SetNote.on(object, names.namespace(), set)
        .map(note -> new Carried(object, note))
        .stream();
  }

  private static Stream<Carried> ordered(Stream<Carried> notes) {
    return notes.sorted(Comparator.comparing(one -> one.object().getMetadata().getName()));
  }

  /** The set of the manifest that most objects have; empty where none has one. */
  Optional<EtcdSet> most() {
    return all.stream()
        .max(
            Comparator.<Carried>comparingLong(one -> withSum(one.note().sum()).count())
                .thenComparing(one -> one.note().sum()))
        .map(most -> withSum(most.note().sum()).findFirst().orElse(most).set());
  }

  /** The notes of the manifest with this sum. */
  Stream<Carried> withSum(String sum) {
    return all.stream().filter(one -> one.note().sum().equals(sum));
  }

  /** The notes of other manifests. */
  Stream<Carried> without(String sum) {
    return all.stream().filter(one -> !one.note().sum().equals(sum));
  }
}
