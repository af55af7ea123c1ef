package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The steps that give space back. */
public sealed interface Space extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.IRREVERSIBLE;
  }

  /**
   * Drops the history before a revision, on all members (docs/etcd.md#nospace). The newest value of
   * every key stays; watchers at an older revision have to list again.
   *
   * @param upTo the first revision that stays
   * @param unless the member whose database, once it has room below its quota, makes this unneeded;
   *     empty where it is needed in any case
   */
  record Compact(Revision upTo, Optional<MemberName> unless) implements Space {
    public Compact(Revision upTo) {
      this(upTo, Optional.empty());
    }

    @Override
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "Compact up to revision %,d%s: older watchers must list again",
          upTo.value(),
          condition());
    }

    private String condition() {
      return unless.map(member -> " if " + member + " still has too little room").orElse("");
    }

    /**
     * The sentence without the revision, which moves with every write; the title of the plan says
     * how many revisions are kept.
     */
    @Override
    public String material() {
      return "Compact" + condition();
    }

    /** Whether the other step compacts too, at whatever revision: revisions move all the time. */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof Compact compact && compact.unless.equals(unless);
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return unless
          .flatMap(view::member)
          .filter(DisarmAlarm::hasRoom)
          .map(member -> member.name() + " has room again: " + DisarmAlarm.size(member));
    }

    /** Budget with 10 min for the physical part. */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(15), 6);
    }
  }

  /**
   * Gives the free pages of one member's database back to its file system
   * (docs/etcd.md#defragmentation). The member answers nobody meanwhile, health checks included;
   * the other members go on.
   *
   * @param provided the member that was defragmented before and whose database has to have room
   *     below its quota by now: where it has none, all others would be stalled for nothing; empty
   *     where nobody went before
   */
  record Defragment(MemberName member, Until until, Optional<MemberName> provided)
      implements Space, OnOneMember {
    /** Condition under which nothing is left to do. */
    public enum Until {
      /** The member reports hardly any free pages. */
      COMPACT,
      /**
       * The database is well below its quota. Under NOSPACE nobody writes, and without writes etcd
       * does not report what a compaction has freed.
       */
      BELOW_QUOTA
    }

    private static final long MEBIBYTE = 1 << 20;

    /**
     * Free bytes below which a defragmentation is not worth its stall, even when somebody asks for
     * it.
     */
    private static final long NOTHING_TO_GAIN = 2 * MEBIBYTE;

    /** Entries that another member may lag before it counts as catching up. */
    private static final long CATCHING_UP = 1_000;

    /**
     * Duration of a defragmentation in s for each GiB in use, measured with 100 to 400 MiB
     * (docs/etcd.md#defragmentation).
     */
    private static final double SECONDS_PER_GIBIBYTE = 5.2;

    public Defragment(MemberName member, Until until) {
      this(member, until, Optional.empty());
    }

    @Override
    public String sentence() {
      return "Defragment " + member;
    }

    @Override
    public boolean letsRun() {
      return true;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(1), 8);
    }

    /**
     * The member counts as silent while it is defragmented. Under NOSPACE one or two voters, of
     * whom none can be spared, stop no write that is not refused anyway: raft goes on, and only
     * what was decided is applied later (docs/etcd.md#nospace).
     */
    @Override
    public ClusterView project(ClusterView view) {
      return stopsNothing(view) ? view : view.projected().silent(member);
    }

    /** Whether nobody can be spared, and writes are refused meanwhile anyway. */
    private static boolean stopsNothing(ClusterView view) {
      return view.voters().size() <= 2 && view.raises(Alarm.Kind.NOSPACE);
    }

    /** Free bytes in the database of a member; 0 when it does not report them. */
    public static long freeBytes(MemberStatus status) {
      return status.dbSizeInUseBytes() == 0
          ? 0
          : Math.max(0, status.dbSizeBytes() - status.dbSizeInUseBytes());
    }

    /** Time limit for a member: at least 10 MB/s, and never less than a minute. */
    public static Duration limit(MemberStatus status) {
      return Duration.ofSeconds(Math.max(60, status.dbSizeBytes() / 10_000_000));
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return switch (until) {
        case COMPACT -> isCompact(view);
        case BELOW_QUOTA ->
            view.member(member)
                .filter(DisarmAlarm::hasRoom)
                .map(seen -> member + " has room again: " + DisarmAlarm.size(seen));
      };
    }

    private Optional<String> isCompact(ClusterView view) {
      return view.member(member)
          .flatMap(Member::status)
          .filter(status -> freeBytes(status) < NOTHING_TO_GAIN)
          .map(
              status ->
                  member
                      + " has no free pages to give back: "
                      + status.dbSizeBytes() / MEBIBYTE
                      + " MiB, of which "
                      + status.dbSizeInUseBytes() / MEBIBYTE
                      + " MiB are in use");
    }

    /**
     * Every other voter has to vote and none may catch up: up to 3.4.37, 3.5.22 and 3.6.4 an
     * incoming raft snapshot and a defragmentation together corrupt the data
     * (docs/etcd.md#version-lines), and a second stall would stop writes (docs/etcd.md#n-18).
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member);
      if (seen.filter(view::isVoting).isEmpty()) {
        return new Verdict.NotYet(
            StepReason.VOTER_DOES_NOT_VOTE.because(member + " does not vote at this moment"));
      }
      if (view.leader().filter(leader -> leader.name().equals(member)).isPresent()
          && view.voters().size() > 1) {
        return new Verdict.Changed(
            StepReason.LEADS_NOW.because(
                member + " leads now, and the leader is never defragmented."));
      }
      Optional<Member> first = provided.flatMap(view::member).filter(m -> !DisarmAlarm.hasRoom(m));
      if (first.isPresent()) {
        return new Verdict.Changed(
            StepReason.OTHERS_GAIN_LITTLE.because(
                first.get().name()
                    + " was defragmented and still has "
                    + DisarmAlarm.size(first.get())
                    + ": the others would gain as little."));
      }
      Optional<String> tooFull = DiskSpace.toDefragment(seen.get()).missing(view);
      if (tooFull.isPresent()) {
        return new Verdict.NotYet(StepReason.NO_SPACE_ON_DISK.because(tooFull.get()));
      }
      long newest = view.leader().flatMap(Member::status).map(MemberStatus::raftIndex).orElse(0L);
      List<Member> behind =
          view.members().stream()
              .filter(Member::isListed)
              .filter(other -> lag(other, newest) > CATCHING_UP)
              .toList();
      return behind.isEmpty()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.MEMBER_CATCHING_UP.because(
                  behind.get(0).name() + " is catching up with the leader"));
    }

    private static long lag(Member other, long newest) {
      return other
          .status()
          .map(status -> newest - status.raftAppliedIndex())
          .orElse(Long.MAX_VALUE);
    }

    @Override
    public Optional<String> estimate(ClusterView view) {
      return view.member(member).flatMap(Member::status).map(this::estimate);
    }

    private String estimate(MemberStatus status) {
      double seconds = SECONDS_PER_GIBIBYTE * status.dbSizeInUseBytes() / (1L << 30);
      String silent = String.format(Locale.ROOT, "silent for about %.1f s", Math.max(0.1, seconds));
      return switch (until) {
        case COMPACT -> silent + ", " + freeBytes(status) / MEBIBYTE + " MiB to gain";
        case BELOW_QUOTA -> silent;
      };
    }
  }
}
