package io.quorate.runbook.recovery.comeback;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.diagnosis.ListedUrls;
import io.quorate.diagnosis.Return;
import io.quorate.plan.GuardReason;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.record.Incarnation;
import io.quorate.runbook.StepList;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.comeback.UnobservableCluster.CertificatesToRenew;
import io.quorate.runbook.recovery.loss.LossByNow;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.From;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest.Stage;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.step.Awaits.AwaitRoom;
import io.quorate.step.Awaits.VerifyCluster;
import io.quorate.step.BeginVoter;
import io.quorate.step.Reason;
import io.quorate.step.Runs.ContinueMember;
import io.quorate.step.StepReason;
import io.quorate.step.Votes.AwaitQuorum;
import io.quorate.step.Votes.AwaitReturn;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.step.WorkflowStep.AskApproval;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The safe half of a recovery: voters come back with their own data, or are waited for. What is
 * lost by it was lost before, with a volume that was rolled back.
 */
public record ReturnPrescription(ClusterView view, MajorityRecoveryRequest request) {
  private Phantoms phantoms() {
    return new Phantoms(view);
  }

  /**
   * Whether a return is what is to be done: enough voters are at hand, or may come back and people
   * have not ended the wait for them.
   */
  public boolean isPossible() {
    return view.voters().isEmpty() || comesBack() || begins() || mayWait();
  }

  /** Whether enough are at hand; where people want a restore, those that were not tried in vain. */
  private boolean comesBack() {
    return wantsARestore() ? Return.isQuorumAtHandUntried(view) : Return.isQuorumAtHand(view);
  }

  /** Whether whoever asked named what is to be restored. */
  private boolean wantsARestore() {
    return wantsMore() || request.snapshot().isPresent();
  }

  /** The refusal to restore at a person's wish what comes back whole: nothing is lost by that. */
  public Optional<Prescription> passedOver() {
    if (request.stage() != Stage.FRESH || !wantsARestore() || !comesBack()) {
      return Optional.empty();
    }
    String option =
        request
            .from()
            .map(from -> "--" + MajorityRecoveryRequest.FROM + " " + from.words())
            .orElse("--" + MajorityRecoveryRequest.SNAPSHOT);
    return Optional.of(
        new Refusal(
            GuardReason.VOTERS_CAN_RETURN.because(
                Wording.and(Return.atHand(view))
                    + " are enough for a quorum and have their data, so nothing needs to be lost.",
                "Start this again without "
                    + option
                    + "; where a start was in vain, the same command restores.")));
  }

  /** Whether voters that were never started are begun; before a wait only where that is proven. */
  private boolean begins() {
    return !wantsMore()
        && !Return.isQuorumAtHand(view)
        && phantoms().bringQuorum()
        && (phantoms().cannotLoseWrites() || !mayWait());
  }

  private boolean wantsMore() {
    return request.from().filter(from -> from != From.RETURN).isPresent();
  }

  private boolean mayWait() {
    long possible =
        view.voters().stream()
            .filter(voter -> Return.of(view, voter).isPossible() && !request.off().covers(voter))
            .count();
    return view.quorum().isHeldBy((int) possible) && request.stage() == Stage.FRESH && !wantsMore();
  }

  /** The plan of the return, the plan of the wait for it, or why there is neither. */
  public Prescription prescription() {
    if (view.voters().isEmpty()) {
      return new Refusal(
          RecoveryReason.MEMBERS_UNKNOWN.because(
              "Who is a member is not known: nobody answers, nothing is recorded, and no data was"
                  + " read.",
              "Look at the %s of the members.".formatted(view.words().places())));
    }
    if (begins()) {
      return phantoms().refusal().orElseGet(this::returning);
    }
    return comesBack() ? returning() : waiting();
  }

  private ComingBack back() {
    return new ComingBack(view, toBegin());
  }

  private Prescription returning() {
    if (back().broughtBack().isEmpty()) {
      return new Refusal(apart());
    }
    Optional<ForgetfulVoter> forgetful = ForgetfulVoter.in(view);
    if (forgetful.isPresent()) {
      return new Refusal(
          StepReason.FORGETFUL_VOTER.because(
              forgetful.get().sentence(),
              "Stop what runs as %s at its %s, and keep its directory; then start this again."
                  .formatted(
                      forgetful.get().voter().name(), forgetful.get().voter().words().place())));
    }
    return Stream.concat(back().toStart().stream(), toBegin().stream())
        .flatMap(member -> elsewhere(member).stream())
        .findFirst()
        .orElseGet(this::returnPlan);
  }

  /** Returns the reason where voters that run do not find each other, and what keeps them apart. */
  private Reason apart() {
    CertificatesToRenew certificates = new CertificatesToRenew(view);
    return RecoveryReason.PEERS_APART.because(
        "Enough voters run and do not find each other.",
        Stream.of(
                ListedUrls.toBringBack(view).stream().toList(),
                List.of(RecoveryReason.PEERS_APART.remedy()),
                certificates.keepQuorateOut() ? certificates.toRenew() : certificates.amongPeers())
            .flatMap(List::stream)
            .toList());
  }

  /** Voters that were never started and are begun empty. */
  private List<Member> toBegin() {
    return begins() ? phantoms().toBegin() : List.of();
  }

  /**
   * The refusal to start a member at another address than the listed one: without quorum the
   * membership cannot be told, and nobody would find it.
   */
  private Optional<Prescription> elsewhere(Member member) {
    List<String> listed = member.entry().orElseThrow().peerUrls();
    boolean found =
        listed.stream().anyMatch(url -> ChangedAddress.notListening(member, url).isEmpty());
    return found || member.installation().settings().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                StepReason.MEMBER_NOT_LISTENING.because(
                    member.name()
                        + " is in the membership at "
                        + String.join(" and ", listed)
                        + ", and listens at "
                        + member.installation().settings().getOrDefault("ETCD_LISTEN_PEER_URLS", "")
                        + ". Without quorum the old address has to come back.",
                    "Let %s listen at %s again (ETCD_LISTEN_PEER_URLS, an additional address, or a forwarded port), then start this again."
                        .formatted(member.name(), String.join(" and ", listed)))));
  }

  private Plan returnPlan() {
    StepList steps = new StepList();
    new Survivors(view).save(steps);
    steps.then(AskApproval.AS_POLICY_SAYS);
    steps.fence(back().toHold());
    back()
        .toContinue()
        .forEach(
            member ->
                steps.then(
                    new ContinueMember(member.name(), member.workload().run().orElseThrow())));
    // Those that have room come first: they may be a quorum, which need not wait for anybody.
    back().toStart().stream()
        .filter(member -> !member.workload().diskFull())
        .forEach(member -> steps.then(back().start(member)));
    back().toStart().stream()
        .filter(member -> member.workload().diskFull())
        .forEach(member -> steps.then(AwaitRoom.toStart(view, member)).then(back().start(member)));
    toBegin().forEach(member -> steps.then(begin(member)));
    List<MemberName> coming = back().coming().stream().map(Member::name).toList();
    steps.then(new AwaitQuorum(coming, view.quorum().size(), view.voters().size()));
    coming.forEach(name -> steps.then(new AwaitVoting(name)));
    boolean wholeAfterwards =
        view.learners().isEmpty()
            && back().leftOut().isEmpty()
            && Return.atHand(view).size() + toBegin().size() == view.voters().size();
    if (wholeAfterwards) {
      steps.then(new VerifyCluster(view.voters().size(), view.raised()));
    }
    return new Plan(
        MajorityRecoveryRequest.NAME,
        request.at(Stage.RETURNED),
        title(),
        view,
        steps.list(),
        warnings(),
        (toBegin().isEmpty() || phantoms().cannotLoseWrites()
                ? back().vouching().promise()
                : phantoms().promise())
            + " Writes go on once "
            + view.quorum().size()
            + " of "
            + view.voters().size()
            + " voters vote.");
  }

  private String title() {
    return toBegin().isEmpty()
        ? "Bring back "
            + Wording.and(back().broughtBack())
            + " of "
            + view.cluster()
            + " with the data that is there"
        : "Bring back quorum of "
            + view.cluster()
            + " with "
            + Wording.and(toBegin())
            + ", never started until now";
  }

  private BeginVoter begin(Member member) {
    return new BeginVoter(
        member.name(),
        member.id().orElseThrow(),
        String.join(",", member.entry().orElseThrow().peerUrls()),
        phantoms().ground().orElseThrow());
  }

  private Prescription waiting() {
    List<MemberName> missing =
        view.voters().stream()
            .filter(voter -> !Return.of(view, voter).isAtHand() && !request.off().covers(voter))
            .filter(voter -> Return.of(view, voter) != Return.NEVER_STARTED)
            .map(Member::name)
            .toList();
    StepList steps = new StepList();
    new Survivors(view).save(steps);
    if (!back().toHold().isEmpty()) {
      steps.then(AskApproval.AS_POLICY_SAYS);
      steps.fence(back().toHold());
    }
    steps.then(new AwaitReturn(missing, view.quorum().size(), view.voters().size()));
    return new Plan(
        MajorityRecoveryRequest.NAME,
        request.at(Stage.WAITED),
        "Wait for " + MemberName.inWords(missing) + " of " + view.cluster(),
        view,
        steps.list(),
        Stream.concat(warnings().stream(), Stream.of(new LossByNow(view).sentences())).toList(),
        "Nothing is lost by waiting, and nothing can be written meanwhile.");
  }

  private List<String> warnings() {
    Stream<String> away =
        view.voters().stream()
            .filter(voter -> !Return.of(view, voter).isAtHand())
            .map(voter -> voter.name() + " " + Return.of(view, voter).sentence(view, voter) + ".");
    Stream<String> trust = begins() ? phantoms().warnings().stream() : Stream.empty();
    Stream<String> forGood = begins() ? Stream.empty() : howToState().stream();
    Stream<String> out =
        back().leftOut().stream()
            .map(
                member ->
                    member.name()
                        + " was started in vain and is left out: the others are a quorum. To start"
                        + " it first, reject this, and start it by hand once its trouble is"
                        + " mended.");
    Stream<String> moved = ListedUrls.moved(view).stream();
    return Stream.of(membership().stream(), away, moved, out, trust, forGood)
        .flatMap(one -> one)
        .toList();
  }

  /** How a person goes on where those that are waited for will never be there again. */
  private Optional<String> howToState() {
    List<Member> unreached =
        view.voters().stream()
            .filter(voter -> voter.workload().isUnreachable())
            .filter(voter -> !request.off().covers(voter))
            .toList();
    return unreached.isEmpty() || Return.isQuorumAtHand(view)
        ? Optional.empty()
        : Optional.of(
            "If the "
                + view.words().places(unreached.size())
                + " of "
                + Wording.and(unreached)
                + (unreached.size() == 1 ? " is" : " are")
                + " gone for good: abort this, then start it with "
                + MajorityRecoveryRequest.options(unreached)
                + ".");
  }

  /** Where the member list comes from that nobody could confirm. */
  private Optional<String> membership() {
    return switch (view.source()) {
      case LINEARIZABLE, NONE -> Optional.empty();
      case LOCAL -> Optional.of("The members are those that a member without quorum remembers.");
      case RECORDED ->
          Optional.of(
              "Nobody answers: the members are those that quorum confirmed last"
                  + view.past()
                      .incarnation()
                      .flatMap(Incarnation::confirmed)
                      .map(list -> ", at " + Amounts.moment(list.at()))
                      .orElse("")
                  + ".");
      case FILES -> Optional.of("Nobody answers: the members are those that the data names.");
    };
  }
}
