package io.quorate.recording;

import io.quorate.cluster.Quorum;
import io.quorate.plan.Plan;
import io.quorate.view.AddedIds;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Margin of a plan for people: how many more voters may fail, or how many are missing. A negative
 * margin is a number for scripts.
 */
final class MarginWords {
  /** Change of the margin of a step where quorum is lost before or after it. */
  private static final Pattern BELOW = Pattern.compile(" *margin (-?\\d+) -> (-?\\d+)");

  private MarginWords() {}

  /** Returns the lines of a plan without negative margins. */
  static List<String> lines(Plan plan) {
    return plan.lines().stream()
        .map(line -> BELOW.matcher(line).replaceAll(MarginWords::words).stripTrailing())
        .toList();
  }

  private static String words(MatchResult change) {
    boolean before = change.group(1).startsWith("-");
    boolean after = change.group(2).startsWith("-");
    if (!before && !after) {
      return Matcher.quoteReplacement(change.group());
    }
    return before == after ? "" : before ? "  quorum is back" : "  quorum is lost";
  }

  /** Returns the margin as {@code now 2 of 3 voters are missing · during the same · after 1}. */
  static String of(Plan plan) {
    List<Integer> margins = plan.margins();
    int during = margins.stream().mapToInt(Integer::intValue).min().orElse(0);
    String now = words(plan, 0, margins.getFirst());
    String lowest = words(plan, margins.indexOf(during), during);
    String after = words(plan, margins.size() - 1, margins.getLast());
    return "now "
        + now
        + " · during "
        + (lowest.equals(now) && during < 0 ? "the same" : lowest)
        + " · after "
        + after;
  }

  private static String words(Plan plan, int step, int margin) {
    int voters = plan.expected(step, AddedIds.NONE).voters().size();
    return margin < 0 ? Quorum.missing(voters, margin) : String.valueOf(margin);
  }
}
