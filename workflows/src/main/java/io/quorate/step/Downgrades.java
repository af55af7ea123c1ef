package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.StorageStatus;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The steps around etcd's Downgrade call. */
public sealed interface Downgrades extends ActivityStep {
  /**
   * Enables a downgrade in etcd, before any member runs the older etcd (docs/etcd.md#downgrades).
   * etcd answers a repeated call in several ways, none of which says "in progress", so the result
   * is read back from every member. A 3.5 cluster is never sent the call, because 3.5 applies it
   * and bricks every later restart (docs/etcd.md#n-20).
   *
   * @param line such as 3.5
   */
  record EnableDowngrade(String line) implements Downgrades {
    @Override
    public String sentence() {
      return "Enable the downgrade to " + line;
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().downgradeTo(Optional.of(line));
    }

    @Override
    public Budget budget() {
      return Budget.CHANGE;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      List<Member> listed = view.members().stream().filter(Member::isListed).toList();
      boolean told = listed.stream().allMatch(member -> view.isLive(member) && isEnabled(member));
      return told && !listed.isEmpty()
          ? Optional.of("all members tell that a downgrade to " + line + " is enabled")
          : Optional.empty();
    }

    /**
     * All members have to answer and be one line above the target, by binary, cluster version and
     * storage version: right after an upgrade the cluster version can still be the target
     * (docs/etcd.md#n-20), and with a silent member the downgrade is enabled and never proceeds.
     */
    @Override
    public Verdict mayRun(ClusterView view) {
      for (Member member : view.members()) {
        Optional<MemberStatus> status = member.status().filter(said -> view.isLive(member));
        if (status.filter(said -> !isAbove(said)).isPresent()) {
          return new Verdict.Refused(
              StepReason.OTHER_RELEASE_RUNS.because(
                  member.name()
                      + " runs etcd "
                      + status.get().version()
                      + ", not the line above "
                      + line));
        }
        Optional<String> other =
            status
                .map(MemberStatus::storage)
                .flatMap(StorageStatus::downgradeTo)
                .filter(to -> !to.equals(line));
        if (other.isPresent()) {
          return new Verdict.Refused(
              StepReason.DOWNGRADE_ENABLED.because(
                  "a downgrade to " + other.get() + " is enabled"));
        }
      }
      return Preconditions.notShowing(view, above().toString())
          .<Verdict>map(why -> new Verdict.NotYet(StepReason.VERSION_NOT_SHOWN_YET.because(why)))
          .orElse(Verdict.PROCEED);
    }

    private boolean isEnabled(Member member) {
      return member
          .status()
          .map(MemberStatus::storage)
          .flatMap(StorageStatus::downgradeTo)
          .filter(line::equals)
          .isPresent();
    }

    private boolean isAbove(MemberStatus status) {
      return MinorLine.of(status.version()).equals(above())
          && above().compareTo(Preconditions.FIRST_WITH_DOWNGRADE) >= 0;
    }

    private MinorLine above() {
      MinorLine target = MinorLine.parse(line);
      return new MinorLine(target.major(), target.minor() + 1);
    }

    /** The step that calls the downgrade off. */
    @Override
    public Optional<Step> undo() {
      return Optional.of(new CancelDowngrade(line));
    }
  }

  /**
   * Calls a downgrade off, through a member that still runs the newer etcd. etcd answers yes even
   * when the call failed, and through 3.5 the call times out and is applied, so the result is read
   * back (docs/etcd.md#downgrades).
   *
   * @param line the target of the downgrade, such as 3.5
   */
  record CancelDowngrade(String line) implements Downgrades {
    @Override
    public String sentence() {
      return "Call off the downgrade to " + line;
    }

    @Override
    public Hazard hazard() {
      return Hazard.REVERSIBLE;
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().downgradeTo(Optional.empty());
    }

    @Override
    public Budget budget() {
      return Budget.CHANGE;
    }

    /** The voter to ask: one that votes and runs the newer etcd; empty when there is none. */
    public Optional<MemberName> through(ClusterView view) {
      return telling(view).stream()
          .filter(view::isVoting)
          .min(Comparator.comparing(Member::name))
          .map(Member::name);
    }

    /** Members that report whether a downgrade is enabled: those of a line above its target. */
    private List<Member> telling(ClusterView view) {
      MinorLine target = MinorLine.parse(line);
      return view.members().stream()
          .filter(view::isLive)
          .filter(
              member ->
                  member
                      .status()
                      .map(MemberStatus::version)
                      .map(MinorLine::of)
                      .filter(runs -> runs.compareTo(target) > 0)
                      .isPresent())
          .toList();
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      List<Member> telling = telling(view);
      boolean none =
          telling.stream()
              .flatMap(member -> member.status().stream())
              .map(MemberStatus::storage)
              .map(StorageStatus::downgradeTo)
              .allMatch(Optional::isEmpty);
      return none && !telling.isEmpty()
          ? Optional.of("no member tells of a downgrade")
          : Optional.empty();
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return through(view).isPresent()
          ? Verdict.PROCEED
          : new Verdict.Refused(
              StepReason.NO_NEWER_VOTER.because(
                  "no voter runs an etcd above " + line + " any more, so nobody can call it off"));
    }
  }

  /**
   * Waits until etcd has ended the downgrade, within 5 s of the last member's start: no member may
   * join before (docs/etcd.md#downgrades). From 3.6 on a member tells it in its status; one of 3.5
   * has to be asked.
   *
   * @param line such as 3.5
   */
  record AwaitDowngradeEnd(String line) implements Downgrades {
    @Override
    public String sentence() {
      return "Wait until etcd has ended the downgrade to " + line;
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().downgradeTo(Optional.empty());
    }

    /** Budget of about a minute of tries. */
    @Override
    public Budget budget() {
      return new Budget(Duration.ofMinutes(1), 15);
    }

    /** Requires that every member runs and reports the line; only then they are worth asking. */
    @Override
    public Verdict mayRun(ClusterView view) {
      return view.members().stream()
          .filter(Member::isListed)
          .filter(member -> !view.isLive(member) || !runsIt(member))
          .findFirst()
          .<Verdict>map(
              member ->
                  new Verdict.NotYet(
                      StepReason.RELEASE_NOT_THERE_YET.because(
                          member.name() + " does not run " + line + " yet")))
          .or(
              () ->
                  Preconditions.notShowing(view, line)
                      .map(
                          why -> new Verdict.NotYet(StepReason.VERSION_NOT_SHOWN_YET.because(why))))
          .orElse(Verdict.PROCEED);
    }

    /**
     * Whether this member tells that a downgrade is enabled, by its status; empty for one before
     * 3.6, whose status is silent about it.
     */
    public static Optional<Boolean> told(Member member) {
      return member
          .status()
          .filter(
              said ->
                  MinorLine.of(said.version()).compareTo(Preconditions.FIRST_WITH_DOWNGRADE) >= 0)
          .map(said -> said.storage().downgradeTo().isPresent());
    }

    private boolean runsIt(Member member) {
      return member
          .status()
          .map(MemberStatus::version)
          .filter(v -> v.line().equals(line))
          .isPresent();
    }
  }
}
