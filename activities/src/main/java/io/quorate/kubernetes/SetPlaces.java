package io.quorate.kubernetes;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.kubernetes.SetMembers.SetMember;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Places;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.Supervision;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The ordinals of the one StatefulSet that runs all members of a cluster. Where each member has a
 * StatefulSet of its own, there are no others.
 */
final class SetPlaces implements Places {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final SetLooks sets;
  private final Turn turn;
  private final Consumer<MemberName> keepers;

  /**
   * Places of these sets.
   *
   * @param keepers takes the keeper of a member away, which would outlive the place
   */
  SetPlaces(SetLooks sets, Turn turn, Consumer<MemberName> keepers) {
    this.sets = sets;
    this.turn = turn;
    this.keepers = keepers;
  }

  @Override
  public SequencedMap<MemberName, ConfiguredMember> inOrder() {
    SequencedMap<MemberName, ConfiguredMember> places = new LinkedHashMap<>();
    try {
      SetLook look = sets.look();
      if (look.names().sets().size() == 1) {
        look.sets().values().stream()
            .flatMap(set -> SetMembers.possible(set.set()).stream())
            .forEach(member -> places.put(member.name(), place(member)));
      }
    } catch (Failure unread) {
      return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
    }
    return Collections.unmodifiableSequencedMap(places);
  }

  private static ConfiguredMember place(SetMember member) {
    return new ConfiguredMember(
        member.peerUrl().toString(),
        member.clientUrl().toString(),
        FailureDomain.UNKNOWN,
        Optional.empty(),
        Optional.of(Supervision.POD_OF_SET),
        Optional.empty(),
        Optional.of(member.ordinal()),
        Optional.empty());
  }

  @Override
  public void add(MemberName member, Permit permit) {
    MemberPod place = sets.look().requirePlace(member);
    carryOut(look -> new PlaceMoves(look, place, permit.operation()).add(), permit);
  }

  @Override
  public String remove(MemberName member, Permit permit) {
    MemberPod place = sets.look().requirePlace(member);
    return carryOut(
        look -> {
          if (look.keeper(place.name()).isPresent()) {
            permit.goOn();
            keepers.accept(member);
            return new Move.Wait("the keeper of %s is taken away".formatted(member));
          }
          return new PlaceMoves(look, place, permit.operation()).remove();
        },
        permit);
  }

  private String carryOut(Function<SetLook, Move> moves, Permit permit) {
    return turn.until(LIMIT, moves, KubernetesWorkloads.asking(permit), pod -> {});
  }
}
