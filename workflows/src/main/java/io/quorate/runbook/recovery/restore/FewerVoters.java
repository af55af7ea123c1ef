package io.quorate.runbook.recovery.restore;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.Quorum;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.StatedOff;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.Downgrades.CancelDowngrade;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import io.quorate.workload.WalDirectory;
import io.quorate.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Voters that the cluster had and that a restore ends without. Until scale has added them it
 * tolerates fewer losses than before, which approvers have to know (docs/etcd.md#n-30).
 *
 * @param before how many voters the cluster had
 * @param voters those of them that are known, by the membership or by the configuration
 * @param afterwards the voters with which the restore ends
 * @param leftovers what comes back with the source and may let nobody join
 */
record FewerVoters(
    int before,
    List<Member> voters,
    StatedOff stated,
    List<Member> afterwards,
    SourceLeftovers leftovers) {

  /** Voters of the cluster before that are none afterwards. */
  private List<Member> missing() {
    return voters.stream()
        .filter(voter -> afterwards.stream().noneMatch(one -> one.name().equals(voter.name())))
        .toList();
  }

  /** The warning with the reason for each that is missing; empty where nobody is. */
  Optional<String> warning() {
    return afterwards.size() >= before
        ? Optional.empty()
        : Optional.of(howMany() + whyNot() + unknown() + whatThen().map(" "::concat).orElse(""));
  }

  private String howMany() {
    int left = afterwards.size();
    int margin = new Quorum(left).margin(left);
    return "Afterwards there %s %d of %d voters (%s), margin %d: %s."
        .formatted(
            left == 1 ? "is" : "are",
            left,
            before,
            Wording.and(afterwards),
            margin,
            margin == 0
                ? "the next loss stops all writes"
                : "%d of them may be lost before writes stop".formatted(margin));
  }

  /** Names the members that do not join, grouped by reason. */
  private String whyNot() {
    Map<String, List<Member>> reasons =
        missing().stream()
            .collect(Collectors.groupingBy(this::reason, LinkedHashMap::new, Collectors.toList()));
    return reasons.entrySet().stream()
        .map(
            why ->
                " %s %s not join: %s."
                    .formatted(
                        Wording.and(why.getValue()),
                        why.getValue().size() == 1 ? "does" : "do",
                        why.getKey()))
        .collect(Collectors.joining());
  }

  /** The voters of whom only their number is known. */
  private String unknown() {
    int unknown = before - voters.size();
    return unknown <= 0
        ? ""
        : " %s of before %s not in quorate.yml."
            .formatted(Amounts.count(unknown, "voter"), unknown == 1 ? "is" : "are");
  }

  private String reason(Member voter) {
    if (stated.covers(voter)) {
      return "stated to be off";
    }
    if (voter.configured().isEmpty()) {
      return "not in quorate.yml";
    }
    return obstacle(voter)
        .orElse(
            leftovers.letOthersJoin()
                ? "an even number of voters tolerates no more losses"
                : "the downgrade that comes back with the source lets nobody join");
  }

  /**
   * Why nobody can begin at the place of a voter. Data at the place of one that is listed is set
   * aside before; where that happened, what is there has come since.
   */
  private static Optional<String> obstacle(Member voter) {
    DataDirectory data = voter.data();
    if (FormerPlaces.canBeginEmpty(voter) && !voter.isListed() && !data.nothingThere()) {
      return Optional.of("there is data at its place again");
    }
    return FormerPlaces.canBeginEmpty(voter)
        ? Optional.empty()
        : Optional.of(
            "its place cannot be used ("
                + data.doubt()
                    .or(() -> data.wal().flatMap(WalDirectory::obstacle))
                    .or(
                        () ->
                            Optional.of(voter.workload())
                                .filter(it -> it.isAbsent())
                                .map(Workload::evidence))
                    .orElse("its data directory cannot be read")
                + ")");
  }

  /** How the cluster gets as many voters as before, or the odd number below. */
  private Optional<String> whatThen() {
    int odd = before - (before + 1) % 2;
    return afterwards.size() >= odd
        ? Optional.empty()
        : Optional.of(
            "Go back to %d with scale --members %d once there are places for them."
                .formatted(odd, odd));
  }

  /**
   * Configured places of the members that the cluster had when it served last, before it was
   * restored and never served, by the member list that quorum confirmed. The restored cluster lists
   * one of them. Empty where no such list is recorded.
   *
   * @param off the members that a person stated to be off
   */
  record FormerPlaces(ClusterView view, StatedOff off) {
    /** Places of members that are in no membership any more, but for those stated to be off. */
    List<Member> left() {
      return at(confirmed().map(ConfirmedList::entries)).filter(this::isLeft).toList();
    }

    private boolean isLeft(Member member) {
      return !member.isListed() && !off.covers(member);
    }

    /** How many voters there were, configured or not. */
    int voterCount() {
      return confirmed().map(list -> list.voters().size()).orElse(0);
    }

    /** Places of all that were voters, with the one that is restored. */
    List<Member> voters() {
      return at(confirmed().map(ConfirmedList::voters))
          .sorted(Comparator.comparing(Member::name))
          .toList();
    }

    /**
     * Voters that join the restored one: those whose place can be used and is empty, because the
     * restore has set their data aside.
     */
    List<Member> joining(SourceLeftovers leftovers) {
      return odd(
          leftovers,
          voters().stream()
              .filter(this::isLeft)
              .filter(voter -> canBeginEmpty(voter) && voter.data().nothingThere()));
    }

    private Optional<ConfirmedList> confirmed() {
      return view.past()
          .beforeRestore()
          .filter(before -> view.past().isUnserved(view.clusterId()))
          .flatMap(before -> view.past().lastServed())
          .flatMap(Incarnation::confirmed);
    }

    private Stream<Member> at(Optional<List<MembershipEntry>> entries) {
      return entries.stream()
          .flatMap(List::stream)
          .flatMap(
              entry -> view.members().stream().filter(member -> Projection.isAt(member, entry)));
    }

    /**
     * Members of these places that join one restored voter, so that their number with it is odd.
     */
    static List<Member> odd(SourceLeftovers leftovers, Stream<Member> places) {
      List<Member> all = places.collect(Collectors.toCollection(ArrayList::new));
      if (all.size() % 2 == 1) {
        all.removeLast();
      }
      return leftovers.letOthersJoin() ? all : List.of();
    }

    /** Whether a member can begin at this place, once what is there is set aside. */
    static boolean canBeginEmpty(Member member) {
      return !member.workload().isAbsent()
          && member.data().couldBeRead()
          && member.data().wal().flatMap(WalDirectory::obstacle).isEmpty();
    }
  }

  /**
   * Alarms, a downgrade and authentication that come back with a restored source
   * (docs/etcd.md#restore): until the first two are cleared nobody can write, or join.
   *
   * @param place the member as which it is restored
   */
  record SourceLeftovers(RestoreSource source, Member place) {
    /** Steps that clear alarms and the downgrade while the restored member is alone. */
    void clear(StepList steps) {
      if (!source.alarms().isEmpty()) {
        steps.then(new DisarmRestored(place.name(), Set.copyOf(source.alarms())));
      }
      source
          .downgradeTo()
          .filter(this::canCallOff)
          .ifPresent(to -> steps.then(new CancelDowngrade(to)));
    }

    /** Whether others can join once these steps are done. */
    boolean letOthersJoin() {
      return stuckDowngrade().isEmpty();
    }

    private Optional<String> stuckDowngrade() {
      return source.downgradeTo().filter(to -> !canCallOff(to));
    }

    /** A downgrade is called off by an etcd that is newer than its target (docs/etcd.md#n-20). */
    private boolean canCallOff(String to) {
      return place
          .installation()
          .binary()
          .filter(runs -> MinorLine.of(runs).compareTo(MinorLine.parse(to)) > 0)
          .isPresent();
    }

    /** Lists the warnings for approvers about properties of the source. */
    List<String> warnings() {
      List<String> warnings = new ArrayList<>();
      if (source.alarms().contains(Alarm.Kind.CORRUPT)) {
        warnings.add(
            "CORRUPT was raised in the source: the data of two members differed then, and nobody"
                + " can tell any more which of them this is. Look at what matters in it before you"
                + " rely on it.");
      }
      if (source.authentication().orElse(false)) {
        warnings.add(
            "Authentication is on in the source: its users, roles and passwords count again, for"
                + " clients and for Quorate. Where they were changed later, Quorate gets in only"
                + " once the credentials of the cluster in quorate.yml are those of then.");
      }
      stuckDowngrade()
          .ifPresent(
              to ->
                  warnings.add(
                      "The source has a downgrade to "
                          + to
                          + " enabled, which its etcd cannot call off: one member is restored;"
                          + " rolling-downgrade goes on with it, and scale adds the others."));
      return warnings;
    }
  }
}
