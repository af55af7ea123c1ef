package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ListedUrls;
import io.quorate.diagnosis.Return;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Waits until enough voters can come back with their data, for hours or days: the cheapest recovery
 * is no recovery (docs/etcd.md#return-of-a-majority). People may end the wait with {@code continue}
 * and go on to what a restore would lose.
 *
 * @param missing the voters that cannot come back as things are
 * @param needed how many of all voters have to run
 * @param voters how many voters there are
 */
public record AwaitReturn(List<MemberName> missing, int needed, int voters)
    implements ActivityStep {
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
  public Hazard hazard() {
    return Hazard.OBSERVES;
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

  /** Who is missing now and why, and where those are listed whose hosts cannot be reached. */
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
