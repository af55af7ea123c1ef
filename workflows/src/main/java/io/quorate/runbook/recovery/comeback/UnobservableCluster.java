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
import java.util.function.Predicate;
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
            "Only if the %s %s gone for good: abort this, then start with %s."
                .formatted(
                    view.words().places(unreached.size()),
                    unreached.size() == 1 ? "is" : "are",
                    MajorityRecoveryRequest.options(unreached)));
  }

  /**
   * The refusal where certificates are why nobody gets in: nothing was read of the cluster, and
   * every restart makes it worse (docs/etcd.md#certificates); else a wait.
   */
  public static Prescription prescription(ClusterView view, Unobservable blind) {
    CertificatesToRenew certificates = new CertificatesToRenew(view);
    if (certificates.keepQuorateOut()) {
      return new Refusal(
          RecoveryReason.CERTIFICATES_REFUSED.because(
              blind.headline()
                  + " Whether the cluster is well is not known; restore nothing and restart"
                  + " nothing.",
              certificates.toRenew()));
    }
    return nowhere(view)
        .<Prescription>map(Refusal::new)
        .orElseGet(
            () ->
                new NotYet(
                    unseen(view, blind, toBeSeen(view, blind, certificates)),
                    view.at().plus(LOOK_SOON)));
  }

  private static Reason unseen(ClusterView view, Unobservable blind, List<String> todo) {
    String seen = Wording.seen(view, blind);
    return todo.isEmpty()
        ? RunbookReason.UNOBSERVABLE.because(seen)
        : RunbookReason.UNOBSERVABLE.because(seen, todo);
  }

  /** Returns what a person can do so that enough is seen, as far as the look tells. */
  private static List<String> toBeSeen(
      ClusterView view, Unobservable blind, CertificatesToRenew certificates) {
    return Stream.of(
            Stream.of(blind.details().strip()).filter(how -> answers(view) && !how.isEmpty()),
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
   * renew as far as environment files name them. Every restart makes it worse
   * (docs/etcd.md#certificates), and nothing is restored because of certificates.
   */
  record CertificatesToRenew(ClusterView view) {
    private static final String TO_CLIENTS = "ETCD_CERT_FILE";
    private static final String TO_PEERS = "ETCD_PEER_CERT_FILE";
    private static final String HOW =
        "Put new files of the same CA in place of the old files. Do not restart etcd: it reads them"
            + " at the next connection.";
    private static final String NEW_CA =
        "Only if the CA itself has expired: stop all members, renew all files, start all members.";

    /** Whether certificates are why a member does not let Quorate in. */
    boolean keepQuorateOut() {
      return shutOut(failure -> true).findAny().isPresent();
    }

    private Stream<Member> shutOut(Predicate<TlsFailure> by) {
      return view.members().stream().filter(member -> member.tlsFailure().filter(by).isPresent());
    }

    /** Lists the certificates to renew, a sentence each; empty where Quorate can connect. */
    List<String> toRenew() {
      if (!keepQuorateOut()) {
        return List.of();
      }
      List<String> todo = new ArrayList<>();
      List<Member> ours =
          shutOut(failure -> isExpired(failure) && failure.isOfOurCertificate()).toList();
      if (!ours.isEmpty()) {
        todo.add(
            "Renew the expired certificate that Quorate shows to %s: tls.certificate and tls.key in quorate.yml."
                .formatted(Wording.and(ours)));
      }
      List<Member> theirs =
          shutOut(failure -> isExpired(failure) && !failure.isOfOurCertificate()).toList();
      if (!theirs.isEmpty()) {
        todo.add(
            "Renew the expired certificate that etcd shows to clients: "
                + files(TO_CLIENTS, theirs)
                + ".");
      }
      todo.addAll(notExpired());
      peers().ifPresent(todo::add);
      if (!theirs.isEmpty() || peers().isPresent()) {
        todo.add(HOW);
        todo.add(NEW_CA);
      }
      return List.copyOf(todo);
    }

    private static boolean isExpired(TlsFailure failure) {
      return failure.reason() == TlsFailure.Reason.EXPIRED;
    }

    /** Returns the failures of TLS that are no expiry, in words that say what to mend. */
    private List<String> notExpired() {
      return shutOut(failure -> !isExpired(failure))
          .collect(
              Collectors.groupingBy(
                  member -> member.tlsFailure().orElseThrow().words(),
                  TreeMap::new,
                  Collectors.toList()))
          .entrySet()
          .stream()
          .map(failure -> Wording.and(failure.getValue()) + ": " + failure.getKey() + ".")
          .toList();
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
