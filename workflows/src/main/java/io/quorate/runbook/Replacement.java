package io.quorate.runbook;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Listing;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerSight;
import io.quorate.cluster.Place;
import io.quorate.cluster.VotingStatus;
import io.quorate.cluster.Workload;
import io.quorate.diagnosis.Condition;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.NothingToDo;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.MinorityReplaceRequest.Vouched;
import io.quorate.step.AddLearner;
import io.quorate.step.AskApproval;
import io.quorate.step.AwaitInSync;
import io.quorate.step.HoldMember;
import io.quorate.step.PromoteLearner;
import io.quorate.step.RemoveMember;
import io.quorate.step.SaveSnapshot;
import io.quorate.step.SetDataAside;
import io.quorate.step.StartMember;
import io.quorate.step.VerifyCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One prescription of {@link MinorityReplaceRunbook}: whom to replace, why not, and how. */
final class Replacement {
  /** How long it must look lost before it is called so (contract 3, "gone for good"). */
  static final Duration LOST_FOR = Duration.ofSeconds(5);

  private static final EtcdVersion FIRST_SUPPORTED = new EtcdVersion(3, 5, 0);

  private final ClusterView view;
  private final MinorityReplaceRequest request;
  private final List<Member> chosen;

  Replacement(ClusterView view, MinorityReplaceRequest request) {
    this.view = view;
    this.request = request;
    this.chosen =
        request.members().isEmpty()
            ? inTrouble()
            : request.members().stream().flatMap(name -> view.member(name).stream()).toList();
  }

  Prescription prescription() {
    Optional<MemberName> unknown =
        request.members().stream().filter(name -> view.member(name).isEmpty()).findFirst();
    if (unknown.isPresent()) {
      return new Refusal(unknown.get() + " is neither configured nor in the membership.");
    }
    if (!chosen.isEmpty() && chosen.stream().allMatch(this::isDone)) {
      return new NothingToDo(names(chosen) + (chosen.size() == 1 ? " is" : " are") + " replaced.");
    }
    return chosen.stream()
        .filter(member -> !isDone(member))
        .flatMap(member -> objection(member).stream())
        .findFirst()
        .or(this::objection)
        .orElseGet(this::plan);
  }

  /** All that are not as they should be: left to choose, Quorate takes every one of them. */
  private List<Member> inTrouble() {
    boolean even = view.voters().size() % 2 == 0;
    return view.members().stream()
        .filter(
            member ->
                switch (member.votingStatus()) {
                  case VOTER -> Condition.of(view, member) != Condition.VOTING;
                  case LEARNER -> true;
                  case UNLISTED -> even;
                })
        .toList();
  }

  private boolean isDone(Member member) {
    return request.isReplaced(member) && view.isVoting(member);
  }

  private Optional<Prescription> objection(Member member) {
    if (member.place().isEmpty()) {
      return refuse(member.name() + " is not in the configuration, so it cannot be started again.");
    }
    return switch (member.votingStatus()) {
      case VOTER -> voter(member);
      case LEARNER -> learner(member);
      case UNLISTED -> processAbsent(member);
    };
  }

  private Optional<Prescription> voter(Member member) {
    Condition condition = Condition.of(view, member);
    String finding = member.name() + " " + condition.sentence(member);
    return switch (condition) {
      case VOTING, NOT_VOTING -> alive(member);
      case LOST -> lost(member, finding);
      case UNREACHABLE -> settled(member, new Refusal(finding + ". Look at the network first."));
      case STOPPED, DISK_FULL -> stopped(member, finding);
      case NEVER_STARTED ->
          settled(member, new Refusal(finding + ". Start it at exactly that URL, or remove it."));
      case SILENT -> silent(member, finding);
    };
  }

  private Optional<Prescription> alive(Member member) {
    String peers =
        member.peers() == PeerSight.ACTIVE ? " and its peers exchange raft messages with it" : "";
    return refuse(
        member.name()
            + " is alive: it answers"
            + peers
            + ". If it is to be moved, use planned-migration.");
  }

  /** Gone for good: proven for 5 s. Data that is there but known bad needs the longer silence. */
  private Optional<Prescription> lost(Member member, String finding) {
    Instant sure =
        member.lostSince().isPresent()
            ? later(member.lostSince().get(), view.settledSince()).plus(LOST_FOR)
            : silentLongEnough(member);
    return view.at().isBefore(sure) ? notYet(finding, sure) : Optional.empty();
  }

  /** Its data is there, so starting it beats everything, unless a person says it cannot be had. */
  private Optional<Prescription> stopped(Member member, String finding) {
    if (request.lostByWord() == Vouched.BY_NOBODY) {
      return settled(
          member,
          new Refusal(
              finding
                  + ". Start it with its data: use member-restart. If its data cannot come back,"
                  + " say --data-is-lost."));
    }
    Instant sure = silentLongEnough(member);
    return view.at().isBefore(sure) ? notYet(finding, sure) : Optional.empty();
  }

  private Optional<Prescription> silent(Member member, String finding) {
    Instant sure = silentLongEnough(member);
    if (view.at().isBefore(sure)) {
      return notYet(finding, sure);
    }
    if (member.peers() == PeerSight.UNKNOWN) {
      return refuse(finding + ". Without knowing what its peers see, it cannot be called dead.");
    }
    if (request.lostByWord() == Vouched.BY_NOBODY) {
      return refuse(
          finding + ". That its data is lost is not known; if you know it, say --data-is-lost.");
    }
    return processAbsent(member);
  }

  private Optional<Prescription> learner(Member member) {
    boolean ours =
        member
            .listing()
            .filter(l -> l.peerUrls().contains(member.place().orElseThrow().peerUrl()))
            .isPresent();
    if (!ours) {
      return refuse(
          member.name()
              + " is a learner at "
              + member.listing().map(Listing::peerUrls).orElse(List.of())
              + ", not where the configuration has it. Remove it first.");
    }
    return member.workload().state() == Workload.State.UNKNOWN
        ? processAbsent(member)
        : Optional.empty();
  }

  private Optional<Prescription> processAbsent(Member member) {
    return member.workload().provenAbsent()
        ? Optional.empty()
        : refuse(
            "The process of "
                + member.name()
                + " is not proven gone ("
                + member.workload().evidence()
                + "). Look at its host; nothing is done to it.");
  }

  /** A moment after a change everything may look worse than it is. */
  private Optional<Prescription> settled(Member member, Refusal refusal) {
    Instant sure =
        later(member.silentSince().orElse(view.at()), view.settledSince()).plus(LOST_FOR);
    return view.at().isBefore(sure)
        ? Optional.of(new NotYet(refusal.because(), sure))
        : Optional.of(refusal);
  }

  private Instant silentLongEnough(Member member) {
    return member.silentSince().orElse(view.at()).plus(view.lookAgain());
  }

  /** What speaks against the whole. */
  private Optional<Prescription> objection() {
    if (chosen.isEmpty()) {
      return Optional.of(new NothingToDo("No member is lost."));
    }
    List<Member> others =
        inTrouble().stream()
            .filter(member -> member.votingStatus() != VotingStatus.UNLISTED)
            .filter(member -> !chosen.contains(member))
            .toList();
    if (!others.isEmpty()) {
      return refuse(
          names(others)
              + (others.size() == 1 ? " is" : " are")
              + " not as it should be either; see to it first, or replace them together.");
    }
    Set<String> lines = versionLines();
    if (lines.size() > 1) {
      return refuse(
          "Members run different minor versions ("
              + String.join(", ", lines)
              + "); membership is not changed while versions are mixed. Use rolling-upgrade"
              + " first.");
    }
    if (source().isEmpty()) {
      return refuse("No voter can give a snapshot.");
    }
    return additions().isEmpty() && lost().isEmpty() ? evenOtherwise() : Optional.empty();
  }

  /** Nothing to remove, and adding would make the number of voters even. */
  private Optional<Prescription> evenOtherwise() {
    boolean removedByUs =
        chosen.stream().allMatch(member -> request.instead().containsKey(member.name()));
    if (removedByUs) {
      return Optional.of(new NothingToDo(names(chosen) + " is removed, as planned."));
    }
    return refuse(
        "With "
            + names(chosen)
            + " there would be "
            + (view.voters().size() + chosen.size())
            + " voters; an even number is never left behind.");
  }

  private Prescription plan() {
    List<Member> lost = lost();
    List<Member> added = additions();
    int voters = view.voters().size() - lost.size() + added.size();
    Steps steps = Steps.of(new SaveSnapshot(source().orElseThrow()), AskApproval.AS_POLICY_SAYS);
    for (Member member : lost) {
      steps.then(new HoldMember(member.name()), new RemoveMember(member.name(), id(member)));
    }
    added.forEach(member -> add(steps, member));
    steps.then(new VerifyCluster(voters));
    return new Plan(
        "minority-replace",
        request.about(chosen),
        "Replace " + names(chosen) + " of " + view.cluster(),
        view,
        steps.list(),
        warnings(lost, added),
        promise());
  }

  private void add(Steps steps, Member member) {
    MemberName name = member.name();
    if (member.isLearner() && !mustStartOver(member)) {
      steps.then(new StartMember(name), new AwaitInSync(name), new PromoteLearner(name));
      return;
    }
    if (member.isLearner()) {
      steps.then(new RemoveMember(name, id(member)));
    }
    MemberId was = member.id().orElse(AddLearner.NOT_YET_KNOWN);
    steps.then(
        new SetDataAside(name, was),
        new AddLearner(name, member.place().map(Place::peerUrl).orElseThrow()),
        new StartMember(name),
        new AwaitInSync(name),
        new PromoteLearner(name));
  }

  /**
   * A learner left over from an earlier attempt is adopted, unless its files and its record do not
   * fit each other: started, and its data gone; or never started, and data there.
   */
  private boolean mustStartOver(Member learner) {
    boolean started = learner.listing().filter(Listing::started).isPresent();
    boolean running = learner.workload().state() == Workload.State.RUNNING;
    return !running
        && switch (learner.data().state()) {
          case ABSENT, EMPTY -> started;
          case PARTIAL, PRESENT -> !started;
          case UNREADABLE -> false;
        };
  }

  private List<Member> lost() {
    return chosen.stream().filter(member -> member.isVoter() && !isDone(member)).toList();
  }

  /**
   * Who is added again: all of them, but the last one where that would leave an even number of
   * voters (etcd-runbooks N-30): it would tolerate no more losses than one less.
   */
  private List<Member> additions() {
    List<Member> all = new ArrayList<>(chosen.stream().filter(member -> !isDone(member)).toList());
    int voters = view.voters().size() - lost().size() + all.size();
    if (voters % 2 == 0 && !all.isEmpty()) {
      all.remove(all.size() - 1);
    }
    return all;
  }

  /** A follower that votes, so that the leader is spared; the leader only when it is alone. */
  private Optional<MemberName> source() {
    List<Member> followers =
        view.voting().stream()
            .filter(member -> member.answer().filter(Answer::isLeader).isEmpty())
            .toList();
    List<Member> candidates = followers.isEmpty() ? view.voting() : followers;
    return candidates.stream().findFirst().map(Member::name);
  }

  private List<String> warnings(List<Member> lost, List<Member> added) {
    List<String> warnings = new ArrayList<>();
    versionLines().stream()
        .filter(line -> EtcdVersion.parse(line + ".0").isBefore(FIRST_SUPPORTED))
        .forEach(
            line ->
                warnings.add(
                    "etcd " + line + " is end of life and gets no more patches; upgrade soon."));
    chosen.stream()
        .filter(member -> lost.contains(member) && !added.contains(member))
        .forEach(
            member ->
                warnings.add(
                    member.name()
                        + " is removed and not added again: with it the number of voters would be"
                        + " even, which tolerates no more losses."));
    if (request.lostByWord() == Vouched.BY_A_PERSON) {
      warnings.add("That the data cannot come back is a person's word, not something Quorate saw.");
    }
    return warnings;
  }

  private String promise() {
    String others =
        names(view.voting().stream().filter(member -> !chosen.contains(member)).toList());
    return "No acknowledged write can be lost while "
        + others
        + " stay up. If too many of them fail before the end, writes stop until they are back;"
        + " nothing is lost.";
  }

  private Set<String> versionLines() {
    return view.members().stream()
        .filter(view::isLive)
        .flatMap(member -> member.answer().stream())
        .map(answer -> answer.version().line())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static MemberId id(Member member) {
    return member.id().orElseThrow();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Optional<Prescription> refuse(String because) {
    return Optional.of(new Refusal(because));
  }

  private static Optional<Prescription> notYet(String finding, Instant until) {
    return Optional.of(new NotYet(finding + "; this must hold until " + until + ".", until));
  }

  private static String names(List<Member> members) {
    return members.stream().map(member -> member.name().value()).collect(Collectors.joining(", "));
  }
}
