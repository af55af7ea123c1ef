package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Disarms the alarms that came back with a restored snapshot (docs/etcd.md#restore), as long as the
 * restored member is alone: they name members that are no more, and nothing can be written until
 * they are gone. For NOSPACE its history is compacted and its database defragmented before.
 */
public record DisarmRestored(MemberName member, Set<Alarm.Kind> kinds) implements ActivityStep {
  public DisarmRestored {
    kinds = Set.copyOf(kinds);
  }

  @Override
  public String sentence() {
    return "Disarm "
        + words()
        + ", which came with the snapshot"
        + (makesRoom() ? "; compact and defragment " + member + " before, where it is full" : "");
  }

  private String words() {
    return kinds.stream()
        .sorted(Comparator.naturalOrder())
        .map(Alarm.Kind::name)
        .collect(Collectors.joining(" and "));
  }

  /** Whether the database has to have room before. */
  public boolean makesRoom() {
    return kinds.contains(Alarm.Kind.NOSPACE);
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(member);
  }

  @Override
  public Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  @Override
  public Budget budget() {
    return new Defragment(member, Defragment.Until.BELOW_QUOTA).budget();
  }

  /** The alarm is no new fact, as it would be for a step that needs quorum; no vote is touched. */
  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  /** The alarms of these kinds, exactly as they are listed. */
  public List<Alarm> listed(ClusterView view) {
    return view.alarms().stream().filter(alarm -> kinds.contains(alarm.kind())).toList();
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return isServing(view) && listed(view).isEmpty()
        ? Optional.of("no alarm " + words() + " is raised")
        : Optional.empty();
  }

  private boolean isServing(ClusterView view) {
    return view.member(member).filter(view::isVoting).isPresent();
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    if (view.voters().size() != 1 || !view.learners().isEmpty()) {
      return new Verdict.Changed("Others have joined " + member + "; an alarm may be theirs.");
    }
    if (!isServing(view)) {
      return new Verdict.NotYet(member + " does not serve at this moment");
    }
    return Optional.of(view)
        .filter(now -> makesRoom())
        .flatMap(now -> now.member(member))
        .flatMap(DisarmAlarm::unread)
        .<Verdict>map(Verdict.NotYet::new)
        .orElse(Verdict.PROCEED);
  }

  /** Why NOSPACE would be raised again by the next write; empty where there is room. */
  public Optional<String> stillFull(ClusterView view) {
    Optional<Member> seen = view.member(member);
    return makesRoom() && seen.filter(DisarmAlarm::hasRoom).isEmpty()
        ? Optional.of(
            "all history is compacted, and "
                + seen.map(DisarmAlarm::size).orElse("an unknown part")
                + " of the database of "
                + member
                + " is in use: write a higher ETCD_QUOTA_BACKEND_BYTES into its environment file,"
                + " restart it by hand, then try again")
        : Optional.empty();
  }

  @Override
  public ClusterView project(ClusterView view) {
    ClusterView after = view;
    for (Alarm alarm : listed(view)) {
      after = after.projected().disarmed(alarm);
    }
    return after;
  }
}
