package io.quorate.runbook.recovery;

import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.StatedOff;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Wording;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a recovery answers where too little was seen to say that quorum is lost. */
final class Blindness {
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private Blindness() {}

  /**
   * The loss of quorum where nobody answers, and the hosts and a person's statement together prove
   * it: the other voters are too few.
   */
  static Optional<QuorumLost> byStatement(ClusterView view, StatedOff stated) {
    List<Member> off = stated.voters(view);
    return off.isEmpty() || answers(view) || !provesLoss(view, off)
        ? Optional.empty()
        : Optional.of(
            new QuorumLost(
                DiagnosisCode.QUORUM_LOST,
                "No member answers, and of %d voters %s %s stated to be off."
                    .formatted(
                        view.voters().size(), Wording.and(off), off.size() == 1 ? "is" : "are"),
                Optional.of(MajorityRecoveryRunbook.NAME)));
  }

  private static boolean answers(ClusterView view) {
    return view.members().stream()
        .anyMatch(member -> member.status().isPresent() || member.tlsTrouble().isPresent());
  }

  private static boolean provesLoss(ClusterView view, List<Member> off) {
    long left =
        view.voters().stream()
            .filter(voter -> !voter.workload().provenAbsent() && !voter.loopsWithoutItsData())
            .filter(voter -> !off.contains(voter))
            .count();
    return !view.voters().isEmpty() && !view.quorum().isHeldBy((int) left);
  }

  /** Advice to state what would prove the loss of quorum; empty where nothing would. */
  private static String toState(ClusterView view) {
    List<Member> unreached =
        view.voters().stream().filter(one -> one.workload().unreached().isPresent()).toList();
    return unreached.isEmpty() || answers(view) || !provesLoss(view, unreached)
        ? ""
        : " Look from another place, and at the hosts of %s. If they are gone for good: abort this,"
                .formatted(Wording.and(unreached))
            + " then start it with %s.".formatted(RestoreObjections.options(unreached));
  }

  /**
   * The refusal where certificates are why nobody gets in: the data is whole, and every restart
   * makes it worse (docs/etcd.md#certificates); else a wait.
   */
  static Prescription prescription(ClusterView view, Unobservable blind) {
    CertificatesToRenew certificates = new CertificatesToRenew(view);
    if (certificates.keepQuorateOut()) {
      return new Refusal(blind.sentence() + certificates.sentences());
    }
    return nowhere(view)
        .<Prescription>map(what -> new Refusal(blind.sentence() + what))
        .orElseGet(
            () ->
                new NotYet(
                    blind.sentence() + toState(view) + certificates.amongPeers(),
                    view.at().plus(LOOK_SOON)));
  }

  /**
   * The voters that no host of the configuration has, where they alone keep the loss of quorum from
   * being proven: no look ever tells more of them, so waiting leads nowhere.
   */
  private static Optional<String> nowhere(ClusterView view) {
    List<Member> nowhere =
        view.voters().stream().filter(voter -> voter.configured().isEmpty()).toList();
    return nowhere.isEmpty() || answers(view) || !provesLoss(view, nowhere)
        ? Optional.empty()
        : Optional.of(
            nowhere.stream()
                .map(Blindness::place)
                .collect(
                    Collectors.joining(
                        " and ",
                        " Nobody can look at the hosts of ",
                        ": quorate.yml does not have them. Add each to it, with exactly that"
                            + " peerUrl and the host that it leads to, or the host where an etcd"
                            + " can listen at it. Restart Quorate, then start this again.")));
  }

  private static String place(Member voter) {
    return voter.name()
        + " ("
        + voter.entry().map(MembershipEntry::peerUrls).orElse(List.of()).stream()
            .collect(Collectors.joining(" and "))
        + ")";
  }
}
