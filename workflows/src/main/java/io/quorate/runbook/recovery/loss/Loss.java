package io.quorate.runbook.recovery.loss;

import io.quorate.cluster.Amounts;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.runbook.recovery.loss.LossBound.TailsInDoubt;
import io.quorate.runbook.recovery.loss.LossByNow.SourceInWords;
import io.quorate.runbook.recovery.loss.SeenRevisions.QuorumReach;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.Salvage;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Loss of a restore from one source, as far as it can be known before (docs/etcd.md#loss). An
 * unknown loss is called unknown, never 0.
 *
 * @param chosen whether a person chose the data of one member, which no quorum vouches for: equal
 *     revisions say nothing then
 */
public record Loss(ClusterView view, RestoreSource source, boolean chosen) {
  private static final String APART =
      "What is certainly lost is unknown: the numbers of a file that somebody else put here cannot"
          + " be held against those of this cluster.";

  /** The loss by a source that is of the history which quorum had. */
  public Loss(ClusterView view, RestoreSource source) {
    this(view, source, false);
  }

  private QuorumReach reach() {
    return new QuorumReach(view, source);
  }

  /** The highest revision that quorum was seen to have; empty where nobody saw one. */
  private Optional<HighWaterMark> confirmed() {
    return reach().revision();
  }

  /** The member of this history whose data may reach the highest revision. */
  private Optional<Member> furthestData() {
    return view.members().stream()
        .filter(member -> member.data().position().isPresent())
        .filter(member -> OtherHistory.of(view, member).isEmpty())
        .filter(
            member ->
                member
                    .data()
                    .owner()
                    .map(DataOwner::cluster)
                    .map(source.saved().clusterId()::equals)
                    .orElse(true))
        .max(Comparator.comparingLong(Loss::mayReach));
  }

  private static long mayReach(Member member) {
    return member.data().position().map(DataPosition::highestRevision).orElse(0L);
  }

  /** Acknowledged changes that are certainly not in the source; empty where nothing tells. */
  public Optional<Long> certain() {
    return confirmed()
        .filter(seen -> !chosen || seen.value() > source.revision().value())
        .map(seen -> Math.max(0, seen.value() - source.revision().value()));
  }

  /** Whether it is proven that no acknowledged change is missing in the source. */
  public boolean isNothing() {
    return bound().flatMap(LossBound::most).filter(changes -> changes == 0).isPresent();
  }

  /** Says what a restore from the source promises. */
  public String promise() {
    String promise =
        isNothing()
            ? "No acknowledged write is lost, as far as the record of "
                + view.past().confirmedAt().map(Amounts::moment).orElse("before")
                + " saw the members."
            : certain().filter(changes -> changes == 0).isPresent()
                ? "Nothing is missing of what quorum was last seen to have; what was acknowledged"
                    + " after that and is not in the source is lost."
                : "Acknowledged writes are lost: all that is not in the source.";
    return promise + " The old data is kept.";
  }

  /**
   * Returns the bound that logs set. Logs bound nothing where members have different data at equal
   * revisions.
   */
  private Optional<LossBound> bound() {
    return chosen ? Optional.empty() : Optional.of(new LossBound(view, source));
  }

  /** The report as the plan announces it. */
  public AnnouncedLoss announced() {
    return new AnnouncedLoss(
        source.isSalvaged()
            ? "the data of " + source.saved().source()
            : "snapshot " + source.saved().file(),
        source.revision(),
        confirmed().map(HighWaterMark::value),
        certain(),
        bound().flatMap(LossBound::most),
        keptUntil(),
        certain()
            .filter(changes -> changes > 0)
            .flatMap(some -> confirmed())
            .map(HighWaterMark::at),
        lines(),
        reach().index().map(HighWaterMark::value));
  }

  /** The report, a sentence a line. */
  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("The source is " + new SourceInWords(source).all() + ".");
    lines.addAll(shortcomings());
    lines.add(
        view.margin() < 0
            ? certain().map(this::lost).orElseGet(source.isForeign() ? this::apart : Loss::unknown)
            : growing());
    furthestData()
        .filter(member -> !source.isForeign())
        .filter(member -> mayReach(member) > source.revision().value())
        .map(this::inFiles)
        .ifPresent(lines::add);
    lines.addAll(new TailsInDoubt(view, source).lines());
    lines.add(view.margin() < 0 ? unseen() : known());
    lines.addAll(new OtherSources(this).lines());
    return lines;
  }

  private String inFiles(Member member) {
    DataPosition far = member.data().position().orElseThrow();
    return ("The data of %s may reach revision %d%s: up to %s more that it holds are not in the"
            + " source.")
        .formatted(
            member.name(),
            far.highestRevision(),
            far.lastIndex() == 0
                ? ""
                : ", its log ends at index " + Long.toUnsignedString(far.lastIndex()),
            Amounts.count(far.highestRevision() - source.revision().value(), "change"));
  }

  /** Shortcomings of the source against the data that it was made of. */
  private List<String> shortcomings() {
    List<String> lines = new ArrayList<>();
    if (source.isForeign()) {
      return lines;
    }
    Optional<Salvage> made = source.saved().salvage();
    made.filter(one -> one.way() == Salvage.Way.DATABASE_FILE)
        .ifPresent(
            one ->
                lines.add(
                    "It is the database file alone, because the log could not be used: "
                        + one.beyond()
                            .map(
                                end ->
                                    "the log went on to index %s, the database ends at %s, and what"
                                            .formatted(
                                                Long.toUnsignedString(end),
                                                Long.toUnsignedString(one.index()))
                                        + " is between them is not in the source.")
                            .orElse(
                                "what was not written into it yet, the last 0.1 s before the end as"
                                    + " a rule, is not in the source.")));
    made.filter(one -> one.leftOut() > 0)
        .ifPresent(
            one ->
                lines.add(
                    "Of its log "
                        + one.leftOut()
                        + (one.leftOut() == 1 ? " entry" : " entries")
                        + " after index "
                        + Long.toUnsignedString(one.index())
                        + (one.leftOut() == 1 ? " is" : " are")
                        + " left out: nobody knows whether the change of the membership that"
                        + " begins them was decided."));
    if (source.saved().trailer() == Salvage.Trailer.MISSING) {
      lines.add(
          "No SHA-256 of etcd vouches for it: every page was read, and values cannot be checked.");
    }
    return lines;
  }

  /**
   * The loss of a cluster that works. Its revision is in the numbers of the report and not in this
   * sentence, which approvers have to find unchanged while clients write on.
   */
  private String growing() {
    return "The cluster works and is written on: how many changes are not in the source grows until"
        + " it is stopped."
        + (source.isForeign() ? " " + APART : "");
  }

  /**
   * Returns the sentence about changes that nobody saw. Their number is bounded where logs bound
   * it, else unknown.
   */
  private String unseen() {
    return bound().flatMap(LossBound::sentence).orElseGet(this::uncounted);
  }

  private String uncounted() {
    boolean nobodyIsLost = view.voters().stream().allMatch(view::hasOwnData);
    return "Changes%s%s cannot be counted: unknown."
        .formatted(
            confirmed().isPresent() ? " after that look" : "",
            nobodyIsLost ? "" : " of which only lost members knew");
  }

  /** The changes of a cluster that works: quorum has all of them, and the data of it is kept. */
  private static String known() {
    return "Quorum holds: its voters have every acknowledged change until they are stopped, and"
        + " their data is set aside and kept.";
  }

  private String lost(long changes) {
    HighWaterMark seen = confirmed().orElseThrow();
    return "Quorum was last seen at "
        + reach().inWords()
        + ": "
        + (changes == 0
            ? "nothing of what was acknowledged until then is missing in the source."
            : Amounts.count(changes, "acknowledged change")
                + " until then "
                + (changes == 1 ? "is" : "are")
                + " certainly not in the source, "
                + window(seen.at()));
  }

  private String window(Instant seen) {
    return "written "
        + keptUntil().map(kept -> "between " + Amounts.moment(kept) + " and ").orElse("before ")
        + Amounts.moment(seen)
        + ".";
  }

  /**
   * The time up to which acknowledged changes are in the source; empty where nothing tells. A
   * snapshot that was saved after the highest revision was seen, and lacks it, is of a member that
   * was behind: its time tells nothing of what it has.
   */
  private Optional<Instant> keptUntil() {
    if (chosen) {
      return Optional.empty();
    }
    Optional<Instant> seen = confirmed().map(HighWaterMark::at);
    return certain().filter(changes -> changes == 0).isPresent()
        ? seen
        : Optional.of(source.saved().savedAt())
            .filter(saved -> !source.isSalvaged() && seen.filter(saved::isBefore).isPresent());
  }

  /**
   * Returns the sentence for a source whose numbers cannot be compared with the numbers of the
   * cluster.
   */
  private String apart() {
    return APART
        + view.clusterId()
            .flatMap(id -> view.past().incarnations(id).stream().findFirst())
            .flatMap(Incarnation::revision)
            .map(
                seen ->
                    " Quorum of this cluster was last seen at revision %d, at %s."
                        .formatted(seen.value(), Amounts.moment(seen.at())))
            .orElse("");
  }

  private static String unknown() {
    return "How far the cluster was is not recorded: what is certainly lost is unknown.";
  }
}
