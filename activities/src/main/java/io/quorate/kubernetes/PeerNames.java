package io.quorate.kubernetes;

import io.quorate.cluster.CleanText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Peer certificates whose names have a wildcard. etcd compares such names with what reverse DNS
 * says of the address of a peer, and turns the peer away where reverse DNS does not answer
 * (docs/etcd.md#certificates).
 *
 * @param logs last lines of etcd, by pod
 */
record PeerNames(EtcdSet set, Map<String, List<String>> logs) {
  // checkCertSAN in client/pkg/transport/listener_tls.go of etcd; the quotes are escaped in JSON.
  private static final Pattern TURNED_AWAY =
      Pattern.compile(
          "tls: \\\\?\"(?<peer>[^\"\\\\]+)\\\\?\" does not match any of DNSNames"
              + " \\[(?<names>[^\\]]*)\\]");

  private static final int LONGEST = 200;

  /** Lines of a log in which such a line is looked for. */
  static final int LINES = 200;

  /** Whether the members of this set talk by TLS. */
  static boolean useTls(EtcdSet set) {
    return settings(set, 0)
        .value("ETCD_INITIAL_ADVERTISE_PEER_URLS")
        .filter(urls -> urls.startsWith("https"))
        .isPresent();
  }

  /** The member that turns a peer away, with what to do; empty where none says so. */
  Optional<String> trouble() {
    return logs.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(
            log ->
                log.getValue().stream()
                    .flatMap(line -> TURNED_AWAY.matcher(line).results())
                    .filter(found -> found.group("names").contains("*."))
                    .reduce((before, last) -> last)
                    .map(found -> sentence(log.getKey(), found))
                    .stream())
        .findFirst();
  }

  private String sentence(String pod, MatchResult found) {
    return "%s turns the peer %s away: the certificate has names with a wildcard (%s), which count only where reverse DNS answers for the address of a pod. Issue it with the name of each pod (%s), and put it into the Secret; etcd reads it at the next connection: kubectl edit certificate -n %s, where cert-manager issues it"
        .formatted(
            pod,
            CleanText.line(found.group("peer"), LONGEST),
            CleanText.line(found.group("names").replace("\\", ""), LONGEST),
            set.places().stream()
                .limit(set.replicas())
                .map(place -> host(place.ordinal()))
                .collect(Collectors.joining(", ")),
            set.set().getMetadata().getNamespace());
  }

  private String host(int ordinal) {
    return settings(set, ordinal)
        .value("ETCD_INITIAL_ADVERTISE_PEER_URLS")
        .map(urls -> urls.replaceFirst("^https?://", "").replaceFirst("[:,/].*$", ""))
        .orElse(set.name() + "-" + ordinal);
  }

  private static ContainerSettings settings(EtcdSet set, int ordinal) {
    return EtcdContainer.in(set.template().getSpec())
        .map(
            etcd ->
                ContainerSettings.of(
                    etcd.container(), set.metadata(new MemberPod(set.name(), ordinal))))
        .orElseThrow();
  }
}
