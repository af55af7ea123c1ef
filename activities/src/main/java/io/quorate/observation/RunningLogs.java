package io.quorate.observation;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataOwner;
import io.quorate.port.ClusterPorts;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Logs of voters whose processes run and that answer nobody, where quorum confirms no membership: a
 * member whose directory was emptied runs like any other (docs/etcd.md#n-03). Each is read only
 * where the record has what to hold it against. A doubt about the next start of such a member does
 * not concern the log that its process writes, so the log is read all the same.
 */
record RunningLogs(ClusterPorts ports) {
  /** The view with how far these logs have reached. */
  ClusterView in(ClusterView view) {
    Map<MemberName, Long> reached = new ConcurrentHashMap<>();
    try (ParallelCalls together = new ParallelCalls()) {
      view.voters().stream()
          .filter(voter -> !view.isConfirmed() && voter.status().isEmpty())
          .filter(voter -> voter.workload().runs())
          .forEach(
              voter ->
                  idOf(voter)
                      .flatMap(view.past()::furthest)
                      .ifPresent(
                          seen -> together.start(() -> read(voter.name(), seen.at(), reached))));
    }
    return reached.isEmpty() ? view : view.withLogs(reached);
  }

  /**
   * The member that wrote the log. Where the platform reads no data of a running member, and
   * nothing speaks against the member, the member wrote the log.
   */
  private static Optional<MemberId> idOf(Member voter) {
    return voter
        .data()
        .owner()
        .map(DataOwner::member)
        .or(() -> voter.id().filter(id -> voter.data().doubt().isEmpty()));
  }

  private void read(MemberName member, Instant since, Map<MemberName, Long> reached) {
    ports.data().loggedUpTo(member, since).ifPresent(end -> reached.put(member, end));
  }
}
