package io.quorate.step;

import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.StorageStatus;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;

/**
 * Enables a downgrade in etcd, before any member runs the older etcd (docs/etcd.md#downgrades).
 * etcd answers a repeated call in several ways, none of which says "in progress", so the result is
 * read back from every member. A 3.5 cluster is never sent the call, because 3.5 applies it and
 * bricks every later restart (docs/etcd.md#n-20).
 *
 * @param line such as 3.5
 */
public record EnableDowngrade(String line) implements ActivityStep {
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
            member.name()
                + " runs etcd "
                + status.get().version()
                + ", not the line above "
                + line);
      }
      Optional<String> other =
          status
              .map(MemberStatus::storage)
              .flatMap(StorageStatus::downgradeTo)
              .filter(to -> !to.equals(line));
      if (other.isPresent()) {
        return new Verdict.Refused("a downgrade to " + other.get() + " is enabled");
      }
    }
    return Preconditions.notShowing(view, above().toString())
        .<Verdict>map(Verdict.NotYet::new)
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
