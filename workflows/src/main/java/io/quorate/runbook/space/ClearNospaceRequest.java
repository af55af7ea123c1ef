package io.quorate.runbook.space;

import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.runbook.Options;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Request to clear NOSPACE, with how much history is to stay.
 *
 * @param keep the number of revisions to keep
 * @param compactsTo the revision up to which the plan before compacts at most; empty where there
 *     was none
 * @param defragments how often each member's process has been defragmented once that plan is
 *     carried out
 */
public record ClearNospaceRequest(
    long keep, OptionalLong compactsTo, Map<MemberName, Long> defragments) {
  static final String KEEP_REVISIONS = "keep-revisions";

  /** Options that a plan writes for the rounds after it; not offered to people. */
  private static final String COMPACTS_TO = "compacts-to";

  private static final String DEFRAGMENTS = "defragments";

  private static final long DEFAULT = 10_000;
  private static final List<Long> LESS = List.of(1_000L, 100L);

  /** The largest share of the quota that may stay in use, by the estimate. */
  private static final double ENOUGH = 0.7;

  static ClearNospaceRequest of(Options options) {
    List<Long> keep = numbers(options, KEEP_REVISIONS);
    if (keep.size() > 1) {
      throw new IllegalArgumentException("say once how many revisions are to stay");
    }
    Map<MemberName, Long> defragments = new TreeMap<>();
    options
        .byMember(DEFRAGMENTS)
        .forEach((member, times) -> defragments.put(member, number(times)));
    return new ClearNospaceRequest(
        keep.isEmpty() ? DEFAULT : keep.get(0),
        numbers(options, COMPACTS_TO).stream().mapToLong(Long::longValue).max(),
        defragments);
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
   * The member whose database is as small as it can be and still has no room: the plan before has
   * compacted all its history and defragmented it, so that nothing but live keys is in it.
   */
  Optional<Member> fullOfLiveKeys(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> !DisarmAlarm.hasRoom(voter))
        .filter(voter -> upkeep(voter).filter(done -> isCarriedOut(voter.name(), done)).isPresent())
        .findFirst();
  }

  private boolean isCarriedOut(MemberName member, MaintenanceCounters done) {
    return compactsTo.isPresent()
        && done.compactedAt() >= compactsTo.getAsLong()
        && done.defragmentations() >= defragments.getOrDefault(member, Long.MAX_VALUE);
  }

  private static Optional<MaintenanceCounters> upkeep(Member voter) {
    return voter.status().flatMap(status -> status.storage().upkeep());
  }

  /**
   * The largest number of revisions that seems to free enough, else 0. The estimate takes all
   * revisions for equally large; where it was wrong, the plan goes on to keep none.
   */
  long keeping(ClusterView view) {
    long now = revision(view);
    return Stream.concat(Stream.of(keep), LESS.stream().filter(less -> less < keep))
        .filter(number -> number < now && frees(view, number, now))
        .findFirst()
        .orElse(0L);
  }

  private static boolean frees(ClusterView view, long keeping, long now) {
    double left = Math.min(1.0, (keeping + 1.0) / Math.max(1, now));
    return view.voters().stream()
        .flatMap(voter -> voter.status().stream())
        .allMatch(
            status ->
                !(status.storage().quota() instanceof Quota.Limited limited)
                    || status.dbSizeInUseBytes() * left <= ENOUGH * limited.bytes());
  }

  static long revision(ClusterView view) {
    return view.leader()
        .flatMap(Member::status)
        .map(MemberStatus::revision)
        .map(revision -> revision.value())
        .orElse(0L);
  }

  /**
   * The options that mean this request, once a plan compacts.
   *
   * @param times how often that plan defragments each member
   */
  Map<String, List<String>> after(ClusterView view, Map<MemberName, Integer> times) {
    Map<String, List<String>> options = new TreeMap<>();
    options.put(KEEP_REVISIONS, List.of(String.valueOf(keep)));
    if (!times.isEmpty()) {
      options.put(COMPACTS_TO, List.of(String.valueOf(Math.max(1, revision(view)))));
      options.put(
          DEFRAGMENTS,
          times.entrySet().stream()
              .flatMap(
                  one ->
                      view.member(one.getKey()).flatMap(ClearNospaceRequest::upkeep).stream()
                          .map(
                              done ->
                                  one.getKey() + "=" + (done.defragmentations() + one.getValue())))
              .toList());
    }
    return options;
  }
}
