package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;

/**
 * Disarms an alarm exactly as it is listed: for another member's id, or none, etcd answers yes and
 * does nothing (docs/etcd.md#nospace). The cause has to be gone first (docs/etcd.md#n-17): NOSPACE
 * only when the database of every member is well below its quota, because otherwise the next write
 * raises it again; CORRUPT only when all voters have equal data, which its executor sees in the
 * same attempt.
 *
 * @param raisedBy the member in words
 */
public record DisarmAlarm(Alarm alarm, String raisedBy) implements ActivityStep {
  /** Share of its quota below which a database has room again. */
  static final double ROOM = 0.8;

  @Override
  public String sentence() {
    String provided =
        switch (alarm.kind()) {
          case NOSPACE -> "";
          case CORRUPT -> " if all voters have the same data";
        };
    String whose = alarm.member().isPresent() ? " of " + raisedBy : ", which names nobody,";
    return "Disarm " + alarm.kind() + whose + provided + ": writes go on";
  }

  @Override
  public Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  public Budget budget() {
    return switch (alarm.kind()) {
      case NOSPACE -> Budget.CHANGE;
      case CORRUPT -> Budget.COMPARING;
    };
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().disarmed(alarm);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.alarms().contains(alarm)
        ? Optional.empty()
        : Optional.of(alarm.kind() + " of " + raisedBy + " is not raised");
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return switch (alarm.kind()) {
      case NOSPACE -> roomEverywhere(view);
      case CORRUPT -> Preconditions.allVote(view);
    };
  }

  /** Every database has to be read: one that was not may be the full one. */
  private static Verdict roomEverywhere(ClusterView view) {
    Optional<String> unread =
        view.voters().stream().flatMap(voter -> unread(voter).stream()).findFirst();
    if (unread.isPresent()) {
      return new Verdict.NotYet(unread.get());
    }
    List<Member> full = view.voters().stream().filter(voter -> !hasRoom(voter)).toList();
    return full.isEmpty()
        ? Verdict.PROCEED
        : new Verdict.Changed(
            full.get(0).name() + " still has too little room: " + size(full.get(0)) + ".");
  }

  /** Why it is not known whether the database of this member has room; empty where it is known. */
  public static Optional<String> unread(Member member) {
    if (member.status().isEmpty()) {
      return Optional.of("the size of " + member.name() + "'s database was not read");
    }
    return quota(member) instanceof Quota.NotRead
        ? Optional.of(
            "the quota of "
                + member.name()
                + " was not read: make its metrics readable for Quorate")
        : Optional.empty();
  }

  /** Whether the database of this member is below 80 % of its quota, or has no limit. */
  public static boolean hasRoom(Member member) {
    return switch (quota(member)) {
      case Quota.NotRead unknown -> false;
      case Quota.Unlimited most -> true;
      case Quota.Limited limited ->
          member
              .status()
              .filter(status -> status.dbSizeBytes() < ROOM * limited.bytes())
              .isPresent();
    };
  }

  /** The quota that this member runs with. */
  public static Quota quota(Member member) {
    return member.status().map(status -> status.storage().quota()).orElseGet(Quota.NotRead::new);
  }

  /** The member that etcd named in an alarm, in words; {@code nobody} where it named none. */
  public static String raisedBy(ClusterView view, Alarm alarm) {
    return alarm
        .member()
        .map(
            id ->
                view.members().stream()
                    .filter(member -> member.hasId(id))
                    .map(member -> member.name().value())
                    .findFirst()
                    .orElse(id.toString()))
        .orElse("nobody");
  }

  /** Size and quota as {@code 60 of 64 MiB}. */
  public static String size(Member member) {
    long mebibytes = member.status().map(MemberStatus::dbSizeBytes).orElse(0L) >> 20;
    return switch (quota(member)) {
      case Quota.Limited limited -> mebibytes + " of " + (limited.bytes() >> 20) + " MiB";
      case Quota.Unlimited most -> mebibytes + " MiB, without a limit";
      case Quota.NotRead unknown -> "unknown";
    };
  }
}
