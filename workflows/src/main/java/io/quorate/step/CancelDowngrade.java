package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.StorageStatus;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Calls a downgrade off, through a member that still runs the newer etcd. etcd answers yes even
 * when the call failed, and through 3.5 the call times out and is applied, so the result is read
 * back (docs/etcd.md#downgrades).
 *
 * @param line the target of the downgrade, such as 3.5
 */
public record CancelDowngrade(String line) implements ActivityStep {
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
            "no voter runs an etcd above " + line + " any more, so nobody can call it off");
  }
}
