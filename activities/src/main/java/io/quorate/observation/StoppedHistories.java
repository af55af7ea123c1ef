package io.quorate.observation;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataPosition;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ComparedLogs;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Logs of members that do not run, held against the log of one that serves, while quorum does: a
 * log of another history has other entries (docs/etcd.md#other-future). What was compared once is
 * not read again, because what is committed stays as it is.
 */
record StoppedHistories(ClusterPorts ports) {
  /** The view with the raft index at which each stopped log parts from the serving log. */
  ClusterView in(ClusterView view) {
    List<Member> stopped =
        view.isConfirmed()
            ? view.members().stream().filter(member -> isOpen(view, member)).toList()
            : List.of();
    if (stopped.isEmpty()) {
      return view;
    }
    Optional<Member> serving =
        view.voting().stream()
            .filter(voter -> voter.configured().isPresent())
            .min(
                Comparator.comparing(
                        (Member voter) -> view.leader().filter(voter::equals).isEmpty())
                    .thenComparing(Member::name));
    return serving.map(one -> compared(view, stopped, one.name())).orElse(view);
  }

  /** Whether only the entries of the logs can tell. */
  private static boolean isOpen(ClusterView view, Member member) {
    return member.status().isEmpty()
        && member.workload().provenAbsent()
        && view.hasOwnData(member)
        && member.data().owner().isPresent()
        && member.data().position().flatMap(DataPosition::print).isPresent()
        && OtherHistory.of(view, member).isEmpty();
  }

  private ClusterView compared(ClusterView view, List<Member> stopped, MemberName serving) {
    Map<MemberName, Long> parting = new TreeMap<>();
    Optional<DataPosition> log = Optional.empty();
    for (Member member : stopped) {
      DataPosition far = member.data().position().orElseThrow();
      var pair = new ComparedLogs.Pair(view.cluster(), member.name(), far, serving, view.term());
      Optional<ComparedLogs.Result> known = ports.compared().of(pair);
      if (known.isEmpty()) {
        log = log.or(() -> ports.data().position(serving));
        if (log.isEmpty()) {
          return view;
        }
        known = Optional.of(new ComparedLogs.Result(far.parting(log.get())));
        ports.compared().remember(pair, known.get());
      }
      known
          .flatMap(ComparedLogs.Result::parting)
          .ifPresent(index -> parting.put(member.name(), index));
    }
    return parting.isEmpty() ? view : view.parting(parting);
  }
}
