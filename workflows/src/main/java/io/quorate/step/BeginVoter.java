package io.quorate.step;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.UrlPlace;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.diagnosis.Return;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts a voter that somebody added and nobody ever started, in an empty directory, at exactly the
 * URL that the membership has for it (docs/etcd.md#phantom-members). It costs quorum, and without
 * quorum it cannot be removed; once it runs it receives the data and votes.
 *
 * <p>A voter that was started once and lost its data is never begun like this: it has forgotten
 * what it acknowledged (docs/etcd.md#wiped-members).
 *
 * @param peerUrl the URLs of the member in the list, one of which is its configured one; several
 *     are separated by a comma
 * @param ground what makes sure that nothing acknowledged is lost by it
 */
public record BeginVoter(MemberName member, MemberId id, String peerUrl, Ground ground)
    implements OnOneMember {
  private static final String ADVERTISED = "ETCD_INITIAL_ADVERTISE_PEER_URLS";

  /** Ground on which a voter is begun: how sure it is that no acknowledged write is lost. */
  public enum Ground {
    /**
     * Of an even number of voters all but it are at hand that were needed: every quorum that can
     * vote now shares a voter with data with every quorum that ever acknowledged.
     */
    NUMBERS,
    /**
     * The list of members and the record say that the voter never ran. If the voter did run,
     * acknowledged writes can be lost.
     */
    RECORD;

    /** The ground on which voters are begun in this view; empty where there is none. */
    public static Optional<Ground> in(ClusterView view) {
      return isSafeByNumbers(view)
          ? Optional.of(NUMBERS)
          : Optional.of(RECORD).filter(known -> isUpToTheRecord(view));
    }

    private static boolean isSafeByNumbers(ClusterView view) {
      int begun = missing(view);
      return 2 * (view.quorum().size() - begun) > view.voters().size() - begun;
    }

    /** Whether the voters at hand have all that the record has seen committed; not without one. */
    private static boolean isUpToTheRecord(ClusterView view) {
      Optional<Long> recorded =
          view.past().incarnation().flatMap(Incarnation::raftIndex).map(HighWaterMark::value);
      long reached =
          Return.atHand(view).stream()
              .flatMap(
                  voter ->
                      Stream.concat(
                          voter.status().map(MemberStatus::raftIndex).stream(),
                          voter.data().position().map(DataPosition::lastIndex).stream()))
              .mapToLong(Long::longValue)
              .max()
              .orElse(0);
      return recorded.filter(seen -> Long.compareUnsigned(reached, seen) >= 0).isPresent();
    }
  }

  /** How many voters are missing for a quorum. */
  public static int missing(ClusterView view) {
    return view.quorum().size() - Return.atHand(view).size();
  }

  @Override
  public String sentence() {
    return "Start %s empty, as the voter %s that was added at %s and never started"
        .formatted(member, id, peerUrl.replace(",", " and "));
  }

  @Override
  public boolean startsOnData() {
    return true;
  }

  /**
   * Rates the step as destructive where the record alone says that the voter never ran: if the
   * voter did run, acknowledged writes can be lost.
   */
  @Override
  public Hazard hazard() {
    return switch (ground) {
      case NUMBERS -> Hazard.IRREVERSIBLE;
      case RECORD -> Hazard.DESTRUCTIVE;
    };
  }

  /** Budget of three starts, and one more for the death of a worker. */
  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(2), 4);
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return voter(view)
        .filter(seen -> seen.workload().runs())
        .map(seen -> member + " runs: " + seen.workload().evidence());
  }

  /** The member counts as silent until {@link AwaitVoting} has seen it vote. */
  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().started(member);
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.RETURNS_VOTES;
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    if (view.margin() >= 0) {
      return new Verdict.Changed(
          StepReason.QUORUM_IS_BACK.because(
              "Quorum is back; " + member + " was to start empty without it."));
    }
    Optional<Ground> now = Ground.in(view);
    if (now.filter(there -> ground == Ground.RECORD || there == ground).isEmpty()) {
      return new Verdict.Changed(
          StepReason.POSSIBLE_LOSS_CHANGED.because(
              "What an empty start of "
                  + member
                  + " can lose has changed since the plan was made."));
    }
    if (Return.atHand(view).isEmpty()) {
      return new Verdict.NotYet(
          StepReason.NO_VOTER_WITH_DATA.because(
              "no voter with data runs from which " + member + " could start"));
    }
    return voter(view)
        .map(
            seen ->
                objection(view, seen)
                    .map(
                        why ->
                            (Verdict)
                                new Verdict.Refused(
                                    StepReason.CANNOT_BEGIN_EMPTY.because(
                                        member + " is not started empty: " + why)))
                    .or(() -> seen.installation().binary().flatMap(to -> joins(view, to)))
                    .orElse(Verdict.PROCEED))
        .orElseGet(
            () ->
                new Verdict.Refused(
                    StepReason.NOT_THE_MEMBER.because(
                        member + " is not the voter " + id + " any more")));
  }

  private Optional<Verdict> joins(ClusterView view, EtcdVersion version) {
    return Preconditions.mayJoin(view, member, version);
  }

  private Optional<Member> voter(ClusterView view) {
    return view.member(member).filter(Member::isVoter).filter(seen -> seen.hasId(id));
  }

  /**
   * Why this voter cannot be begun at its place, as a clause without its name; empty where it can.
   * Data in its directory has to be what an earlier attempt began there.
   */
  public static Optional<String> objection(ClusterView view, Member voter) {
    List<String> listed = voter.entry().map(MembershipEntry::peerUrls).orElse(List.of());
    if (voter.configured().filter(place -> place.isAmong(listed)).isEmpty()) {
      return Optional.of(
          "it is listed at %s, and its peerUrl in quorate.yml is none of these URLs"
              .formatted(String.join(" and ", listed)));
    }
    Optional<String> advertised =
        Optional.ofNullable(voter.installation().settings().get(ADVERTISED))
            .filter(urls -> !UrlPlace.areTheSame(List.of(urls.split(",")), listed));
    if (advertised.isPresent()) {
      return Optional.of(
          "its %s has %s=%s, and it is listed at %s"
              .formatted(
                  voter.words().settings(),
                  voter.words().setting(ADVERTISED),
                  advertised.get(),
                  String.join(" and ", listed)));
    }
    Workload workload = voter.workload();
    if (!workload.isStartable()) {
      return Optional.of(workload.evidence());
    }
    return switch (Return.of(view, voter)) {
      case NEVER_STARTED ->
          view.strangerIn(voter)
              .map(
                  owner ->
                      "its directory holds the data of %s; set that aside, by a rename that keeps it"
                          .formatted(owner));
      case STARTABLE ->
          isItsOwn(view, voter) ? Optional.empty() : Optional.of("there is data at its place");
      case SERVES, RUNS, FORGETFUL, STOPPED_BY_SIGNAL, HANGS, AWAY, OUTDATED, FORKED, GONE ->
          Optional.of("it was started once, or its place is not known to be empty");
    };
  }

  private static boolean isItsOwn(ClusterView view, Member voter) {
    Optional<DataOwner> own =
        voter.id().flatMap(id -> view.clusterId().map(cluster -> new DataOwner(id, cluster)));
    return own.isPresent() && voter.data().owner().equals(own);
  }
}
