package io.quorate.step;

import io.quorate.cluster.MemberStatus;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits until etcd has ended the downgrade, within 5 s of the last member's start: no member may
 * join before (docs/etcd.md#downgrades). From 3.6 on a member tells it in its status; one of 3.5 on
 * its peer URL only.
 *
 * @param line such as 3.5
 */
public record AwaitDowngradeEnd(String line) implements ActivityStep {
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

  /** Requires that every member runs and reports the line; only then peer URLs are worth asking. */
  @Override
  public Verdict mayRun(ClusterView view) {
    return view.members().stream()
        .filter(Member::isListed)
        .filter(member -> !view.isLive(member) || !runsIt(member))
        .findFirst()
        .<Verdict>map(
            member -> new Verdict.NotYet(member.name() + " does not run " + line + " yet"))
        .or(() -> Preconditions.notShowing(view, line).map(Verdict.NotYet::new))
        .orElse(Verdict.PROCEED);
  }

  /**
   * Whether this member tells that a downgrade is enabled, by its status; empty for one before 3.6,
   * whose status is silent about it, so that it has to be asked at its peer URL.
   */
  public static Optional<Boolean> told(Member member) {
    return member
        .status()
        .filter(
            said -> MinorLine.of(said.version()).compareTo(Preconditions.FIRST_WITH_DOWNGRADE) >= 0)
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
