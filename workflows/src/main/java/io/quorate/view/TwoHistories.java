package io.quorate.view;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataOwner;
import java.util.List;
import java.util.Optional;

/**
 * Contradiction of two members' data: both know an index of one cluster's log to be decided, and
 * have another entry there, which raft never writes (docs/etcd.md#lineage). Somebody went on with a
 * copy: {@code --force-new-cluster} in place, or a restore with a token that was used. Both may
 * hold acknowledged writes that the other lacks, so neither is the older one of the two.
 *
 * @param index the lowest index at which they were seen to differ
 */
public record TwoHistories(MemberName one, MemberName other, long index) {
  /** The first contradiction among members' data; empty where all that was read fits together. */
  public static Optional<TwoHistories> in(ClusterView view) {
    List<Member> members = view.members();
    return members.stream()
        .flatMap(
            one ->
                members.stream()
                    .filter(other -> one.name().compareTo(other.name()) < 0)
                    .flatMap(other -> between(view, one, other).stream()))
        .findFirst();
  }

  /** Whether the data of this member contradicts that of another. */
  public static boolean isIn(ClusterView view, Member member) {
    return view.members().stream()
        .filter(other -> !other.name().equals(member.name()))
        .anyMatch(other -> between(view, member, other).isPresent());
  }

  /** Data that was given up is no choice any more: a person has chosen. */
  private static Optional<TwoHistories> between(ClusterView view, Member one, Member other) {
    Optional<ClusterId> cluster = one.data().owner().map(DataOwner::cluster);
    boolean chosen =
        OtherHistory.givenUp(view, one).isPresent()
            || OtherHistory.givenUp(view, other).isPresent();
    return cluster.isPresent()
            && !chosen
            && cluster.equals(other.data().owner().map(DataOwner::cluster))
        ? one.data()
            .position()
            .flatMap(far -> other.data().position().flatMap(far::parting))
            .map(index -> new TwoHistories(one.name(), other.name(), index))
        : Optional.empty();
  }

  /** Describes the contradiction, in two sentences. */
  public String sentence() {
    return "The data of %s and %s are two histories of one cluster: both know raft index %s to be decided, and have another entry there. Both may hold acknowledged writes."
        .formatted(one, other, Long.toUnsignedString(index));
  }
}
