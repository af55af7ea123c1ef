package io.quorate.diagnosis;

import io.quorate.cluster.Age;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Member;
import io.quorate.cluster.Quorum;
import io.quorate.version.VersionKnowledge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A condition that is harmless now and should not last (rows 12, 22 and 23 of
 * docs/etcd.md#ranked-table). Advice stands beside the diagnosis and is never the diagnosis.
 *
 * @param name stable, append-only
 */
public record Advice(String name, String sentence) {
  /**
   * How old a backup may be: planned work wants one of the last day (docs/etcd.md#planned-work).
   */
  private static final Duration FRESH = Duration.ofHours(24);

  /** All advice on this view, most pressing first. */
  public static List<Advice> on(ClusterView view) {
    List<Advice> all = new ArrayList<>();
    snapshot(view, all);
    view.past()
        .unread()
        .ifPresent(
            why ->
                all.add(
                    new Advice(
                        "record-unread",
                        "Whether this is the cluster's history could not be asked, and until it can"
                            + " be, another history is not found: "
                            + why
                            + ".")));
    placement(view, all);
    migrated(view, all);
    if (!view.voters().isEmpty() && view.voters().size() % 2 == 0) {
      all.add(new Advice("even-voters", new Quorum(view.voters().size()).besideOneFewer() + "."));
    }
    view.members().stream()
        .flatMap(member -> member.status().stream())
        .filter(status -> VersionKnowledge.current().endOfLife(status.version()))
        .findFirst()
        .ifPresent(
            status ->
                all.add(
                    new Advice(
                        "version-end-of-life",
                        "etcd " + status.version().line() + " gets no more patches; upgrade.")));
    return List.copyOf(all);
  }

  /**
   * Advises to clean up the configuration after a migration: it lists both places until somebody
   * removes the old one.
   */
  private static void migrated(ClusterView view, List<Advice> all) {
    for (Member next : view.voters()) {
      next.nextOf()
          .flatMap(view::member)
          .filter(old -> !old.isListed())
          .ifPresent(
              old ->
                  all.add(
                      new Advice(
                          "next-place",
                          old.name()
                              + " is at its next place. Put what its next: says in place of its"
                              + " entry in quorate.yml.")));
    }
  }

  private static void snapshot(ClusterView view, List<Advice> all) {
    boolean fresh =
        view.lastSnapshot()
            .filter(saved -> Age.isBelow(FRESH, saved.savedAt(), view.at()))
            .isPresent();
    if (!fresh) {
      all.add(new Advice("backup-age", "No verified snapshot of the last 24 hours is known."));
    }
  }

  private static void placement(ClusterView view, List<Advice> all) {
    int tolerated = view.quorum().tolerated();
    Map<FailureDomain, Long> voters =
        view.voters().stream().collect(Collectors.groupingBy(Member::zone, Collectors.counting()));
    voters.entrySet().stream()
        .filter(entry -> view.voters().size() > 1 && entry.getValue() > tolerated)
        .forEach(
            entry ->
                all.add(
                    new Advice(
                        "placement",
                        "Losing zone "
                            + entry.getKey()
                            + " would stop all writes: "
                            + entry.getValue()
                            + " of "
                            + view.voters().size()
                            + (entry.getValue() == 1
                                ? " voters is in it."
                                : " voters are in it."))));
  }
}
