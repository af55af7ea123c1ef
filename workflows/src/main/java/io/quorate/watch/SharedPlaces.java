package io.quorate.watch;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.JumpHosts;
import io.quorate.view.Member;
import io.quorate.view.NamedLoss;
import io.quorate.view.NamedLoss.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rule of sites, zones and machines whose loss alone would end quorum, and of machines with two
 * voters. Voters that are all in one such place are no finding, because the layout is a choice. The
 * loss of a jump host is no finding either: it takes Quorate's way to the members and leaves quorum
 * intact.
 */
final class SharedPlaces {
  private SharedPlaces() {}

  static List<Sign> signs(ClusterKnowledge known) {
    List<Sign> all = new ArrayList<>();
    known.view().filter(view -> view.margin() >= 0).ifPresent(view -> add(view, all));
    boolean unknown = known.view().filter(SharedPlaces::isKnown).isEmpty();
    if (unknown) {
      all.addAll(
          known
              .deep()
              .hosts()
              .flatMap(HostRound::placement)
              .orElseGet(() -> known.standing(FindingKind.PLACEMENT).toList()));
    }
    return all;
  }

  /** The signs of a view that knows the machine of every voter; empty for any other. */
  static Optional<List<Sign>> known(ClusterView view) {
    List<Sign> all = new ArrayList<>();
    if (view.margin() < 0 || !isKnown(view)) {
      return Optional.empty();
    }
    add(view, all);
    return Optional.of(List.copyOf(all));
  }

  /** Returns whether the look knows the machine of every voter. Most looks do not ask the hosts. */
  private static boolean isKnown(ClusterView view) {
    return view.voters().stream()
        .allMatch(voter -> voter.workload().placement().node().isPresent());
  }

  private static void add(ClusterView view, List<Sign> all) {
    Kind.DOMAINS.stream()
        .flatMap(kind -> NamedLoss.all(kind, view, JumpHosts.NONE).stream())
        .flatMap(loss -> sign(view, loss).stream())
        .forEach(all::add);
  }

  private static Optional<Sign> sign(ClusterView view, NamedLoss loss) {
    Set<MemberName> lost = NamedLoss.in(view, List.of(loss), JumpHosts.NONE).extents().keySet();
    List<Member> there =
        view.voters().stream().filter(voter -> lost.contains(voter.name())).toList();
    int voters = view.voters().size();
    boolean ends = there.size() > view.quorum().tolerated();
    boolean shared = loss.kind() == Kind.MACHINE && there.size() > 1;
    String words = loss.words();
    return there.size() < voters && (ends || shared)
        ? Optional.of(
            new Sign(
                FindingKind.PLACEMENT,
                words,
                Sign.Urgency.LISTED,
                "The loss of %s would take %d of %d voters%s. "
                        .formatted(words, there.size(), voters, ends ? " and stop all writes" : "")
                    + loss.always(view).orElse("Move one elsewhere: planned-migration.")))
        : Optional.empty();
  }
}
