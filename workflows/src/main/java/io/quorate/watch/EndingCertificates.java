package io.quorate.watch;

import io.quorate.watch.Sign.Urgency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rule of certificates that somebody has to renew, and of ports that let nobody in any more: one
 * finding for a cluster, because they mostly end together.
 */
final class EndingCertificates {
  private static final int TOLD = 6;

  private EndingCertificates() {}

  static List<Sign> signs(ClusterKnowledge known) {
    Optional<CertificateRound> round = known.deep().certificates();
    if (round.isEmpty()) {
      return standing(known);
    }
    List<Validity> ending = round.get().ending(known.at());
    List<String> refusals = round.get().refusals();
    if (ending.isEmpty() && refusals.isEmpty()) {
      return round.get().isDoubtful() ? standing(known) : List.of();
    }
    List<String> urgent =
        Stream.concat(
                round.get().refusing().stream(),
                ending.stream().filter(one -> one.isUrgent(known.at())).map(Validity::of))
            .toList();
    return List.of(
        new Sign(
            FindingKind.CERTIFICATE,
            "",
            urgent.isEmpty() ? Urgency.SOON : Urgency.NOW,
            evidence(known.at(), ending, refusals),
            urgent));
  }

  private static List<Sign> standing(ClusterKnowledge known) {
    return known.standing(FindingKind.CERTIFICATE, "").stream().toList();
  }

  private static String evidence(Instant now, List<Validity> ending, List<String> refusals) {
    List<String> sentences = new ArrayList<>();
    if (!refusals.isEmpty()) {
      sentences.add("New connections fail: " + String.join("; ", refusals) + ".");
    }
    if (!ending.isEmpty()) {
      String named =
          ending.stream().limit(TOLD).map(one -> words(now, one)).collect(Collectors.joining("; "));
      String more = ending.size() > TOLD ? "; and " + (ending.size() - TOLD) + " more" : "";
      sentences.add("Certificates end: " + named + more + ".");
    }
    sentences.add(
        "Open connections go on; new ones fail. Renew the certificates with the same CA; etcd"
            + " reads its certificate at each handshake, and its CA file at its start only.");
    return String.join(" ", sentences);
  }

  private static String words(Instant now, Validity one) {
    return one.of() + (one.until().isAfter(now) ? " at " : " ended at ") + one.until();
  }
}
