package io.quorate.runbook.recovery.comeback;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.TlsFailure;
import io.quorate.diagnosis.Diagnosis.QuorumLost;
import io.quorate.diagnosis.Diagnosis.Unobservable;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.ListedUrls;
import io.quorate.diagnosis.StatedOff;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.NotYet;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.RunbookReason;
import io.quorate.runbook.Wording;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answer of a recovery that saw too little to say that quorum is lost. */
public final class UnobservableCluster {
  private static final Duration LOOK_SOON = Duration.ofSeconds(5);

  private UnobservableCluster() {}

  /**
   * The loss of quorum where nobody answers, and the hosts and a person's statement together prove
   * it: the other voters are too few.
   */
  public static Optional<QuorumLost> byStatement(ClusterView view, StatedOff stated) {
    List<Member> off = stated.voters(view);
    return off.isEmpty() || answers(view) || !provesLoss(view, off)
        ? Optional.empty()
        : Optional.of(
            new QuorumLost(
                DiagnosisCode.QUORUM_LOST,
                "No member answers, and of %d voters %s %s stated to be off."
                    .formatted(
                        view.voters().size(), Wording.and(off), off.size() == 1 ? "is" : "are"),
                "",
                Optional.of(MajorityRecoveryRequest.NAME)));
  }

  private static boolean answers(ClusterView view) {
    return view.members().stream()
        .anyMatch(member -> member.status().isPresent() || member.tlsFailure().isPresent());
  }

  private static boolean provesLoss(ClusterView view, List<Member> off) {
    long left =
        view.voters().stream()
            .filter(voter -> !voter.workload().provenAbsent() && !voter.loopsWithoutItsData())
            .filter(voter -> !off.contains(voter))
            .count();
    return !view.voters().isEmpty() && !view.quorum().isHeldBy((int) left);
  }

  /** Returns how to state what would prove the loss of quorum; empty where nothing would. */
  private static List<String> toState(ClusterView view) {
    List<Member> unreached =
        view.voters().stream().filter(one -> one.workload().isUnreachable()).toList();
    return unreached.isEmpty() || answers(view) || !provesLoss(view, unreached)
        ? List.of()
        : List.of(
            "Look from another machine, and at %s.".formatted(Wording.and(unreached)),
            "If they are gone for good: abort this, then start it with %s."
                .formatted(MajorityRecoveryRequest.options(unreached)));
  }

  /**
   * The refusal where certificates are why nobody gets in: the data is whole, and every restart
   * makes it worse (docs/etcd.md#certificates); else a wait.
   */
  public static Prescription prescription(ClusterView view, Unobservable blind) {
    CertificatesToRenew certificates = new CertificatesToRenew(view);
    if (certificates.keepQuorateOut()) {
      return new Refusal(
          RecoveryReason.CERTIFICATES_REFUSED.because(
              blind.headline() + " The data is whole: restore nothing and restart nothing.",
              certificates.toRenew()));
    }
    return nowhere(view)
        .<Prescription>map(Refusal::new)
        .orElseGet(
            () ->
                new NotYet(unseen(blind, toBeSeen(view, certificates)), view.at().plus(LOOK_SOON)));
  }

  private static Reason unseen(Unobservable blind, List<String> todo) {
    return todo.isEmpty()
        ? RunbookReason.UNOBSERVABLE.because(blind.headline())
        : RunbookReason.UNOBSERVABLE.because(blind.headline(), todo);
  }

  /** Returns what a person can do so that enough is seen, as far as the look tells. */
  private static List<String> toBeSeen(ClusterView view, CertificatesToRenew certificates) {
    return Stream.of(
            toState(view).stream(),
            ListedUrls.toBringBack(view).stream(),
            certificates.amongPeers().stream())
        .flatMap(one -> one)
        .toList();
  }

  /**
   * The voters that no host of the configuration has, where they alone keep the loss of quorum from
   * being proven: no look ever tells more of them, so waiting leads nowhere.
   */
  private static Optional<Reason> nowhere(ClusterView view) {
    List<Member> nowhere =
        view.voters().stream().filter(voter -> voter.configured().isEmpty()).toList();
    return nowhere.isEmpty() || answers(view) || !provesLoss(view, nowhere)
        ? Optional.empty()
        : Optional.of(
            RecoveryReason.PLACE_UNKNOWN.because(
                nowhere.stream()
                    .map(UnobservableCluster::place)
                    .collect(
                        Collectors.joining(
                            " and ", "No member answers, and quorate.yml does not have ", ".")),
                "Add each to quorate.yml, with that peerUrl and a place where an etcd can listen at"
                    + " it.",
                "Restart Quorate, then start this again."));
  }

  private static String place(Member voter) {
    return voter.name()
        + " ("
        + voter.entry().map(MembershipEntry::peerUrls).orElse(List.of()).stream()
            .collect(Collectors.joining(" and "))
        + ")";
  }

  /**
   * Certificates that keep Quorate out of members, or members from each other, with the files to
   * renew as far as environment files name them. The data is whole then, and every restart makes it
   * worse (docs/etcd.md#certificates), so nothing is restored because of them.
   */
  record CertificatesToRenew(ClusterView view) {
    private static final String TO_CLIENTS = "ETCD_CERT_FILE";
    private static final String TO_PEERS = "ETCD_PEER_CERT_FILE";
    private static final String HOW =
        "Put new files of the same CA in their place; etcd reads them without a restart.";
    private static final String NEW_CA =
        "If the CA has expired: stop all members, renew all files, start them.";

    /** Whether certificates are why a member does not let Quorate in. */
    boolean keepQuorateOut() {
      return view.members().stream().anyMatch(member -> member.tlsFailure().isPresent());
    }

    /** Lists the certificates to renew so that Quorate can connect; empty where Quorate can. */
    List<String> toRenew() {
      if (!keepQuorateOut()) {
        return List.of();
      }
      List<Member> refusing =
          view.members().stream()
              .filter(
                  member -> member.tlsFailure().filter(TlsFailure::isOfOurCertificate).isPresent())
              .toList();
      List<Member> showing =
          view.members().stream()
              .filter(member -> member.tlsFailure().isPresent() && !refusing.contains(member))
              .toList();
      List<String> renew = new ArrayList<>();
      if (!refusing.isEmpty()) {
        renew.add(
            "Renew the certificate that Quorate shows to %s: tls.certificate and tls.key in quorate.yml."
                .formatted(Wording.and(refusing)));
      }
      if (!showing.isEmpty()) {
        renew.add(
            "Renew the certificate that etcd shows to clients: "
                + files(TO_CLIENTS, showing)
                + ".");
      }
      peers().ifPresent(renew::add);
      if (!showing.isEmpty() || peers().isPresent()) {
        renew.add(HOW);
        renew.add(NEW_CA);
      }
      return List.copyOf(renew);
    }

    /**
     * Returns what to renew where members run and do not find each other; empty where nothing says
     * that members speak TLS. No look sees what peers show each other, so people look at the files.
     */
    List<String> amongPeers() {
      return peers().map(files -> List.of(files, HOW)).orElse(List.of());
    }

    private Optional<String> peers() {
      List<Member> withTls =
          view.members().stream().filter(CertificatesToRenew::speaksTlsToPeers).toList();
      return Optional.of(withTls)
          .filter(some -> !some.isEmpty())
          .map(
              some ->
                  "The certificates that peers show each other may have expired (openssl x509"
                      + " -enddate -noout -in FILE): "
                      + files(TO_PEERS, some)
                      + ".");
    }

    private static boolean speaksTlsToPeers(Member member) {
      return member.workload().runs()
          && (member.installation().settings().containsKey(TO_PEERS)
              || member.entry().map(MembershipEntry::peerUrls).stream()
                  .flatMap(List::stream)
                  .anyMatch(url -> url.startsWith("https://")));
    }

    /** The files of a setting: {@code /etc/etcd/peer.crt (ETCD_PEER_CERT_FILE) on etcd-0}. */
    private static String files(String setting, List<Member> members) {
      Map<String, List<Member>> named =
          members.stream()
              .filter(member -> member.installation().settings().containsKey(setting))
              .collect(
                  Collectors.groupingBy(
                      member -> member.installation().settings().getOrDefault(setting, ""),
                      TreeMap::new,
                      Collectors.toList()));
      List<Member> others =
          members.stream()
              .filter(member -> !member.installation().settings().containsKey(setting))
              .toList();
      Stream<String> known =
          named.entrySet().stream()
              .map(
                  file ->
                      "%s (%s) on %s"
                          .formatted(file.getKey(), setting, Wording.and(file.getValue())));
      Stream<String> unknown =
          Optional.of(others)
              .filter(some -> !some.isEmpty())
              .map(some -> "the file of %s on %s".formatted(setting, Wording.and(some)))
              .stream();
      return Stream.concat(known, unknown).collect(Collectors.joining("; "));
    }
  }
}
