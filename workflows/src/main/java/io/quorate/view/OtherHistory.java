package io.quorate.view;

import io.quorate.cluster.Amounts;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import java.util.Optional;

/**
 * Data of a member that does not run and that is of another history than the one that serves,
 * though cluster id and member id are the same: somebody restored the cluster under a token that
 * was used (docs/etcd.md#other-future). Started, such a member joins and takes quorum away, or
 * serves other data than the rest. It is never started, never copied and no source of a restore;
 * writes that were acknowledged once may be in it alone.
 *
 * <p>Entries beyond what was committed prove nothing, of whatever term they are. A leader that died
 * has them, and raft drops them at its next start. A follower that was stopped has them too while
 * commits stand still, and they are committed once it runs again.
 */
public final class OtherHistory {
  private final ClusterView view;
  private final DataPosition far;
  private final Optional<Long> partsAt;

  private OtherHistory(ClusterView view, DataDirectory data, DataPosition far) {
    this.view = view;
    this.far = far;
    this.partsAt = data.partsAt();
  }

  /**
   * How it is known that the data of a member is of another history, as a clause about the data;
   * empty where nothing says so, and where a process of the member may run.
   */
  public static Optional<String> of(ClusterView view, Member member) {
    return givenUp(view, member)
        .or(
            () ->
                isOwn(view, member) && view.isConfirmed()
                    ? member
                        .data()
                        .position()
                        .filter(far -> far.lastIndex() != 0)
                        .flatMap(far -> new OtherHistory(view, member.data(), far).proof())
                    : Optional.empty());
  }

  /**
   * Whether a member's data was left behind when a person accepted another future of the same
   * cluster id, as a clause; the record tells it, with quorum and without.
   */
  public static Optional<String> givenUp(ClusterView view, Member member) {
    return isOwn(view, member)
        ? member
            .data()
            .owner()
            .flatMap(
                owner ->
                    view.past()
                        .givenUp(owner)
                        .map(
                            before ->
                                "its history since %s was given up at %s for another of the same cluster id"
                                    .formatted(
                                        Amounts.moment(before.since()),
                                        view.past()
                                            .parted(owner.cluster())
                                            .map(Amounts::moment)
                                            .orElse("?"))))
        : Optional.empty();
  }

  /** Whether what lies at a member's place is its own by both ids, and nobody uses it. */
  private static boolean isOwn(ClusterView view, Member member) {
    return member.status().isEmpty()
        && member.workload().provenAbsent()
        && member.data().state() == DataDirectory.State.PRESENT
        && member.data().owner().filter(owner -> member.hasId(owner.member())).isPresent()
        && view.strangerIn(member).isEmpty();
  }

  /**
   * The proof by the voters that serve. Their leader has everything that was ever committed in
   * their history, and its term is the highest that a leader of it ever had.
   */
  private Optional<String> proof() {
    return known().or(this::term).or(this::entry);
  }

  private Optional<String> known() {
    long committed = view.highestRaftIndex();
    return committed != 0 && isAbove(far.known(), committed)
        ? Optional.of(
            "it knows raft index %s to be committed, and those that serve have committed %s"
                .formatted(unsigned(far.known()), unsigned(committed)))
        : Optional.empty();
  }

  private Optional<String> term() {
    return view.term() != 0 && isAbove(far.lastTerm(), view.term())
        ? Optional.of(
            "its log ends in raft term %s, and those that serve have come to term %s"
                .formatted(unsigned(far.lastTerm()), unsigned(view.term())))
        : Optional.empty();
  }

  private Optional<String> entry() {
    return partsAt.map(
        index ->
            "at raft index %s, which both sides know to be committed, its entry differs"
                .formatted(unsigned(index)));
  }

  private static boolean isAbove(long one, long other) {
    return Long.compareUnsigned(one, other) > 0;
  }

  private static String unsigned(long number) {
    return Long.toUnsignedString(number);
  }
}
