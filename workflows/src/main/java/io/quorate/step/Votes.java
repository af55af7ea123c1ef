package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ListedUrls;
import io.quorate.diagnosis.Return;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Steps about voting and leadership. */
public sealed interface Votes extends ActivityStep {
  @Override
  default Hazard hazard() {
    return Hazard.OBSERVES;
  }

  /**
   * Waits until enough of the voters that came back vote under one leader; raft elects one within
   * about a second once the last of them runs (docs/etcd.md#return-of-a-majority).
   *
   * @param members the voters that are to vote
   * @param needed how many of all voters make a quorum
   * @param voters how many voters there are
   */
  record AwaitQuorum(List<MemberName> members, int needed, int voters) implements Votes {
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
      return view.isConfirmed()
          ? Verdict.PROCEED
          : new Verdict.NotYet(StepReason.NO_QUORUM.because(waitsFor(view)));
    }

    /**
     * Names the voters that do not vote, with the reason, and the listed URLs of members that run
     * and answer nobody.
     */
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

    /** Counts the voting members, as evidence. */
    public static String evidence(ClusterView view) {
      return view.leader().map(leader -> leader.name() + " leads, ").orElse("")
          + view.voting().size()
          + " of "
          + view.voters().size()
          + " voters vote";
    }
  }

  /**
   * Waits until enough voters can come back with their data, for hours or days: the cheapest
   * recovery is no recovery (docs/etcd.md#return-of-a-majority). People may end the wait with
   * {@code continue} and go on to what a restore would lose.
   *
   * @param missing the voters that cannot come back as things are
   * @param needed how many of all voters have to run
   * @param voters how many voters there are
   */
  record AwaitReturn(List<MemberName> missing, int needed, int voters) implements Votes {
    /**
     * The longest wait, lost workers included; after it people are asked what is to be done. An
     * observation without a verdict does not end it sooner.
     */
    private static final Duration LONGEST = Duration.ofDays(30);

    public AwaitReturn {
      missing = List.copyOf(missing);
    }

    @Override
    public String sentence() {
      return "Wait until "
          + needed
          + " of "
          + voters
          + " voters can run with their data (missing: "
          + MemberName.inWords(missing)
          + "); continue ends the wait";
    }

    @Override
    public Budget budget() {
      return new Budget(LONGEST, 40, LONGEST);
    }

    /** Only reads, and is waited for while there is no quorum. */
    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    /** Whether people may end the wait. */
    @Override
    public boolean endsByContinue() {
      return true;
    }

    /** The evidence that enough voters are at hand, or vote; empty while they are not. */
    public Optional<String> reached(ClusterView view) {
      if (view.margin() >= 0) {
        return Optional.of("quorum is back: " + names(view.voting()) + " vote");
      }
      List<Member> there = Return.atHand(view);
      return view.quorum().isHeldBy(there.size())
          ? Optional.of(there.size() + " of " + view.voters().size() + " can run: " + names(there))
          : Optional.empty();
    }

    /**
     * Names the voters that are missing now, with the reason, and the listed URLs of members whose
     * hosts cannot be reached.
     */
    public static String waitsFor(ClusterView view) {
      Stream<String> missing =
          view.voters().stream()
              .filter(voter -> !Return.of(view, voter).isAtHand())
              .map(voter -> voter.name() + " " + Return.of(view, voter).sentence(view, voter));
      return Stream.concat(missing, ListedUrls.ofUnreached(view).sentence().stream())
          .collect(Collectors.joining("; "));
    }

    private static String names(List<Member> members) {
      return MemberName.inWords(members.stream().map(Member::name).toList());
    }
  }

  /**
   * Waits until a voter that was started takes part in the quorum again, is in sync by the rule of
   * {@link AwaitInSync}, and quorum takes a write through it. Only then the next member may be
   * touched.
   */
  record AwaitVoting(MemberName member) implements Votes {
    @Override
    public String sentence() {
      return "Wait until " + member + " votes and is in sync with the leader";
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(1), 40);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().inSync(member);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return view.member(member).filter(view::isVoting).isPresent()
          ? Verdict.PROCEED
          : new Verdict.NotYet(
              StepReason.VOTER_DOES_NOT_VOTE.because(member + " does not vote yet"));
    }
  }

  /**
   * Hands the leadership on before a member is touched: clients see a gap of at most 0.1 s, where
   * the death of a leader costs 1 to 2 election time-outs (docs/etcd.md#planned-replacement,
   * #who-leads).
   */
  record MoveLeader(MemberName from, MemberName to) implements Votes {
    @Override
    public String sentence() {
      return "Move the leadership from " + from + " to " + to;
    }

    /** The sentence without the successor, which may be any voter that votes. */
    @Override
    public String material() {
      return "Move the leadership away from " + from;
    }

    /**
     * Whether the other step moves the leadership away from the same member, to whichever voter.
     */
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
          : new Verdict.NotYet(
              StepReason.VOTER_DOES_NOT_VOTE.because(to + " does not vote at this moment"));
    }
  }
}
