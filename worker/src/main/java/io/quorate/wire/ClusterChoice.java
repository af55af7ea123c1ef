package io.quorate.wire;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.NearNames;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.watch.FindingKind;
import io.quorate.wire.ClustersJson.ClusterJson;
import io.quorate.wire.ClustersJson.CountsJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Choice of clusters out of a fleet, one page of them.
 *
 * @param all also those that are well; up to 25 clusters are all shown in any case
 * @param zone in which a member is
 * @param site in which a member is
 * @param finding the name of a diagnosis, or of a kind of finding
 * @param version of a member: {@code 3.5.16}, or {@code 3.5} for each of that line
 * @param limit clusters on a page, 1 to 10,000
 * @param page the {@code next} of the page before; a cluster whose state changes between two pages
 *     may be on both, or on none
 */
public record ClusterChoice(
    boolean all,
    Optional<String> zone,
    Optional<String> site,
    Optional<String> finding,
    Optional<String> version,
    int limit,
    Optional<String> page) {
  /** Clusters that fit on a screen, so that none of them has to be left out. */
  private static final int SCREEN = 25;

  /** Clusters on a page, where nobody says how many. */
  public static final int USUAL = 100;

  /** The largest page. */
  public static final int MOST = 10_000;

  /** Returns the page of this choice out of all clusters. */
  public ClustersJson of(List<ClusterJson> fleet, Optional<String> notice) {
    List<ClusterJson> fitting = fleet.stream().filter(this::fits).toList();
    List<ClusterJson> chosen =
        fitting.stream()
            .filter(one -> all || fitting.size() <= SCREEN || !one.isWell())
            .sorted(ClusterJson.WORST_FIRST)
            .toList();
    int from = (int) chosen.stream().filter(this::isBeforePage).count();
    List<ClusterJson> shown = chosen.subList(from, Math.min(chosen.size(), from + limit));
    boolean last = from + shown.size() == chosen.size();
    return new ClustersJson(
        shown,
        counts(fitting),
        chosen.size() - shown.size(),
        last ? Optional.empty() : Optional.of(place(shown.getLast())),
        notice(fleet, notice),
        Optional.empty());
  }

  /** Returns whether only some clusters fit. */
  public boolean filters() {
    return Stream.of(zone, site, finding, version).anyMatch(Optional::isPresent);
  }

  private boolean fits(ClusterJson one) {
    return zone.stream().allMatch(one.zones()::contains)
        && site.stream().allMatch(one.sites()::contains)
        && version.stream().allMatch(wanted -> runs(one, wanted))
        && finding.stream().allMatch(wanted -> has(one, wanted));
  }

  private static boolean runs(ClusterJson one, String wanted) {
    return one.versions().stream()
        .anyMatch(version -> version.equals(wanted) || version.startsWith(wanted + "."));
  }

  private static boolean has(ClusterJson one, String wanted) {
    return one.diagnosis().filter(diagnosis -> diagnosis.name().equals(wanted)).isPresent()
        || one.findings().stream().anyMatch(found -> found.kind().equals(wanted));
  }

  private static CountsJson counts(List<ClusterJson> fitting) {
    Map<String, Integer> diagnoses =
        fitting.stream()
            .flatMap(one -> one.diagnosis().stream())
            .collect(
                Collectors.groupingBy(
                    StatusJson.DiagnosisJson::name, TreeMap::new, Collectors.summingInt(one -> 1)));
    return new CountsJson(
        fitting.size(),
        (int) fitting.stream().filter(one -> !one.isWell()).count(),
        (int) fitting.stream().filter(one -> one.unwatched().isPresent()).count(),
        diagnoses);
  }

  /** Zone, site and version are those of a look: of a cluster without one nothing can be said. */
  private Optional<String> notice(List<ClusterJson> fleet, Optional<String> notice) {
    List<String> notices = new ArrayList<>(notice.stream().toList());
    long unknown = fleet.stream().filter(one -> one.diagnosis().isEmpty()).count();
    if (unknown > 0 && filters()) {
      notices.add(
          "The filters cannot judge %s without a look."
              .formatted(Amounts.count(unknown, "cluster")));
    }
    return notices.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", notices));
  }

  private static String place(ClusterJson one) {
    return one.rank() + "." + one.cluster();
  }

  private boolean isBeforePage(ClusterJson one) {
    return page.isPresent() && place(one).compareTo(page.get()) <= 0;
  }

  /** Returns why there is no diagnosis and no kind of finding of this name; empty where one is. */
  public static Optional<String> objection(String typed) {
    return DiagnosisCode.named(typed).isPresent() || FindingKind.named(typed).isPresent()
        ? Optional.empty()
        : Optional.of(
            NearNames.quoted(typed)
                + " is no kind of finding"
                + NearNames.questionAndList(typed, "Kinds", FindingKind.names())
                + ", and each diagnosis.");
  }
}
