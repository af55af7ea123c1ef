package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.step.Space.Defragment;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.PlaceWords;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The steps that disarm alarms. */
public sealed interface Alarms extends ActivityStep {
  /**
   * Disarms an alarm exactly as it is listed: for another member's id, or none, etcd answers yes
   * and does nothing (docs/etcd.md#nospace). The cause has to be gone first (docs/etcd.md#n-17):
   * NOSPACE only when the database of every member is well below its quota, because otherwise the
   * next write raises it again; CORRUPT only when all voters have equal data, which its executor
   * sees in the same attempt.
   *
   * @param raisedBy the member in words
   */
  record DisarmAlarm(Alarm alarm, String raisedBy) implements Alarms {
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
        return new Verdict.NotYet(StepReason.SIZE_NOT_READ.because(unread.get()));
      }
      List<Member> full = view.voters().stream().filter(voter -> !hasRoom(voter)).toList();
      return full.isEmpty()
          ? Verdict.PROCEED
          : new Verdict.Changed(
              StepReason.STILL_FULL.because(
                  full.get(0).name() + " still has too little room: " + size(full.get(0)) + "."));
    }

    /**
     * Why it is not known whether the database of this member has room; empty where it is known.
     */
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

  /**
   * Disarms the alarms that came back with a restored snapshot (docs/etcd.md#restore), as long as
   * the restored member is alone: they name members that are no more, and nothing can be written
   * until they are gone. For NOSPACE its history is compacted and its database defragmented before.
   */
  record DisarmRestored(MemberName member, Set<Alarm.Kind> kinds) implements Alarms, OnOneMember {
    public DisarmRestored {
      kinds = Set.copyOf(kinds);
    }

    @Override
    public boolean letsRun() {
      return true;
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
    public Hazard hazard() {
      return Hazard.IRREVERSIBLE;
    }

    @Override
    public Budget budget() {
      return new Defragment(member, Defragment.Until.BELOW_QUOTA).budget();
    }

    /**
     * The alarm is no new fact, as it would be for a step that needs quorum; no vote is touched.
     */
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
        return new Verdict.Changed(
            StepReason.OTHERS_JOINED.because(
                "Others have joined " + member + "; an alarm may be theirs."));
      }
      if (!isServing(view)) {
        return new Verdict.NotYet(
            StepReason.DOES_NOT_SERVE.because(member + " does not serve at this moment"));
      }
      return Optional.of(view)
          .filter(now -> makesRoom())
          .flatMap(now -> now.member(member))
          .flatMap(DisarmAlarm::unread)
          .<Verdict>map(why -> new Verdict.NotYet(StepReason.SIZE_NOT_READ.because(why)))
          .orElse(Verdict.PROCEED);
    }

    /** Why NOSPACE would be raised again by the next write; empty where there is room. */
    public Optional<String> stillFull(ClusterView view) {
      Optional<Member> seen = view.member(member);
      PlaceWords words = view.words(member);
      return makesRoom() && seen.filter(DisarmAlarm::hasRoom).isEmpty()
          ? Optional.of(
              "all history is compacted, and "
                  + seen.map(DisarmAlarm::size).orElse("an unknown part")
                  + " of the database of "
                  + member
                  + " is in use: write a higher "
                  + words.setting(Quota.SETTING)
                  + " into its "
                  + words.settings()
                  + ","
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
}
