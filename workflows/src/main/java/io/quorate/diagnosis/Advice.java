package io.quorate.diagnosis;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quorum;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.snapshot.Protection;
import io.quorate.version.VersionKnowledge;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.NamedLoss;
import io.quorate.view.NamedLoss.Kind;
import io.quorate.view.Projection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition that is harmless now and should not last (rows 12, 22 and 23 of
 * docs/etcd.md#ranked-table). Advice stands beside the diagnosis and is never the diagnosis.
 *
 * @param name stable, append-only
 */
public record Advice(String name, String sentence) {
  private static final NamedLoss NO_ZONE = new NamedLoss(Kind.ZONE, FailureDomain.UNKNOWN.value());

  /** All advice on this view, most pressing first. */
  public static List<Advice> on(ClusterView view) {
    List<Advice> all = new ArrayList<>();
    all.addAll(
        new BackupAdvice(
                view.cluster(),
                view.protection().orElse(Protection.NONE),
                view.lastSnapshot(),
                view.at())
            .all());
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
    leftBehind(view, all);
    removed(view, all);
    all.addAll(MachineAdvice.on(view));
    placement(view, all);
    ofPlatform(view, all);
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

  /** Adds the advice of the platform, which has the command and so replaces ours on its matter. */
  private static void ofPlatform(ClusterView view, List<Advice> all) {
    List<Advice> given =
        view.control().stream()
            .flatMap(control -> control.advice().stream())
            .map(advice -> new Advice(advice.name(), advice.sentence()))
            .toList();
    all.removeIf(ours -> given.stream().map(Advice::name).anyMatch(ours.name()::equals));
    all.addAll(given);
  }

  /**
   * Names the members of the cluster before a restore that nobody has looked at since: a person
   * stated that they are off, and they may come back.
   */
  private static void leftBehind(ClusterView view, List<Advice> all) {
    view.past()
        .beforeRestore()
        .ifPresent(
            old -> {
              List<MembershipEntry> listed =
                  old.confirmed().map(ConfirmedList::entries).orElse(List.of());
              view.members().stream()
                  .filter(place -> !place.isListed() && !place.workload().provenAbsent())
                  .filter(place -> listed.stream().anyMatch(one -> Projection.isAt(place, one)))
                  .map(place -> new Advice("old-member", leftBehind(place, old)))
                  .forEach(all::add);
            });
  }

  private static String leftBehind(Member place, Incarnation old) {
    return "%s is of cluster %s, which a restore ended, and nobody knows that it does not run (%s)."
            .formatted(place.name(), old.clusterId(), place.workload().evidence())
        + " Do not start it, and keep its data: its last writes may be newer. Once its "
        + place.words().place()
        + " can be reached, keep it stopped; scale takes it in again, with that data set aside.";
  }

  /**
   * Names a member that was removed and that its supervisor starts all the same: etcd ends each
   * time, for the membership is what counts (docs/etcd.md#exits-and-log-lines).
   */
  private static void removed(ClusterView view, List<Advice> all) {
    if (view.source() != MembershipSource.LINEARIZABLE) {
      return;
    }
    List<MembershipEntry> before =
        view.past().beforeRestore().flatMap(Incarnation::confirmed).stream()
            .flatMap(list -> list.entries().stream())
            .toList();
    view.members().stream()
        .filter(place -> !place.isListed() && !view.isOtherPlace(place))
        .filter(place -> place.workload().isRestarting())
        .filter(place -> before.stream().noneMatch(one -> Projection.isAt(place, one)))
        .map(place -> new Advice("removed-member", removed(view, place)))
        .forEach(all::add);
  }

  private static String removed(ClusterView view, Member place) {
    String back =
        view.voters().size() % 2 == 0
            ? "minority-replace takes it in again, with its old data set aside"
            : "scale takes it in again beside another one, with its old data set aside";
    return "%s is not in the membership, and is started again and again in vain: %s. %s; then "
            .formatted(place.name(), place.workload().evidence(), place.words().endRestarts())
        + back
        + ". Where it is to stay out, "
        + place.words().keepOut()
        + " and remove its entry from quorate.yml.";
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

  private static void placement(ClusterView view, List<Advice> all) {
    int tolerated = view.quorum().tolerated();
    int voters = view.voters().size();
    view.voters().stream()
        .flatMap(Advice::places)
        .collect(
            Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(entry -> voters > 1 && entry.getValue() > tolerated)
        .filter(entry -> entry.getKey().kind() == Kind.ZONE || entry.getValue() < voters)
        .forEach(
            entry ->
                all.add(new Advice("placement", together(view, entry.getKey(), entry.getValue()))));
    view.words().spread().ifPresent(remedy -> onOneNode(view, remedy, all));
  }

  private static Stream<NamedLoss> places(Member voter) {
    return Stream.concat(
        Stream.of(new NamedLoss(Kind.ZONE, voter.zone().value())),
        voter.site().stream().map(site -> new NamedLoss(Kind.SITE, site.value())));
  }

  /** Names a node whose loss takes several voters, where the platform chooses the nodes. */
  private static void onOneNode(ClusterView view, String remedy, List<Advice> all) {
    Map<String, List<Member>> byNode = new TreeMap<>();
    for (Member voter : view.voters()) {
      voter
          .workload()
          .placement()
          .node()
          .ifPresent(node -> byNode.computeIfAbsent(node, first -> new ArrayList<>()).add(voter));
    }
    byNode.forEach(
        (node, there) -> {
          if (there.size() > 1) {
            boolean stops = there.size() > view.quorum().tolerated();
            all.add(
                new Advice(
                    "one-node",
                    "Losing the node %s would %s: %s run on it. %s"
                        .formatted(
                            node,
                            stops ? "stop all writes" : "take several voters at once",
                            Names.and(there),
                            remedy)));
          }
        });
  }

  private static String together(ClusterView view, NamedLoss place, long there) {
    int voters = view.voters().size();
    return place.equals(NO_ZONE)
        ? "No zone is written for %d of %d voters, so they count as one that fails together. %s"
            .formatted(there, voters, view.words().nameZones())
        : "Losing %s would stop all writes: %d of %d voters %s in it.%s"
            .formatted(
                place.words(),
                there,
                voters,
                there == 1 ? "is" : "are",
                remedy(view, place, there).map(remedy -> " " + remedy).orElse(""));
  }

  private static Optional<String> remedy(ClusterView view, NamedLoss place, long there) {
    return place.kind() == Kind.SITE
        ? place.always(view)
        : view.words().spreadZones().filter(any -> there > 1);
  }
}
