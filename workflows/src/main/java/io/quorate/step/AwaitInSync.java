package io.quorate.step;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Waits until a learner is in sync with the leader by our own rule: etcd promotes at 90 % of the
 * log, which on a long log can be a million entries behind (docs/etcd.md#promotion).
 */
public record AwaitInSync(MemberName member) implements ActivityStep {
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

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /**
   * Budget without hurry: while the learner makes progress nobody needs to be asked. That it makes
   * none is told by the wait itself; one that is silent from the beginning makes none either.
   */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(2), 20, SILENT);
  }

  @Override
  public Budget budget(ClusterView view) {
    return new Budget(
        budget().attempt().plus(HowFar.toReceive(view.largestDatabase())),
        budget().attempts(),
        SILENT);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(member).filter(Member::isVoter).map(seen -> member + " is a voter already");
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
            member
                + " does not answer"
                + learner.map(seen -> ", " + seen.workload().evidence()).orElse(""));
  }

  @Override
  public Optional<String> estimate(ClusterView view) {
    long bytes = view.largestDatabase();
    long seconds = BETWEEN.toSeconds() * SAMPLES + bytes / BYTES_PER_SECOND;
    return Optional.of("about " + seconds + " s for " + Amounts.mebibytes(bytes));
  }
}
