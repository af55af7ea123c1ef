package io.quorate.view;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.Quorum;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataOwner;
import io.quorate.record.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Another cluster whose data lies still at most of the configured places, while one serves that has
 * fewer: more likely a member was started empty under a known name, and the data that lies still is
 * the real one (docs/etcd.md#empty-volumes).
 *
 * @param cluster the id in the data
 * @param holders the places, none of them in the membership
 */
public record OtherMajority(ClusterId cluster, List<Member> holders) {
  /** Beginnings by which the record vouches for what serves: a person or Quorate chose it. */
  private static final Set<Origin.Kind> CHOSEN =
      Set.of(Origin.Kind.ACCEPTED, Origin.Kind.RESTORED, Origin.Kind.UNDONE);

  public OtherMajority {
    holders = List.copyOf(holders);
  }

  /**
   * The other cluster; empty where there is none, or the record vouches for the one that serves.
   */
  public static Optional<OtherMajority> in(ClusterView view) {
    boolean chosen =
        view.past()
            .incarnation()
            .filter(now -> view.clusterId().filter(now.clusterId()::equals).isPresent())
            .filter(now -> CHOSEN.contains(now.began().kind()))
            .isPresent();
    List<Member> places =
        view.members().stream()
            .filter(member -> member.configured().isPresent() && !view.isOtherPlace(member))
            .toList();
    if (chosen || !view.isConfirmed()) {
      return Optional.empty();
    }
    Map<ClusterId, List<Member>> holders =
        places.stream()
            .filter(member -> !member.isListed() && member.status().isEmpty())
            .filter(
                member ->
                    owner(member)
                        .filter(id -> !view.clusterId().equals(Optional.of(id)))
                        .isPresent())
            .collect(Collectors.groupingBy(member -> owner(member).orElseThrow()));
    return holders.entrySet().stream()
        .filter(one -> new Quorum(places.size()).isHeldBy(one.getValue().size()))
        .findFirst()
        .map(one -> new OtherMajority(one.getKey(), one.getValue()));
  }

  private static Optional<ClusterId> owner(Member member) {
    return member
        .data()
        .owner()
        .filter(any -> member.data().state() == DataDirectory.State.PRESENT)
        .map(DataOwner::cluster);
  }

  /**
   * Names the owner and the position of each directory's data: {@code etcd-1 (member a001, term 2,
   * index 90, ...)}.
   */
  public String inWords() {
    return holders.stream()
        .map(
            holder ->
                holder.name()
                    + " (member "
                    + holder.data().owner().map(DataOwner::member).orElseThrow()
                    + holder.data().position().map(far -> ", " + far.inWords()).orElse("")
                    + ")")
        .collect(Collectors.joining(", "));
  }
}
