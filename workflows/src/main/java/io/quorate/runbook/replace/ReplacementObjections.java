package io.quorate.runbook.replace;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerActivity;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.SilentMember;
import io.quorate.runbook.Wording;
import io.quorate.runbook.replace.MinorityReplaceRequest.Vouched;
import io.quorate.step.Reason;
import io.quorate.step.ReasonCode;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Objections to replacing one member. A member is dead only if it neither answers nor is heard by
 * its peers and its process is proven gone; it is lost only if it is dead and has no data on a disk
 * that is there, or a person says so (docs/etcd.md#n-11).
 */
final class ReplacementObjections {
  /** How long a member must look lost before it is called lost (docs/etcd.md#definitions). */
  static final Duration LOST_FOR = Duration.ofSeconds(5);

  private final ClusterView view;
  private final Vouched lostByWord;

  ReplacementObjections(ClusterView view, Vouched lostByWord) {
    this.view = view;
    this.lostByWord = lostByWord;
  }

  Optional<Prescription> to(Member member) {
    if (isPhantom(member)) {
      return phantom(member);
    }
    if (member.configured().isEmpty()) {
      return refuse(
          RunbookReason.NOT_CONFIGURED.because(
              member.name() + " is not in quorate.yml, so it cannot be started again."));
    }
    return switch (member.votingStatus()) {
      case VOTER -> voter(member);
      case LEARNER -> learner(member);
      case UNLISTED -> cannotRun(member);
    };
  }

  private Optional<Prescription> voter(Member member) {
    VoterCondition condition = VoterCondition.of(view, member);
    String finding = member.name() + " " + condition.sentence(view, member);
    return switch (condition) {
      case VOTING ->
          refuse(
              ReplaceReason.VOTER_VOTES.because(
                  member.name() + " votes; minority-replace removes only lost members.",
                  "To move it: "
                      + Wording.start(view, "planned-migration", "--member " + member.name())));
      case NOT_VOTING -> settled(member, ReplaceReason.MEMBER_NOT_VOTING.because(finding + "."));
      case UNREACHABLE ->
          settled(member, ReplaceReason.MEMBER_UNREACHABLE.because(finding + ".", member.words()));
      case HUNG ->
          settled(
              member,
              StepReason.MEMBER_HANGS.because(
                  finding + ".",
                  Wording.start(view, "member-restart", "--member " + member.name())));
      case NEVER_STARTED ->
          before(silentLongEnough(member), finding).or(() -> provenDead(member, finding));
      case STOPPED, DISK_FULL -> stopped(member, finding);
      case LOST -> lost(member, finding).or(() -> cannotRun(member));
      case OTHER_HISTORY -> onWord(member, finding);
      case SILENT -> silent(member, finding);
    };
  }

  /**
   * Whether the member was added, never started, and no host is known for it: most often a wrong
   * URL (docs/etcd.md#phantom-members).
   */
  static boolean isPhantom(Member member) {
    return member.configured().isEmpty()
        && member.entry().filter(entry -> !entry.started()).isPresent();
  }

  /** The wait for a phantom: whoever added it gets time to start it. */
  private Optional<Prescription> phantom(Member member) {
    String finding =
        member.name()
            + " at "
            + member.entry().map(entry -> String.join(", ", entry.peerUrls())).orElse("?")
            + " is in the membership, was never started, and is not in the configuration";
    return switch (member.peerActivity()) {
      case INACTIVE -> timeToStart(silentLongEnough(member), finding);
      case ACTIVE, STALLED ->
          settled(
              member,
              ReplaceReason.PHANTOM_STARTS.because(
                  finding + ". Its peers hear it: somebody starts it at this moment."));
      case UNKNOWN ->
          settled(
              member,
              StepReason.PEERS_NOT_SEEN.because(
                  finding + ". What all its peers see is not known."));
    };
  }

  private Optional<Prescription> timeToStart(Instant until, String finding) {
    return view.at().isBefore(until)
        ? Optional.of(
            new NotYet(
                ReplaceReason.PHANTOM_TOO_YOUNG.because(
                    finding
                        + ". Whoever added it has until "
                        + Amounts.moment(until)
                        + " to start it."),
                until))
        : Optional.empty();
  }

  /**
   * The wait until a lost member has looked lost for 5 s. Data that is there but known bad needs
   * the longer silence.
   */
  private Optional<Prescription> lost(Member member, String finding) {
    Instant sure =
        member.lostSince().isPresent()
            ? later(member.lostSince().get(), view.settledSince()).plus(LOST_FOR)
            : silentLongEnough(member);
    return before(sure, finding);
  }

  /**
   * The objection to replacing a stopped member with data: starting it is better, unless a person
   * says that the data is lost.
   */
  private Optional<Prescription> stopped(Member member, String finding) {
    return lostByWord == Vouched.BY_NOBODY
        ? settled(
            member,
            ReplaceReason.DATA_IS_THERE.because(
                finding + ".",
                Wording.start(view, "member-restart", "--member " + member.name()),
                dataIsLost(member)))
        : onWord(member, finding);
  }

  private Optional<Prescription> silent(Member member, String finding) {
    if (member.status().isPresent()) {
      return settled(
          member,
          ReplaceReason.WHICH_IS_IT.because(finding + ".", SilentMember.of(view, member).todo()));
    }
    if (member.workload().provenAbsent() && member.data().doubt().isPresent()) {
      SilentMember silent = SilentMember.of(view, member);
      return settled(member, ReplaceReason.DATA_IN_DOUBT.because(silent.finding(), silent.todo()));
    }
    if (lostByWord == Vouched.BY_NOBODY
        && member.workload().provenAbsent()
        && view.strangerIn(member).isPresent()) {
      return settled(member, unlessLost(member, StepReason.STRANGERS_DATA));
    }
    if (lostByWord == Vouched.BY_A_PERSON) {
      return onWord(member, finding);
    }
    return before(silentLongEnough(member), finding)
        .or(() -> provenDead(member, finding))
        .or(() -> refuse(unlessLost(member, ReplaceReason.LOSS_NOT_KNOWN)));
  }

  /** The reason to mend a silent member, unless a person knows that its data is lost. */
  private Reason unlessLost(Member member, ReasonCode code) {
    SilentMember silent = SilentMember.of(view, member);
    return code.because(silent.finding(), silent.todo(), dataIsLost(member));
  }

  /** The command with which a person vouches for the loss. */
  private String dataIsLost(Member member) {
    return "Only if you know its data cannot come back: "
        + Wording.start(view, "minority-replace", "--member " + member.name(), "--data-is-lost");
  }

  /**
   * The objection to replacing a member whose data a person calls lost. The person vouches for the
   * data only; that no process runs has to be observed.
   */
  private Optional<Prescription> onWord(Member member, String finding) {
    return before(silentLongEnough(member), finding).or(() -> provenDead(member, finding));
  }

  private Optional<Prescription> provenDead(Member member, String finding) {
    return member.peerActivity() == PeerActivity.INACTIVE
        ? cannotRun(member)
        : refuse(StepReason.PEERS_NOT_SEEN.because(finding + ". It may be alive."));
  }

  private Optional<Prescription> learner(Member member) {
    MembershipEntry entry = member.entry().orElseThrow();
    if (!member.configured().orElseThrow().isAmong(entry.peerUrls())) {
      return refuse(
          ReplaceReason.LEARNER_ELSEWHERE.because(
              member.name()
                  + " is a learner at "
                  + String.join(", ", entry.peerUrls())
                  + ", and quorate.yml has it at another URL.",
              "Correct peerUrl of " + member.name() + " in quorate.yml.",
              "Or remove the learner: " + Wording.removal(view, member)));
    }
    if (member.workload().runs()) {
      return Optional.empty();
    }
    return member.data().state() == DataDirectory.State.UNREADABLE
        ? refuse(
            StepReason.DIRECTORY_UNREADABLE.because(
                "The data directory of " + member.name() + " cannot be read.",
                member
                    .data()
                    .doubt()
                    .map(doubt -> "Mend " + member.name() + ": " + doubt + ".")
                    .orElse(member.words().lookAt(member.name()) + " Delete nothing.")))
        : cannotRun(member);
  }

  /** The objection to a member whose process may run now, or where nothing can be started. */
  private Optional<Prescription> cannotRun(Member member) {
    if (member.isVoter() && member.workload().isRestarting()) {
      // The plan for a voter begins with a hold, which ends that.
      return Optional.empty();
    }
    String evidence = member.workload().evidence();
    PlaceWords words = member.words();
    return switch (member.workload().state()) {
      case Workload.Gone.STOPPED, Workload.Gone.HELD -> Optional.empty();
      case Workload.Gone.ABSENT ->
          refuse(
              StepReason.CANNOT_BE_STARTED.because(
                  "Nothing on "
                      + words.placeOf(member.name())
                      + " can be started ("
                      + evidence
                      + ").",
                  "Put back what starts "
                      + member.name()
                      + ", or give "
                      + member.name()
                      + " another "
                      + words.place()
                      + " in quorate.yml."));
      case Workload.Running running -> refuse(notGone(member, words.lookAt(member.name())));
      case Workload.Uncertain.RESTARTING ->
          refuse(notGone(member, words.endRestarts() + "; then start this again."));
      case Workload.Uncertain.UNREACHABLE ->
          refuse(
              notGone(
                  member,
                  words.lookAt(member.name())
                      + " If the "
                      + words.place()
                      + " is gone for good, write a new address and URLs into quorate.yml."));
      case Workload.Uncertain.STRANGER, Workload.Uncertain.AMBIGUOUS ->
          refuse(notGone(member, words.lookAt(member.name())));
    };
  }

  private static Reason notGone(Member member, String todo) {
    return StepReason.PROCESS_NOT_PROVEN_GONE.because(
        "The process of "
            + member.name()
            + " is not proven gone ("
            + member.workload().evidence()
            + ").",
        todo);
  }

  /** The wait for a settled cluster: right after a change members may look worse than they are. */
  private Optional<Prescription> settled(Member member, Reason reason) {
    Instant sure =
        later(member.silentSince().orElse(view.at()), view.settledSince()).plus(LOST_FOR);
    boolean early = member.silentSince().isPresent() && view.at().isBefore(sure);
    return early ? Optional.of(new NotYet(reason, sure)) : refuse(reason);
  }

  private Optional<Prescription> before(Instant sure, String finding) {
    return view.at().isBefore(sure)
        ? Optional.of(
            new NotYet(
                ReplaceReason.SILENT_TOO_BRIEFLY.because(
                    finding
                        + ". It is called dead if nothing changes until "
                        + Amounts.moment(sure)
                        + "."),
                sure))
        : Optional.empty();
  }

  private Instant silentLongEnough(Member member) {
    return member.silentSince().orElse(view.at()).plus(view.lookAgain());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
