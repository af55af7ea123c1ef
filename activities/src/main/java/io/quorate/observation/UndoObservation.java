package io.quorate.observation;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.data.KeptDirectory;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.UndoFacts;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Hindsight of a look upon a restore: the data that was set aside, read where it lies, and how many
 * changes Quorate itself made since.
 *
 * @param reading reads what was set aside of a member
 */
record UndoObservation(ClusterPorts ports, Function<MemberName, List<KeptDirectory>> reading) {
  ClusterView of(ClusterView view) {
    UndoFacts kept = kept(ports.places().keySet().stream().sorted());
    try {
      return view.withUndoFacts(
          new UndoFacts(kept.kept(), kept.unseen(), own(view), Optional.empty()));
    } catch (Failure uncounted) {
      return view.withUndoFacts(
          new UndoFacts(
              kept.kept(),
              kept.unseen(),
              Optional.empty(),
              Optional.of(String.valueOf(uncounted.getMessage()))));
    }
  }

  /**
   * The view with what was set aside of voters that do not run and whose places are empty: an
   * operation that ended before it restored anything left it there.
   */
  ClusterView ofEmptyPlaces(ClusterView view) {
    List<MemberName> empty =
        view.voters().stream()
            .filter(voter -> voter.configured().isPresent() && voter.data().nothingThere())
            .filter(voter -> voter.workload().provenAbsent())
            .map(Member::name)
            .toList();
    return view.margin() >= 0 || empty.isEmpty() ? view : view.withUndoFacts(kept(empty.stream()));
  }

  private UndoFacts kept(Stream<MemberName> members) {
    List<KeptDirectory> kept = new ArrayList<>();
    List<String> unseen = new ArrayList<>();
    members.forEach(
        member -> {
          try {
            kept.addAll(reading.apply(member));
          } catch (Failure away) {
            unseen.add(member + ": " + away.getMessage());
          }
        });
    return new UndoFacts(kept, unseen, Optional.empty(), Optional.empty());
  }

  /** Quorate's own changes, told by a member that votes; empty where nobody votes. */
  private Optional<Long> own(ClusterView view) {
    Optional<Revision> since =
        view.past()
            .incarnation()
            .flatMap(Incarnation::unwritten)
            .map(HighWaterMark::value)
            .map(Revision::new);
    return since.flatMap(
        revision ->
            view.voting().stream()
                .map(Member::name)
                .findFirst()
                .map(through -> ports.canary().writtenSince(through, revision)));
  }
}
