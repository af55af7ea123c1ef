package io.quorate.watch;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Part of a pulse that stays equal while nothing happens to a cluster. Times, terms, indexes and
 * sizes are left out: they change all the time.
 *
 * @param ids the ids of the members that answer
 * @param silent members that do not answer
 * @param withoutLeader members that answer and see no leader
 * @param leaders the leaders that the answers name: more than one while members disagree
 * @param learners members that answer as learners
 * @param alarms alarms that any member reports
 */
public record PulseSignature(
    Map<MemberName, MemberId> ids,
    Set<MemberName> silent,
    Set<MemberName> withoutLeader,
    int leaders,
    Set<MemberName> learners,
    Set<Alarm.Kind> alarms) {
  /** Returns the signature of a pulse. */
  public static PulseSignature of(Pulse pulse) {
    return new PulseSignature(
        pulse.answers().entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, answer -> answer.getValue().memberId())),
        Set.copyOf(pulse.silences().keySet()),
        where(pulse, answer -> answer.leader().isEmpty()),
        (int)
            pulse.answers().values().stream()
                .flatMap(answer -> answer.leader().stream())
                .distinct()
                .count(),
        where(pulse, MemberStatus::learner),
        pulse.answers().values().stream()
            .flatMap(answer -> answer.alarms().stream())
            .collect(Collectors.toUnmodifiableSet()));
  }

  private static Set<MemberName> where(Pulse pulse, Predicate<MemberStatus> wanted) {
    return pulse.answers().entrySet().stream()
        .filter(answer -> wanted.test(answer.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }
}
