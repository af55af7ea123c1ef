package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ListedUrls;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Waits until enough of the voters that came back vote under one leader; raft elects one within
 * about a second once the last of them runs (docs/etcd.md#return-of-a-majority).
 *
 * @param members the voters that are to vote
 * @param needed how many of all voters make a quorum
 * @param voters how many voters there are
 */
public record AwaitQuorum(List<MemberName> members, int needed, int voters)
    implements ActivityStep {
  public AwaitQuorum {
    members = List.copyOf(members);
  }

  @Override
  public String sentence() {
    return "Wait until quorum is back: "
        + needed
        + " of "
        + voters
        + (voters == 1 ? " voter votes" : " voters vote under one leader");
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /** Budget of a start with a long log to replay. */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(5), 12);
  }

  /** Only reads, and is waited for while there is no quorum. */
  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().voting(members);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    return view.isConfirmed() ? Verdict.PROCEED : new Verdict.NotYet(waitsFor(view));
  }

  /** Who does not vote and why, and where those are listed that run and answer nobody. */
  private static String waitsFor(ClusterView view) {
    Stream<String> missing =
        view.voters().stream()
            .filter(voter -> !view.isVoting(voter))
            .map(voter -> sentence(view, voter));
    return Stream.concat(missing, ListedUrls.ofRunning(view).sentence().stream())
        .collect(Collectors.joining("; "));
  }

  private static String sentence(ClusterView view, Member voter) {
    return voter.name() + " " + VoterCondition.of(view, voter).sentence(view, voter);
  }

  /** Who votes, as evidence. */
  public static String evidence(ClusterView view) {
    return view.leader().map(leader -> leader.name() + " leads, ").orElse("")
        + view.voting().size()
        + " of "
        + view.voters().size()
        + " voters vote";
  }
}
