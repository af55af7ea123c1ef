package io.quorate.runbook.recovery;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataPosition;
import io.quorate.cluster.Highest;
import io.quorate.cluster.Incarnation;
import io.quorate.cluster.Member;
import io.quorate.cluster.RestoreSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a restore from one source loses, as far as it can be known before (docs/etcd.md#loss). Where
 * it cannot be known it says so, never 0.
 */
record Loss(ClusterView view, RestoreSource source) {
  /** The highest revision that a quorum was seen to have; empty where nobody recorded one. */
  private Optional<Highest> confirmed() {
    return view.past().incarnation().flatMap(Incarnation::revision);
  }

  /** The highest revision that members' data may reach. */
  private long inFiles() {
    return view.members().stream()
        .map(Member::data)
        .flatMap(data -> data.position().stream())
        .mapToLong(DataPosition::highestRevision)
        .max()
        .orElse(0);
  }

  /** Acknowledged changes that are certainly not in the source; empty where nothing tells. */
  Optional<Long> certain() {
    return confirmed().map(seen -> Math.max(0, seen.value() - source.revision().value()));
  }

  /** The report, a sentence a line. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "The source is "
            + source.saved().file()
            + ", "
            + (source.isSalvaged()
                ? "made of the data of " + source.saved().source()
                : "saved at " + Amounts.moment(source.saved().savedAt()))
            + ": revision "
            + source.revision()
            + source.keys().map(keys -> ", " + Amounts.count(keys, "key")).orElse("")
            + ".");
    lines.add(certain().map(this::lost).orElse(unknown()));
    if (inFiles() > source.revision().value()) {
      lines.add(
          "The data of a member may reach revision "
              + inFiles()
              + ": up to "
              + Amounts.count(inFiles() - source.revision().value(), "change")
              + " more that it holds are not in the source.");
    }
    lines.add(
        "Changes after that look of which only lost members knew cannot be counted: unknown.");
    return lines;
  }

  private String lost(long changes) {
    Highest seen = confirmed().orElseThrow();
    return "Quorum was last seen at revision "
        + seen.value()
        + ", at "
        + Amounts.moment(seen.at())
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
    return source.isSalvaged()
        ? "written before " + Amounts.moment(seen) + "."
        : "written between "
            + Amounts.moment(source.saved().savedAt())
            + " and "
            + Amounts.moment(seen)
            + ".";
  }

  private static String unknown() {
    return "How far the cluster was is not recorded: what is certainly lost is unknown.";
  }
}
