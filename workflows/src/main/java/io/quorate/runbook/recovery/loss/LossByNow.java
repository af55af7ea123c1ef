package io.quorate.runbook.recovery.loss;

import io.quorate.cluster.Amounts;
import io.quorate.data.DataPosition;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.runbook.recovery.loss.SeenRevisions.QuorumReach;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.RaftOrder;
import io.quorate.snapshot.RestoreSource;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loss that a restore would cost by now, for people who wait for members to come back: they decide
 * between waiting on and that loss (docs/etcd.md#loss). What was not made a snapshot yet is told as
 * far as members' files and answers say it; what nobody looked at is unknown, never 0.
 */
public record LossByNow(ClusterView view) {
  /** Data that no snapshot was made of yet: whose, and up to which revision it may reach. */
  private record Unsaved(Member member, long revision) {}

  /**
   * The sentences with when they were found, and since when there are no writes: for the progress
   * of a wait that lasts for days.
   */
  public String meanwhile() {
    return "At "
        + Amounts.moment(view.at())
        + ": "
        + sentences()
        + noQuorumSince()
            .map(
                since ->
                    " No quorum is seen since %s at the latest, and without one nothing is written."
                        .formatted(Amounts.moment(since)))
            .orElse("");
  }

  /**
   * The time from which no quorum is seen: when more voters had fallen silent than may be missing;
   * empty where enough answer still, without a leader.
   */
  private Optional<Instant> noQuorumSince() {
    int mayBeMissing = view.voters().size() - view.quorum().size();
    return view.voters().stream()
        .filter(voter -> !view.isVoting(voter))
        .flatMap(voter -> voter.silentSince().stream())
        .sorted()
        .skip(mayBeMissing)
        .findFirst();
  }

  /** The sentences, for the warnings of a plan that waits. */
  public String sentences() {
    Optional<RestoreSource> kept = furthest();
    Optional<Unsaved> left =
        unsaved()
            .filter(one -> kept.map(it -> it.revision().value() < one.revision()).orElse(true));
    Optional<String> snapshots = kept.map(this::ofKept).or(this::unread);
    if (snapshots.isEmpty() && left.isEmpty()) {
      return "What a restore would lose by now is unknown: no snapshot of this history is kept, and"
          + " nobody could read how far the data that is left reaches.";
    }
    return "What a restore would lose by now: "
        + Stream.concat(snapshots.stream(), left.map(this::ofUnsaved).stream())
            .collect(Collectors.joining("; "))
        + "."
        + seen()
            .map(
                seen ->
                    (" Quorum was last seen at revision %d, at %s; what was acknowledged later is"
                            + " unknown.")
                        .formatted(seen.value(), Amounts.moment(seen.at())))
            .orElse(" How far the cluster was is not recorded: what is lost is unknown.");
  }

  /** The furthest kept snapshot of the history that the cluster has now. */
  private Optional<RestoreSource> furthest() {
    return RaftOrder.furthest(view.sources().stream().filter(view::isOwn));
  }

  private Optional<String> unread() {
    return view.protection()
        .flatMap(Protection::unread)
        .map(why -> "which snapshots are kept cannot be read now");
  }

  private String ofKept(RestoreSource source) {
    return "%s, %s, is the furthest snapshot, at revision %s%s"
        .formatted(
            source.saved().file(),
            new SourceInWords(source).made(),
            source.revision(),
            lacking(
                source.revision().value(),
                ", and lacks nothing that quorum was last seen to have",
                ", and lacks %s"));
  }

  private String ofUnsaved(Unsaved left) {
    return "the data of %s, of which no snapshot is made yet, may reach revision %d%s"
        .formatted(
            left.member().name(),
            left.revision(),
            lacking(
                left.revision(),
                " and hold all that quorum was last seen to have",
                ", and lacks %s or more"));
  }

  /**
   * Says how much the data lacks that ends at this revision, in the given words; empty where
   * nothing tells.
   */
  private String lacking(long reached, String nothing, String some) {
    return seen()
        .map(seen -> Math.max(0, seen.value() - reached))
        .map(
            changes ->
                changes == 0
                    ? nothing
                    : some.formatted(Amounts.count(changes, "acknowledged change")))
        .orElse("");
  }

  private Optional<HighWaterMark> seen() {
    return furthest().flatMap(kept -> new QuorumReach(view, kept).revision()).or(this::recorded);
  }

  private Optional<HighWaterMark> recorded() {
    return view.clusterId()
        .flatMap(id -> view.past().incarnations(id).stream().findFirst())
        .flatMap(Incarnation::revision);
  }

  /** The furthest by what members answer without quorum, and by what was read of their files. */
  private Optional<Unsaved> unsaved() {
    return view.members().stream()
        .flatMap(
            member ->
                Stream.concat(answered(member).stream(), read(member).stream())
                    .map(revision -> new Unsaved(member, revision)))
        .max(Comparator.comparingLong(Unsaved::revision));
  }

  private Optional<Long> answered(Member member) {
    return member.status().filter(any -> view.isLive(member)).map(one -> one.revision().value());
  }

  private Optional<Long> read(Member member) {
    return member
        .data()
        .position()
        .filter(far -> view.strangerIn(member).isEmpty())
        .filter(far -> OtherHistory.of(view, member).isEmpty())
        .map(DataPosition::highestRevision);
  }

  /**
   * Source of a restore as a loss report names it: how and when it was made, how far it reaches,
   * and of which history it is. Times stand in place of ages, which would change the approved words
   * with every look.
   */
  record SourceInWords(RestoreSource source) {
    /**
     * The words, such as {@code main.db, saved at ...: revision 90, raft term 2, index 90, ...}.
     */
    String all() {
      return source.saved().file()
          + ", "
          + made()
          + ": revision "
          + source.revision()
          + (isRead() ? "" : " or later")
          + ", raft term "
          + orUnknown(source.term())
          + ", index "
          + orUnknown(source.index())
          + ", "
          + cluster()
          + source.keys().map(keys -> ", " + Amounts.count(keys, "key")).orElse("")
          + (isRead() ? "" : ", content not read");
    }

    private String cluster() {
      return source.isForeign()
          ? "members in it " + source.saved().source() + ", of which cluster is not known"
          : "cluster " + source.saved().clusterId();
    }

    /** How it was made, and when. */
    String made() {
      if (source.isForeign()) {
        return source.origin() + ", last changed at " + Amounts.moment(source.saved().savedAt());
      }
      return source.isSalvaged()
          ? source.origin() + ", at " + Amounts.moment(source.saved().savedAt())
          : source.origin();
    }

    /** Whether its content was read; otherwise its revision is the least that it can have. */
    boolean isRead() {
      return source.raftIndex() != 0;
    }

    private static String orUnknown(long number) {
      return number == 0 ? "unknown" : Long.toUnsignedString(number);
    }
  }
}
