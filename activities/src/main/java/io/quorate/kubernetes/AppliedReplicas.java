package io.quorate.kubernetes;

import io.quorate.cluster.CleanText;
import java.util.Optional;

/**
 * The number of pods in the manifest that somebody applies. The next apply brings this number back,
 * and the controller then deletes the pods beyond it, whatever members run in them.
 *
 * @param by who applies the manifest
 */
record AppliedReplicas(int number, String by) {
  private static final int LONGEST = 200;

  /**
   * The number that the manifest of this set has; empty where nobody applies one, or the manifest
   * leaves the number alone. Of an applier that only left its mark, the present number is taken.
   */
  static Optional<AppliedReplicas> of(EtcdSet set) {
    return written(set)
        .or(
            () ->
                Applier.hasManifest(set)
                    ? Optional.empty()
                    : Applier.of(set).map(who -> new AppliedReplicas(set.replicas(), who.words())));
  }

  /** As {@link #of}, where the set itself shows the number. */
  static Optional<AppliedReplicas> written(EtcdSet set) {
    if (Applier.hasManifest(set)) {
      return Applier.replicasInManifest(set)
          .map(number -> new AppliedReplicas(number, Applier.of(set).orElseThrow().words()));
    }
    return Applier.ofReplicas(set).map(who -> new AppliedReplicas(set.replicas(), who.words()));
  }

  /** The number before Quorate changed the number of the set; empty where Quorate did not. */
  static Optional<AppliedReplicas> before(EtcdSet set) {
    return Optional.ofNullable(set.annotations().get(Marks.REPLICAS))
        .map(text -> text.split(" ", 2))
        .filter(parts -> parts.length == 2 && parts[0].matches("\\d{1,3}"))
        .map(
            parts ->
                new AppliedReplicas(Integer.parseInt(parts[0]), CleanText.line(parts[1], LONGEST)));
  }

  /** The number and who applies it, as an annotation. */
  String text() {
    return number + " " + by;
  }
}
