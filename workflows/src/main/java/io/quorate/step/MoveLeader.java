package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Hands the leadership on before a member is touched: clients see a gap of at most 0.1 s, where the
 * death of a leader costs 1 to 2 election time-outs (docs/etcd.md#planned-replacement, #who-leads).
 */
public record MoveLeader(MemberName from, MemberName to) implements ActivityStep {
  @Override
  public String sentence() {
    return "Move the leadership from " + from + " to " + to;
  }

  /** The sentence without the successor, which may be any voter that votes. */
  @Override
  public String material() {
    return "Move the leadership away from " + from;
  }

  /** Whether the other step moves the leadership away from the same member, to whichever voter. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof MoveLeader same && from.equals(same.from);
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
    return view.projected().ledBy(to);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.leader()
        .map(Member::name)
        .filter(leader -> !leader.equals(from))
        .map(leader -> leader + " leads");
  }

  /**
   * The successor has to live and vote: a paused member takes no leadership, and the call hangs
   * (docs/etcd.md#late-changes).
   */
  @Override
  public Verdict mayRun(ClusterView view) {
    return view.member(to).filter(view::isVoting).isPresent()
        ? Verdict.PROCEED
        : new Verdict.NotYet(to + " does not vote at this moment");
  }
}
