package io.quorate.runbook.recovery.loss;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.UncertainTail;
import io.quorate.diagnosis.Return;
import io.quorate.runbook.Wording;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.version.SettingValue;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Upper bound of what a restore from one source loses (docs/etcd.md#loss). Each acknowledged change
 * was in the synced logs of a quorum of voters, so in at least one of any voters that are too many
 * for the others to be a quorum: of four voters, of any two. Where the whole logs of so many were
 * read, the furthest of them in raft's order has all that was acknowledged. Of an odd number of
 * voters that is as many as could come back by themselves; so the bound is known after the loss of
 * two of four, one of two, and seldom else.
 */
record LossBound(ClusterView view, RestoreSource source) {
  private static final String UNSYNCED = "ETCD_UNSAFE_NO_FSYNC";

  /** Most acknowledged changes that the source can lack; empty where nothing bounds them. */
  Optional<Long> most() {
    if (view.past().isGivenUp(source.saved())) {
      return Optional.empty();
    }
    List<Member> read = read();
    long others = view.voters().size() - (long) read.size();
    boolean meetsEachQuorum = !read.isEmpty() && !view.quorum().isHeldBy((int) others);
    if (!meetsEachQuorum || view.margin() >= 0) {
      return Optional.empty();
    }
    boolean ofTheFurthest =
        read.stream()
            .max(Comparator.comparing(LossBound::far, DataPosition.RAFT_ORDER))
            .filter(one -> one.isAllIn(source))
            .isPresent();
    return ofTheFurthest
        ? Optional.of(0L)
        : Optional.of(beyond(read)).filter(changes -> hasOnlyWhatWasDecided());
  }

  /** The sentence of the report; empty where nothing bounds the loss. */
  Optional<String> sentence() {
    return most()
        .map(
            changes ->
                (changes == 0
                        ? "No acknowledged change is missing in the source"
                        : "At most %,d acknowledged changes are missing in the source"
                            .formatted(changes))
                    + ": each was synced by %d of %d voters before a client was told, the ends"
                        .formatted(view.quorum().size(), view.voters().size())
                    + " of the logs of %s were read, and each such %d have one of them, as far as the"
                        .formatted(Wording.and(read()), view.quorum().size())
                    + " record of %s saw them."
                        .formatted(
                            view.past().confirmedAt().map(Amounts::moment).orElse("before")));
  }

  /**
   * Whether the source begins the history of the furthest log: the end of another log, which a
   * forced copy has as well, may be one that raft drops, and its revisions count nothing.
   */
  private boolean hasOnlyWhatWasDecided() {
    return source.saved().salvage().filter(made -> made.way() == Salvage.Way.FORCED_COPY).isEmpty();
  }

  private long beyond(List<Member> read) {
    long furthest = read.stream().mapToLong(one -> far(one).highestRevision()).max().orElse(0);
    return Math.max(0, furthest - source.revision().value());
  }

  /**
   * Voters whose whole log was read, which tells of the same voters as the view has. Only the
   * record tells whether a log is that of a volume that was rolled back; and what was never synced
   * can be in none.
   */
  private List<Member> read() {
    Set<MemberId> voters =
        view.voters().stream().flatMap(one -> one.id().stream()).collect(Collectors.toSet());
    return view.voters().stream()
        .filter(voter -> voter.data().intact() && voter.data().doubt().isEmpty())
        .filter(voter -> voter.data().position().isPresent())
        .filter(voter -> voter.workload().provenAbsent() && isOfTheSource(voter))
        .filter(voter -> voter.data().owner().flatMap(view.past()::committed).isPresent())
        .filter(voter -> Return.outdated(view, voter).isEmpty() && syncs(voter))
        .filter(voter -> OtherHistory.of(view, voter).isEmpty())
        .filter(voter -> far(voter).lastIndex() != 0 && votersIn(far(voter)).equals(voters))
        .toList();
  }

  private static boolean syncs(Member voter) {
    return !SettingValue.isOn(voter.installation().settings().getOrDefault(UNSYNCED, ""));
  }

  private boolean isOfTheSource(Member voter) {
    return voter
        .data()
        .owner()
        .filter(owner -> voter.hasId(owner.member()))
        .map(DataOwner::cluster)
        .filter(source.saved().clusterId()::equals)
        .isPresent();
  }

  /** A change of the membership that may be undecided leaves open which voters counted. */
  private static Set<MemberId> votersIn(DataPosition far) {
    return far.tail().filter(UncertainTail::changesMembership).isPresent()
        ? Set.of()
        : far.members().stream()
            .filter(entry -> !entry.learner())
            .map(MembershipEntry::id)
            .collect(Collectors.toSet());
  }

  private static DataPosition far(Member voter) {
    return voter.data().position().orElseThrow();
  }

  /**
   * Ends of logs of which nobody knows whether they were committed, with the keys that they write,
   * for a loss report (docs/etcd.md#salvage): those in the source, of which a client may have been
   * told that they failed, and those beyond it, which may have been acknowledged.
   */
  record TailsInDoubt(ClusterView view, RestoreSource source) {
    /** The sentences, one for each log that has such an end and is of the source's history. */
    List<String> lines() {
      return view.members().stream()
          .filter(Member::isListed)
          .filter(this::isOfTheSource)
          .flatMap(member -> line(member).stream())
          .toList();
    }

    private boolean isOfTheSource(Member member) {
      return view.strangerIn(member).isEmpty()
          && OtherHistory.of(view, member).isEmpty()
          && member
              .data()
              .owner()
              .filter(owner -> owner.cluster().equals(source.saved().clusterId()))
              .isPresent();
    }

    private Optional<String> line(Member member) {
      return member
          .data()
          .position()
          .filter(far -> member.isAllIn(source) || isBeyondSource(far))
          .flatMap(DataPosition::tail)
          .map(tail -> line(member, tail));
    }

    private boolean isBeyondSource(DataPosition far) {
      return far.highestRevision() > source.revision().value();
    }

    private String line(Member member, UncertainTail tail) {
      boolean one = tail.entries() == 1;
      return "The log of %s ends with %s of which it did not know whether %s decided, writing %s: %s."
          .formatted(
              member.name(),
              one ? "an entry" : tail.entries() + " entries",
              one ? "it was" : "they were",
              tail.keysInWords(),
              member.isAllIn(source)
                  ? "in the source, though clients may have been told that it failed"
                  : "not in the source, though it may have been acknowledged");
    }
  }
}
