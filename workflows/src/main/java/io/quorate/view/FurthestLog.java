package io.quorate.view;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The log of the member that is furthest in raft's order, among data of one cluster.
 *
 * @param member at whose place it is
 */
public record FurthestLog(MemberName member, DataOwner owner, DataPosition position) {
  /** The furthest data; empty where none is known, or two clusters have as many directories. */
  static Optional<FurthestLog> of(Map<MemberName, DataDirectory> data) {
    List<FurthestLog> known =
        data.entrySet().stream()
            .flatMap(entry -> of(entry.getKey(), entry.getValue()).stream())
            .toList();
    Map<ClusterId, Long> counts =
        known.stream()
            .collect(Collectors.groupingBy(one -> one.owner.cluster(), Collectors.counting()));
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    List<ClusterId> leading =
        counts.keySet().stream().filter(id -> counts.getOrDefault(id, 0L) == most).toList();
    return leading.size() != 1 ? Optional.empty() : furthest(known.stream(), leading.get(0));
  }

  /** The furthest whole data of this cluster; empty where none is known. */
  static Optional<FurthestLog> of(Map<MemberName, DataDirectory> data, ClusterId cluster) {
    return furthest(
        data.entrySet().stream()
            .filter(entry -> entry.getValue().intact())
            .flatMap(entry -> of(entry.getKey(), entry.getValue()).stream()),
        cluster);
  }

  private static Optional<FurthestLog> furthest(Stream<FurthestLog> logs, ClusterId cluster) {
    return logs.filter(one -> one.owner.cluster().equals(cluster))
        .max(
            Comparator.comparing(FurthestLog::position, DataPosition.RAFT_ORDER)
                .thenComparing(FurthestLog::member));
  }

  private static Optional<FurthestLog> of(MemberName name, DataDirectory data) {
    return data.owner()
        .filter(owner -> data.state() == DataDirectory.State.PRESENT)
        .flatMap(owner -> data.position().map(position -> new FurthestLog(name, owner, position)));
  }
}
