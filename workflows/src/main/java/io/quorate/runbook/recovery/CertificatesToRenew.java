package io.quorate.runbook.recovery;

import io.quorate.cluster.MembershipEntry;
import io.quorate.runbook.Wording;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Certificates that keep Quorate out of members, or members from each other, with the files to
 * renew as far as environment files name them. The data is whole then, and every restart makes it
 * worse (docs/etcd.md#certificates), so nothing is restored because of them.
 */
record CertificatesToRenew(ClusterView view) {
  private static final String TO_CLIENTS = "ETCD_CERT_FILE";
  private static final String TO_PEERS = "ETCD_PEER_CERT_FILE";
  private static final String HOW =
      " Put new files, of the same CA, in place of the old ones: etcd reads them at the next"
          + " connection, without a restart.";

  /** Whether certificates are why a member does not let Quorate in. */
  boolean keepQuorateOut() {
    return view.members().stream().anyMatch(member -> member.tlsTrouble().isPresent());
  }

  /** What to renew so that Quorate gets in, and what not to do meanwhile; empty where it does. */
  String sentences() {
    if (!keepQuorateOut()) {
      return "";
    }
    List<Member> refusing = view.members().stream().filter(Member::refusesOurCertificate).toList();
    List<Member> showing =
        view.members().stream()
            .filter(member -> member.tlsTrouble().isPresent() && !refusing.contains(member))
            .toList();
    return " The data is where it was: restore nothing and restart nobody."
        + (refusing.isEmpty()
            ? ""
            : " Renew the certificate that Quorate shows to "
                + Wording.and(refusing)
                + ": tls.certificate and tls.key of the cluster in quorate.yml.")
        + (showing.isEmpty()
            ? ""
            : " Renew the certificate that etcd shows to clients: "
                + files(TO_CLIENTS, showing)
                + ".")
        + peers()
        + (showing.isEmpty() && peers().isEmpty()
            ? ""
            : HOW
                + " Where the CA itself has expired, all members stop, get new files, and start"
                + " again.");
  }

  /**
   * What to renew where members run and do not find each other; empty where nothing says that they
   * speak TLS. No look sees what peers show each other, so the files have to be looked at.
   */
  String amongPeers() {
    return peers().isEmpty() ? "" : peers() + HOW;
  }

  private String peers() {
    List<Member> withTls =
        view.members().stream().filter(CertificatesToRenew::speaksTlsToPeers).toList();
    return withTls.isEmpty()
        ? ""
        : " The certificates that peers show each other may have expired, which shows only in their"
            + " files (openssl x509 -enddate -noout -in FILE): "
            + files(TO_PEERS, withTls)
            + ".";
  }

  private static boolean speaksTlsToPeers(Member member) {
    return member.workload().state() == Workload.State.RUNNING
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
