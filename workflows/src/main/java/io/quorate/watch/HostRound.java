package io.quorate.watch;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Facts that only a look at the hosts of all members shows.
 *
 * @param unseen members whose process runs, or may run, without a look at what it was started with
 * @param starts what the next start of each other member that runs would take
 * @param placement signs of places that voters share; empty where no look knew all machines
 */
public record HostRound(
    Instant at,
    Set<MemberName> unseen,
    Map<MemberName, SeenStart> starts,
    Optional<List<Sign>> placement)
    implements PacedRound<HostRound> {
  private static final Duration SELDOM = Duration.ofDays(1);
  private static final Duration WHILE_DIFFERENT = Duration.ofMinutes(10);

  public HostRound {
    unseen = Set.copyOf(unseen);
    starts = Map.copyOf(starts);
  }

  /** Takes what is needed of a view that asked the hosts; the view itself is large. */
  public static HostRound of(ClusterView view) {
    Map<MemberName, SeenStart> starts = new HashMap<>();
    for (Member member : view.members()) {
      member
          .installation()
          .nextStart()
          .map(start -> SeenStart.of(start, member.status().map(MemberStatus::version)))
          .ifPresent(start -> starts.put(member.name(), start));
    }
    return new HostRound(
        view.at(),
        view.members().stream()
            .filter(member -> !member.workload().provenAbsent())
            .map(Member::name)
            .filter(name -> !starts.containsKey(name))
            .collect(Collectors.toUnmodifiableSet()),
        starts,
        SharedPlaces.known(view));
  }

  @Override
  public HostRound after(HostRound before) {
    Map<MemberName, SeenStart> known = new HashMap<>();
    before.starts.forEach(
        (member, start) -> {
          if (unseen.contains(member)) {
            known.put(member, start);
          }
        });
    HostRound now = afterOthers(before);
    known.putAll(now.starts);
    return new HostRound(at, unseen, known, placement.or(() -> before.placement));
  }

  /** Takes the contents of files that the processes have read; they hold as long as a run lasts. */
  @Override
  public HostRound afterOthers(HostRound old) {
    Map<MemberName, SeenStart> known = new HashMap<>(starts);
    known.replaceAll(
        (member, start) ->
            Optional.ofNullable(old.starts.get(member)).map(start::after).orElse(start));
    return new HostRound(at, unseen, known, placement);
  }

  /** Whether no look of this process has seen what the process of the member was started with. */
  boolean isBlindTo(String member) {
    return unseen.stream()
        .filter(name -> !starts.containsKey(name))
        .anyMatch(name -> name.value().equals(member));
  }

  /** Returns the time to the next round: a day; 10 minutes where a next start differs. */
  @Override
  public Duration pause() {
    return starts.values().stream().anyMatch(SeenStart::differs) ? WHILE_DIFFERENT : SELDOM;
  }

  /** Whether it is young enough that a difference in it counts which is no finding yet. */
  boolean isYoung(Instant now) {
    return !now.isAfter(at.plus(WHILE_DIFFERENT));
  }
}
