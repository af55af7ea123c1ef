package io.quorate.runbook.replace;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerActivity;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.replace.MinorityReplaceRequest.Vouched;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.Optional;

/**
 * Objections to replacing one member. A member is dead only if it neither answers nor is heard by
 * its peers and its process is proven gone; it is lost only if it is dead and has no data on a disk
 * that is there, or a person says so (docs/etcd.md#n-11).
 */
final class ReplacementObjections {
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
          member.name()
              + " is not in the configuration, so it cannot be started again. Write it into"
              + " quorate.yml, then start this again.");
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
              member.name() + " is alive: it votes. If it is to be moved, use planned-migration.");
      case NOT_VOTING ->
          settled(
              member,
              finding + ". It is alive: look at its log, and at the network between the members.");
      case UNREACHABLE ->
          settled(member, finding + ". Look at the network between Quorate and its host.");
      case HUNG ->
          settled(
              member,
              finding + ". Its data is there: use member-restart, which ends it and starts it.");
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
          settled(member, finding + ". Its peers hear it: somebody starts it at this moment.");
      case UNKNOWN ->
          settled(
              member,
              finding
                  + ". What all its peers see has to be known before it is removed: make their"
                  + " metrics readable for Quorate.");
    };
  }

  private Optional<Prescription> timeToStart(Instant until, String finding) {
    return view.at().isBefore(until)
        ? Optional.of(
            new NotYet(
                finding + ". Whoever added it has until " + Amounts.moment(until) + " to start it.",
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
            ? later(member.lostSince().get(), view.settledSince())
                .plus(ReplacementPrescription.LOST_FOR)
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
            finding
                + ". Start it with its data: use member-restart. If its data cannot come back, say"
                + " --data-is-lost.")
        : onWord(member, finding);
  }

  private Optional<Prescription> silent(Member member, String finding) {
    if (member.status().isPresent()) {
      return settled(member, finding + ". Find out which, and stop what is wrong there.");
    }
    if (member.workload().provenAbsent() && member.data().doubt().isPresent()) {
      return settled(member, finding + ".");
    }
    if (lostByWord == Vouched.BY_NOBODY
        && member.workload().provenAbsent()
        && view.strangerIn(member).isPresent()) {
      return settled(member, finding + ". If its own cannot come back, say --data-is-lost.");
    }
    if (lostByWord == Vouched.BY_A_PERSON) {
      return onWord(member, finding);
    }
    return before(silentLongEnough(member), finding)
        .or(() -> provenDead(member, finding))
        .or(
            () ->
                refuse(
                    finding
                        + ". That its data is lost is not known; if you know it, say"
                        + " --data-is-lost."));
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
        : refuse(
            finding
                + ". What all its peers see has to be known before it can be called dead: make"
                + " their metrics readable for Quorate.");
  }

  private Optional<Prescription> learner(Member member) {
    MembershipEntry entry = member.entry().orElseThrow();
    if (!member.configured().orElseThrow().isAmong(entry.peerUrls())) {
      return refuse(
          member.name()
              + " is a learner at "
              + String.join(", ", entry.peerUrls())
              + ", not where the configuration has it. Remove "
              + entry.id()
              + " by hand, or mend the configuration.");
    }
    if (member.workload().runs()) {
      return Optional.empty();
    }
    return member.data().state() == DataDirectory.State.UNREADABLE
        ? refuse(
            "The data directory of "
                + member.name()
                + " cannot be read, so nobody knows what it would start from"
                + member.data().doubt().map(": "::concat).orElse(". Look at its host")
                + ".")
        : cannotRun(member);
  }

  /** The objection to a member whose process may run now, or whose host has nothing to start. */
  private static Optional<Prescription> cannotRun(Member member) {
    if (member.isVoter() && member.workload().isRestarting()) {
      // The plan for a voter begins with a hold, which ends that.
      return Optional.empty();
    }
    String evidence = member.workload().evidence();
    return switch (member.workload().state()) {
      case Workload.Gone.STOPPED, Workload.Gone.HELD -> Optional.empty();
      case Workload.Gone.ABSENT ->
          refuse(
              "Nothing on the host of "
                  + member.name()
                  + " can be started ("
                  + evidence
                  + "). Put back what starts it, or give "
                  + member.name()
                  + " another host in the configuration.");
      case Workload.Running running -> refuse(notGone(member));
      case Workload.Uncertain.RESTARTING ->
          refuse(
              notGone(member)
                  + " Where its supervisor starts it again and again, systemctl stop UNIT ends"
                  + " that; then start this again.");
      case Workload.Uncertain.UNREACHABLE ->
          refuse(
              notGone(member)
                  + " If that machine is gone for good, prepare another one and write its"
                  + " address and URLs as those of "
                  + member.name()
                  + " in the configuration.");
      case Workload.Uncertain.STRANGER, Workload.Uncertain.AMBIGUOUS -> refuse(notGone(member));
    };
  }

  private static String notGone(Member member) {
    return "The process of "
        + member.name()
        + " is not proven gone ("
        + member.workload().evidence()
        + "). Look at its host; nothing is done to it.";
  }

  /** The wait for a settled cluster: right after a change members may look worse than they are. */
  private Optional<Prescription> settled(Member member, String because) {
    Instant sure =
        later(member.silentSince().orElse(view.at()), view.settledSince())
            .plus(ReplacementPrescription.LOST_FOR);
    boolean early = member.silentSince().isPresent() && view.at().isBefore(sure);
    return early ? Optional.of(new NotYet(because, sure)) : refuse(because);
  }

  private Optional<Prescription> before(Instant sure, String finding) {
    return view.at().isBefore(sure)
        ? Optional.of(
            new NotYet(
                finding
                    + ". It has to stay so until "
                    + Amounts.moment(sure)
                    + " before it is called dead.",
                sure))
        : Optional.empty();
  }

  private Instant silentLongEnough(Member member) {
    return member.silentSince().orElse(view.at()).plus(view.lookAgain());
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Optional<Prescription> refuse(String because) {
    return Optional.of(new Refusal(because));
  }
}
