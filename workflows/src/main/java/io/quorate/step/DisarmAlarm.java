package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import java.util.List;
import java.util.Optional;

/**
 * Disarms NOSPACE exactly as it is listed: with another member's id, or none, etcd says yes and
 * does nothing (etcd-runbooks RB-18, T57). Only when the database of every member is well below its
 * quota, for else the next write raises it again (N-17).
 *
 * @param raisedBy the member in words
 */
public record DisarmAlarm(Alarm alarm, String raisedBy) implements Step {
  /** Below this share of its quota a database is said to have room again. */
  static final double ROOM = 0.8;

  @Override
  public String sentence() {
    return "Disarm " + alarm.kind() + " of " + raisedBy + ": writes go on";
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return Budget.CHANGE;
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.withoutAlarm(alarm);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.alarms().contains(alarm)
        ? Optional.empty()
        : Optional.of(alarm.kind() + " of " + raisedBy + " is not raised");
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    List<Member> full = view.voters().stream().filter(voter -> !hasRoom(voter)).toList();
    return full.isEmpty()
        ? Verdict.PROCEED
        : new Verdict.Changed(
            full.get(0).name() + " still has too little room: " + size(full.get(0)) + ".");
  }

  /** Whether the database of this member is below 80 % of its quota; without a quota it is. */
  public static boolean hasRoom(Member member) {
    return member
        .answer()
        .filter(
            answer ->
                answer.upkeep().quotaBytes() == 0
                    || answer.dbSizeBytes() < ROOM * answer.upkeep().quotaBytes())
        .isPresent();
  }

  /** {@code 60 of 64 MiB}. */
  public static String size(Member member) {
    return member
        .answer()
        .map(answer -> mebibytes(answer) + " of " + (answer.upkeep().quotaBytes() >> 20) + " MiB")
        .orElse("unknown");
  }

  private static long mebibytes(Answer answer) {
    return answer.dbSizeBytes() >> 20;
  }
}
