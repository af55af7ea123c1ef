package io.quorate.step;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.workload.WalDirectory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The steps that wait for a member or for the whole cluster, and change nothing. */
public sealed interface Awaits extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /**
   * Waits until a learner is in sync with the leader by our own rule: etcd promotes at 90 % of the
   * log, which on a long log can be a million entries behind (docs/etcd.md#promotion).
   */
  record AwaitInSync(MemberName member) implements Awaits {
    /** How many looks in a row must agree. */
    public static final int SAMPLES = 3;

    /** Time between two looks. */
    public static final Duration BETWEEN = Duration.ofSeconds(2);

    /** How long an attempt after the first waits for an answer, before people are asked. */
    private static final Duration SILENT = Duration.ofMinutes(10);

    private static final long ALWAYS_ALLOWED = 100;
    private static final long BYTES_PER_SECOND = 10 << 20;

    /**
     * One look at leader and learner.
     *
     * @param leaderIndex the leader's committed raft index
     * @param appliedIndex the learner's applied raft index
     * @param applyingSnapshot whether the learner applies a raft snapshot
     */
    public record Sample(long leaderIndex, long appliedIndex, boolean applyingSnapshot) {
      public long behind() {
        return Math.max(0, leaderIndex - appliedIndex);
      }
    }

    /**
     * Whether the last three samples, two seconds apart, show the learner in sync: no more behind
     * than the larger of 100 entries and two seconds of writes, not falling back, no snapshot being
     * applied.
     */
    public static boolean inSync(List<Sample> samples) {
      if (samples.size() < SAMPLES) {
        return false;
      }
      List<Sample> last = samples.subList(samples.size() - SAMPLES, samples.size());
      long written = last.get(SAMPLES - 1).leaderIndex() - last.get(0).leaderIndex();
      long perSecond = written / (BETWEEN.toSeconds() * (SAMPLES - 1));
      long allowed = Math.max(ALWAYS_ALLOWED, 2 * perSecond);
      boolean near = last.stream().allMatch(s -> s.behind() <= allowed && !s.applyingSnapshot());
      return near && last.get(SAMPLES - 1).behind() <= last.get(0).behind() + ALWAYS_ALLOWED;
    }

    @Override
    public String sentence() {
      return "Wait until " + member + " is in sync with the leader";
    }

    /**
     * Budget without hurry: while the learner makes progress nobody needs to be asked. That it
     * makes none is told by the wait itself; one that is silent from the beginning makes none
     * either.
     */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(2), 20, SILENT);
    }

    @Override
    public Budget budget(ClusterView view) {
      return new Budget(
          budget().attempt().plus(ReplicationProgress.toReceive(view.largestDatabase())),
          budget().attempts(),
          SILENT);
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(member)
          .filter(Member::isVoter)
          .map(seen -> member + " is a voter already");
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().inSync(member);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> learner = view.member(member);
      return learner.filter(view::isLive).isPresent()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.MEMBER_SILENT.because(
                  member
                      + " does not answer"
                      + learner.map(seen -> ", " + seen.workload().evidence()).orElse(""),
                  view.words(member)));
    }

    @Override
    public Optional<String> estimate(ClusterView view) {
      long bytes = view.largestDatabase();
      long seconds = BETWEEN.toSeconds() * SAMPLES + bytes / BYTES_PER_SECOND;
      return Optional.of("about " + seconds + " s for " + Amounts.mebibytes(bytes));
    }
  }

  /**
   * Waits until a person has made room on the file system of a member (docs/etcd.md#full-disks).
   * Quorate deletes nothing: only its owner knows what may go.
   *
   * @param mebibytes how much has to be free, in MiB
   * @param logMebibytes how much has to be free for the log that has a directory of its own, in
   *     MiB; empty where it has none
   */
  record AwaitRoom(MemberName member, long mebibytes, Optional<Long> logMebibytes)
      implements Awaits, OnOneMember {
    /** A wait for room in the file system that holds data and log. */
    public AwaitRoom(MemberName member, long mebibytes) {
      this(member, mebibytes, Optional.empty());
    }

    /**
     * The wait for the free space of a start: that of the log on its own file system, if it has
     * one.
     */
    public static AwaitRoom toStart(ClusterView view, Member member) {
      DiskSpace room = DiskSpace.toStart(view, member.name());
      long log = Math.ceilDiv(room.logBytes(), 1L << 20);
      return member.data().wal().isPresent()
          ? new AwaitRoom(member.name(), room.mebibytes() - log, Optional.of(log))
          : new AwaitRoom(member.name(), room.mebibytes());
    }

    @Override
    public String sentence() {
      return "Wait until "
          + mebibytes
          + " MiB are free for "
          + member
          + logMebibytes.map(more -> ", and " + more + " MiB for its log").orElse("")
          + "; free them, and never delete files of etcd";
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(12), 40);
    }

    /** Only reads, and is waited for while there is no quorum. */
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return free(view)
          .filter(free -> free >= mebibytes)
          .filter(free -> logMebibytes.isEmpty() || enoughForTheLog(view))
          .map(free -> free + " MiB are free for " + member + inWords(freeForTheLog(view)));
    }

    private static String inWords(Optional<Long> log) {
      return log.map(free -> ", and " + free + " MiB for its log").orElse("");
    }

    private boolean enoughForTheLog(ClusterView view) {
      return freeForTheLog(view).filter(free -> free >= logMebibytes.orElse(0L)).isPresent();
    }

    /**
     * Free space for the log that has a directory of its own, in MiB; empty where there is none.
     */
    public Optional<Long> freeForTheLog(ClusterView view) {
      return view.member(member)
          .flatMap(seen -> seen.data().wal())
          .flatMap(WalDirectory::freeBytes)
          .map(bytes -> bytes >> 20);
    }

    /** Free space in MiB; empty where it cannot be seen. */
    public Optional<Long> free(ClusterView view) {
      return view.member(member)
          .map(Member::data)
          .flatMap(DataDirectory::freeBytes)
          .map(bytes -> bytes >> 20);
    }
  }

  /**
   * Verifies the result of a plan (docs/etcd.md#verification): this many voters, all voting under
   * one leader, equal data, and no alarm but those that were raised before and belong to another
   * runbook.
   *
   * @param despite kinds of alarm that may stay
   */
  record VerifyCluster(int voters, Set<Alarm.Kind> despite) implements Awaits {
    public VerifyCluster {
      despite = Set.copyOf(despite);
    }

    /** A verification that accepts no alarm. */
    public VerifyCluster(int voters) {
      this(voters, Set.of());
    }

    @Override
    public String sentence() {
      return "Verify: "
          + voters
          + (voters == 1 ? " voter" : " voters")
          + ", one leader, equal data, "
          + alarms();
    }

    private String alarms() {
      return despite.isEmpty()
          ? "no alarm"
          : "no alarm but "
              + despite.stream().map(Enum::name).sorted().collect(Collectors.joining(" and "));
    }

    @Override
    public Budget budget() {
      return new Budget(Budget.COMPARING.attempt(), 30);
    }

    /**
     * Says how the view differs from the plan's promise. Equality of the data is left to the
     * executor.
     */
    public Optional<String> missing(ClusterView view) {
      List<String> missing = new ArrayList<>();
      if (view.voters().size() != voters) {
        missing.add("the membership has " + Amounts.count(view.voters().size(), "voter"));
      }
      view.voters().stream()
          .filter(voter -> !view.isVoting(voter))
          .forEach(voter -> missing.add(voter.name() + " does not vote"));
      view.learners().forEach(learner -> missing.add(learner.name() + " is still a learner"));
      for (Alarm.Kind kind : Alarm.Kind.values()) {
        if (view.raises(kind) && !despite.contains(kind)) {
          missing.add("alarm " + kind + " is raised");
        }
      }
      return missing.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", missing));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return missing(view)
          .<Verdict>map(why -> new Verdict.NotYet(StepReason.NOT_VERIFIED_YET.because(why)))
          .orElse(Verdict.PROCEED);
    }
  }
}
