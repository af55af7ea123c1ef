package io.quorate.runbook;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataOwner;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.FormerMember;
import io.quorate.step.Awaits.AwaitInSync;
import io.quorate.step.Hazard;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Joins.AddLearner;
import io.quorate.step.Joins.PromoteLearner;
import io.quorate.step.Joins.StartElsewhere;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.PlaceChanges.AddPlace;
import io.quorate.step.Removals.RemoveMember;
import io.quorate.step.SetAsides;
import io.quorate.step.SetAsides.SetDataAside;
import io.quorate.step.SetAsides.SetVolumeAside;
import io.quorate.step.Step;
import io.quorate.step.StepReason;
import io.quorate.step.Stops.StopMember;
import io.quorate.view.ClusterView;
import io.quorate.view.DiskSpace;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import io.quorate.view.RecordWords;
import io.quorate.workload.Arrival;
import io.quorate.workload.ConfiguredMember;
import io.quorate.workload.WalDirectory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Steps that bring a member into the membership, always as a learner first: a learner that never
 * starts costs the cluster nothing (docs/etcd.md#n-08). A learner that an earlier attempt left is
 * adopted.
 */
public final class JoinSteps {
  /**
   * The warning for a learner. Quorate cannot tell a learner that an attempt left behind from a
   * learner that somebody keeps.
   */
  public static final String STANDBY = " Reject this if somebody keeps it as a standby.";

  private final ClusterView view;
  private final boolean judged;
  private final Optional<Arrival> arrival;

  /** Steps that bring in members of whose data the plan has judged whether it is lost. */
  public JoinSteps(ClusterView view) {
    this(view, true, Optional.empty());
  }

  private JoinSteps(ClusterView view, boolean judged, Optional<Arrival> arrival) {
    this.view = view;
    this.judged = judged;
    this.arrival = arrival;
  }

  /** Steps that bring in members at places of which nobody has judged what lies there. */
  public static JoinSteps atOtherPlaces(ClusterView view) {
    return new JoinSteps(view, false, Optional.empty());
  }

  /** Steps that bring in a member at the node or zone to which it goes. */
  public static JoinSteps at(ClusterView view, Arrival arrival) {
    return new JoinSteps(view, true, Optional.of(arrival));
  }

  /**
   * Returns the promise of a plan. Where data of this cluster's history is set aside, the promise
   * is not that no acknowledged write is lost.
   */
  public static String promise(StepList steps, String otherwise) {
    return promise(steps.list(), otherwise);
  }

  /** Returns the promise of a plan with these steps, see {@link #promise(StepList, String)}. */
  public static String promise(List<Step> steps, String otherwise) {
    return steps.stream()
            .anyMatch(step -> step instanceof SetAsides && step.hazard() == Hazard.DESTRUCTIVE)
        ? "Writes that only the data holds that is set aside are not in the cluster afterwards."
            + " That data is kept; compare first whether anything is in it that the cluster"
            + " lacks."
        : otherwise;
  }

  /**
   * The objection to adding these members: the etcd version on their hosts, a URL at which they
   * will not listen, directories that cannot be made empty, or too little room there. A learner
   * that answers has its data already.
   */
  public Optional<Prescription> objection(List<Member> coming) {
    return coming.stream()
        .flatMap(member -> new NewcomerRelease(view, member).objection().stream())
        .findFirst()
        .or(() -> coming.stream().flatMap(one -> cannotBeginEmpty(one).stream()).findFirst())
        .or(() -> elsewhere(coming))
        .or(() -> noRoom(coming));
  }

  private static Optional<Prescription> elsewhere(List<Member> coming) {
    return coming.stream()
        .filter(member -> !member.isListed())
        .flatMap(member -> ChangedAddress.notListening(member).stream())
        .findFirst()
        .map(
            why ->
                new Refusal(StepReason.MEMBER_NOT_LISTENING.because(why.fact() + ".", why.todo())));
  }

  /** The objection where the file system of one of these members has too little room. */
  public Optional<Prescription> noRoom(List<Member> coming) {
    return rooms(coming).stream()
        .flatMap(room -> room.missing(view).stream())
        .<Prescription>map(why -> new Refusal(StepReason.NO_SPACE_ON_DISK.because(why)))
        .findFirst();
  }

  /**
   * Returns the warnings about these members. There are warnings about learners that get a vote,
   * about members whose hosts have unknown room, and about members that come back with fewer URLs
   * than before.
   */
  public List<String> warnings(List<Member> coming) {
    return Stream.of(
            coming.stream()
                .filter(Member::isLearner)
                .map(learner -> learner.name() + " is a learner, and gets a vote." + STANDBY),
            DiskSpace.unknown(view, rooms(coming)).stream(),
            coming.stream().flatMap(member -> fewerUrls(member).stream()))
        .flatMap(Function.identity())
        .toList();
  }

  /** The warning that a newcomer is added at the one URL of its configuration, and had several. */
  public static Optional<String> fewerUrls(Member member) {
    List<String> listed = member.entry().map(MembershipEntry::peerUrls).orElse(List.of());
    return member
        .configured()
        .filter(there -> member.isVoter() && listed.size() > 1)
        .map(
            there ->
                """
                %s is listed at %s, and comes back at %s alone. What else it is to have, etcdctl \
                member update can add once it votes.\
                """
                    .formatted(member.name(), String.join(" and ", listed), there.peerUrl()));
  }

  /** The rooms that are needed; a volume that stays behind says nothing of the one that comes. */
  private List<DiskSpace> rooms(List<Member> coming) {
    return coming.stream()
        .filter(member -> arrival.flatMap(Arrival::leaving).isEmpty())
        .filter(member -> !(member.isLearner() && view.isLive(member)))
        .map(member -> DiskSpace.toJoin(view, member.name()))
        .toList();
  }

  /**
   * The objection to a member whose directories cannot be made empty for it, or that would not join
   * without data; told before anything is removed or renamed.
   */
  public static Optional<Prescription> cannotBeginEmpty(Member member) {
    Optional<String> log = member.data().wal().flatMap(WalDirectory::obstacle);
    return member
        .data()
        .doubt()
        .or(() -> log)
        .or(() -> member.installation().joinObstacle())
        .filter(why -> member.status().isEmpty() || !member.isLearner())
        .map(
            why ->
                new Refusal(
                    StepReason.CANNOT_BEGIN_EMPTY.because(
                        member.name() + " cannot start empty: " + why + ".",
                        "Mend that and delete no data; then start this again.")));
  }

  public void add(StepList steps, Member member) {
    MemberName name = member.name();
    if (member.isLearner() && view.isLive(member)) {
      steps.then(new AwaitInSync(name), new PromoteLearner(name));
      return;
    }
    if (member.hasNoPlace()) {
      steps.then(new AddPlace(name));
    }
    new NewcomerRelease(view, member).step().ifPresent(steps::then);
    if (member.isLearner() && member.hang().isPresent()) {
      steps.then(new StopMember(name));
    }
    if (!member.isLearner() || mustStartOver(member)) {
      startOver(steps, member);
    }
    steps.then(start(name), new AwaitInSync(name), new PromoteLearner(name));
  }

  private Step start(MemberName name) {
    return arrival
        .<Step>map(there -> new StartElsewhere(name, there.to()))
        .orElseGet(() -> new StartMember(name));
  }

  private void startOver(StepList steps, Member member) {
    MemberName name = member.name();
    if (member.isLearner()) {
      steps.then(new HoldMember(name), new RemoveMember(name, member.id().orElseThrow()));
    }
    steps.then(
        aside(member),
        new AddLearner(name, member.configured().map(ConfiguredMember::peerUrl).orElseThrow()));
  }

  private Step aside(Member member) {
    return arrival
        .flatMap(Arrival::leaving)
        .<Step>map(
            left ->
                new SetVolumeAside(member.name(), whose(member), left.volume(), history(member)))
        .orElseGet(() -> new SetDataAside(member.name(), whose(member), history(member)));
  }

  /**
   * The id for the name of the directory that is set aside. Where the data is another's it is left
   * open: that other may be a member, and {@link SetDataAside} refuses the id of a member.
   */
  private MemberId whose(Member member) {
    return view.strangerIn(member).isPresent()
        ? AddLearner.NOT_YET_KNOWN
        : member.id().orElse(AddLearner.NOT_YET_KNOWN);
  }

  /**
   * Returns the former member of this cluster's history whose data is in the directory, and the
   * position of the data. Acknowledged writes may be in that data alone: it is never set aside
   * without saying so.
   */
  private Optional<FormerMember> history(Member member) {
    return member
        .data()
        .owner()
        .filter(
            owner ->
                isOfNow(member, owner)
                    || isOfBefore(member, owner)
                    || OtherHistory.of(view, member).isPresent())
        .map(owner -> new FormerMember(owner, far(member, owner)))
        .or(() -> foreign(member));
  }

  /**
   * Returns the member of another cluster whose data is in the directory, where that cluster has
   * served: no voter of this cluster has what its clients wrote. At revision 1 nothing was ever
   * written.
   */
  private Optional<FormerMember> foreign(Member member) {
    return member
        .data()
        .owner()
        .filter(owner -> view.clusterId().filter(here -> !here.equals(owner.cluster())).isPresent())
        .filter(
            owner -> member.data().position().map(far -> far.highestRevision() > 1).orElse(true))
        .map(
            owner ->
                new FormerMember(
                    owner,
                    owner
                        + member
                            .data()
                            .position()
                            .map(far -> "; it reaches " + far.inWords())
                            .orElse(", how far it was is not known"),
                    Optional.of(true)));
  }

  private String far(Member member, DataOwner owner) {
    return RecordWords.of(view.past(), owner)
        + member.data().position().map(far -> "; it reaches " + far.inWords()).orElse("");
  }

  /**
   * Whether data that the plan has not judged is of the history of now, whole or not. Of a listed
   * member, and where one is replaced of data that is not whole, it has judged already whether it
   * is lost.
   */
  private boolean isOfNow(Member member, DataOwner owner) {
    return !member.isListed()
        && (member.data().intact() || !judged)
        && view.clusterId().filter(owner.cluster()::equals).isPresent();
  }

  /**
   * Whether data is of a history that a person replaced by another. No voter of now has it, so what
   * is left of it counts, whole or not, and whoever has it. Where both histories have one id, a
   * listed member's data is its own.
   */
  private boolean isOfBefore(Member member, DataOwner owner) {
    boolean ofNow = view.clusterId().filter(owner.cluster()::equals).isPresent();
    return view.past().isEarlier(owner.cluster()) && !(ofNow && member.isListed());
  }

  /**
   * Whether a learner left over from an earlier attempt has to be added again, because it was
   * started and its data is not whole or somebody else's, or it was never started and data is
   * there.
   */
  private boolean mustStartOver(Member learner) {
    boolean started = learner.entry().filter(MembershipEntry::started).isPresent();
    return !learner.workload().runs()
        && switch (learner.data().state()) {
          case ABSENT, EMPTY -> started;
          case PARTIAL -> true;
          case PRESENT -> !started || !view.hasOwnData(learner);
          case UNREADABLE -> false;
        };
  }
}
