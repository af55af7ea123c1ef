package io.quorate.runbook.space;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.runbook.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Request to clear NOSPACE, with how much history is to stay.
 *
 * @param keep the number of revisions to keep
 * @param planned the number of revisions that each plan so far kept, in order
 * @param before the size of each database in bytes when the last of these plans was made. That plan
 *     counts as carried out once all databases are smaller; until then its number is prescribed
 *     again
 */
public record ClearNospaceRequest(long keep, List<Long> planned, Map<MemberName, Long> before) {
  static final String KEEP_REVISIONS = "keep-revisions";

  /**
   * Option that a plan writes for the rounds after it, with what it keeps; not offered to people.
   */
  private static final String PLANNED = "planned";

  /** Option with the sizes of the databases; not offered to people. */
  private static final String BEFORE = "size-before";

  private static final long DEFAULT = 10_000;
  private static final List<Long> LESS = List.of(1_000L, 100L, 0L);

  /** The largest share of the quota that may stay in use, by the estimate. */
  private static final double ENOUGH = 0.7;

  static ClearNospaceRequest of(Options options) {
    List<Long> keep = numbers(options, KEEP_REVISIONS);
    if (keep.size() > 1) {
      throw new IllegalArgumentException("say once how many revisions are to stay");
    }
    Map<MemberName, Long> before = new TreeMap<>();
    options.byMember(BEFORE).forEach((member, bytes) -> before.put(member, number(bytes)));
    return new ClearNospaceRequest(
        keep.isEmpty() ? DEFAULT : keep.get(0), numbers(options, PLANNED), before);
  }

  private static List<Long> numbers(Options options, String option) {
    return options.all(option).stream().map(ClearNospaceRequest::number).toList();
  }

  private static Long number(String text) {
    if (!text.matches("\\d{1,15}")) {
      throw new IllegalArgumentException("'" + text + "' is no number such as 10000");
    }
    return Long.valueOf(text);
  }

  /**
   * Numbers of revisions that turned out to be too many to keep; a plan that was not carried out
   * does not count.
   */
  private List<Long> tried(ClusterView view) {
    return planned.isEmpty() || isCarriedOut(view)
        ? planned
        : planned.subList(0, planned.size() - 1);
  }

  private boolean isCarriedOut(ClusterView view) {
    return view.voters().stream()
        .allMatch(voter -> size(voter) < before.getOrDefault(voter.name(), 0L));
  }

  private static long size(Member member) {
    return member.status().map(MemberStatus::dbSizeBytes).orElse(Long.MAX_VALUE);
  }

  /**
   * The largest number of revisions that was not tried yet and seems to free enough, else the
   * smallest that was not tried yet; empty when all were tried. The estimate takes all revisions
   * for equally large; if the estimate was wrong, the next round keeps less.
   */
  Optional<Long> keeping(ClusterView view) {
    long now = revision(view);
    List<Long> tried = tried(view);
    List<Long> candidates =
        Stream.concat(Stream.of(keep), LESS.stream().filter(less -> less < keep))
            .filter(number -> !tried.contains(number))
            .filter(number -> number == 0 || number < now)
            .toList();
    return candidates.stream()
        .filter(number -> frees(view, number, now))
        .findFirst()
        .or(() -> candidates.stream().reduce((first, second) -> second));
  }

  private static boolean frees(ClusterView view, long keeping, long now) {
    double left = Math.min(1.0, (keeping + 1.0) / Math.max(1, now));
    return view.voters().stream()
        .flatMap(voter -> voter.status().stream())
        .allMatch(
            status -> status.dbSizeInUseBytes() * left <= ENOUGH * status.storage().quotaBytes());
  }

  static long revision(ClusterView view) {
    return view.leader()
        .flatMap(Member::status)
        .map(MemberStatus::revision)
        .map(revision -> revision.value())
        .orElse(0L);
  }

  /** The options that mean this request, once a plan keeps this many revisions. */
  Map<String, List<String>> after(ClusterView view, Optional<Long> keeping) {
    List<Long> all = new ArrayList<>(tried(view));
    keeping.ifPresent(all::add);
    Map<MemberName, Long> sizes = new TreeMap<>(before);
    if (before.isEmpty() || isCarriedOut(view)) {
      view.voters().forEach(voter -> sizes.put(voter.name(), size(voter)));
    }
    Map<String, List<String>> options = new TreeMap<>();
    options.put(KEEP_REVISIONS, List.of(String.valueOf(keep)));
    options.put(PLANNED, all.stream().map(String::valueOf).toList());
    options.put(
        BEFORE,
        sizes.entrySet().stream().map(size -> size.getKey() + "=" + size.getValue()).toList());
    return options;
  }
}
