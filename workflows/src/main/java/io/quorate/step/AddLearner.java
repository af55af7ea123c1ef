package io.quorate.step;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Room;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Adds a member as a learner, never as a voter (docs/etcd.md#n-08): a learner does not count for
 * quorum, so one that never starts costs the cluster nothing.
 */
public record AddLearner(MemberName member, String peerUrl) implements ActivityStep {
  /**
   * Placeholder for an id that only the result of this step tells. etcd never gives a member the id
   * 0.
   */
  public static final MemberId NOT_YET_KNOWN = new MemberId(0);

  private static final Predicate<MemberStatus> SILENT_ABOUT_IT =
      status -> status.version().line().equals("3.5");

  @Override
  public String sentence() {
    return "Add " + member + " as a learner at " + peerUrl;
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
  public Optional<String> isDone(ClusterView view) {
    return view.memberAt(peerUrl)
        .filter(Member::isLearner)
        .flatMap(Member::id)
        .map(id -> "the membership lists learner " + id + " at " + peerUrl);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().learnerAdded(member, peerUrl, NOT_YET_KNOWN);
  }

  @Override
  public Optional<MemberName> newcomer() {
    return Optional.of(member);
  }

  @Override
  public Optional<Step> undo() {
    return Optional.of(new RemoveMember(member, NOT_YET_KNOWN));
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> there = view.memberAt(peerUrl);
    if (there.isPresent()) {
      return new Verdict.Refused(peerUrl + " belongs to the voter " + there.get().name());
    }
    if (!view.learners().isEmpty()) {
      return new Verdict.Refused(
          "there is a learner already: " + view.learners().get(0).name() + "; one at a time");
    }
    Optional<Member> unstarted =
        view.voters().stream()
            .filter(voter -> voter.entry().filter(l -> !l.started()).isPresent())
            .findFirst();
    if (unstarted.isPresent()) {
      return new Verdict.Refused(
          unstarted.get().name() + " is a voter that was never started; see to it first");
    }
    return elsewhere(view)
        .or(() -> room(view).flatMap(room -> room.missing(view)).map(Verdict.NotYet::new))
        .orElseGet(() -> dataAside(view));
  }

  @Override
  public Optional<Room> room(ClusterView view) {
    return Optional.of(Room.toJoin(view, member));
  }

  /**
   * The member to ask at its peer URL whether a downgrade is enabled, because 3.5 reports it
   * nowhere else. An unstarted learner would keep the downgrade enabled, and could not start before
   * its end (docs/etcd.md#traps-of-a-downgrade). One answer is enough, because all members know of
   * the same downgrade.
   */
  public Optional<MemberName> toldOnlyByPeerUrl(ClusterView view) {
    return view.voting().stream()
        .filter(voter -> voter.status().filter(SILENT_ABOUT_IT).isPresent())
        .findFirst()
        .map(Member::name);
  }

  private Optional<Verdict> elsewhere(ClusterView view) {
    return view.member(member)
        .filter(place -> !place.installation().settings().isEmpty())
        .flatMap(place -> ChangedAddress.notListening(place, peerUrl))
        .map(Verdict.Refused::new);
  }

  /**
   * Refuses while old data is there: a learner that finds it would start as the member it was
   * (docs/etcd.md#n-03).
   */
  private Verdict dataAside(ClusterView view) {
    Optional<DataDirectory.State> data = view.member(member).map(seen -> seen.data().state());
    return data.filter(Preconditions::nothingThere).isPresent()
        ? Verdict.PROCEED
        : new Verdict.Refused("the data directory of " + member + " is not empty");
  }
}
