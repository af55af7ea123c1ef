package io.quorate.kubernetes;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The refusals that a plan would meet at one StatefulSet: what the steps ask before their effects,
 * asked of all members while nobody waits for an answer.
 *
 * @param name of the set
 */
record SetReadiness(SetLook look, SetApi api, String name) {

  /** The first refusal; empty where none is known, or where the set is not there. */
  Optional<String> finding() {
    look.require(SetLook.Part.SETS, SetLook.Part.PODS);
    return Optional.ofNullable(look.sets().get(name)).flatMap(this::finding);
  }

  private Optional<String> finding(EtcdSet set) {
    SetGuards guards = new SetGuards(look, set);
    return guards
        .takeover()
        .or(() -> api.scaler(name))
        .or(() -> first(look.podsOf(set).stream().map(guards::stop)))
        .or(() -> first(set.members().map(place -> set.unreachedData(place.name()))))
        .or(() -> InitialCluster.objection(set));
  }

  private static Optional<String> first(Stream<Optional<String>> findings) {
    return findings.flatMap(Optional::stream).findFirst();
  }
}
