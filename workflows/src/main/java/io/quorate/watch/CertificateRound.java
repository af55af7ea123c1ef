package io.quorate.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Certificates of a cluster as new connections saw them. Only new connections see an expired
 * certificate; an open connection goes on (docs/etcd.md).
 *
 * @param certificates those that members showed, Quorate's own, and the CAs that signed them
 * @param refusals why a client port lets Quorate in no more, or Quorate's own files cannot be used
 */
public record CertificateRound(Instant at, List<Validity> certificates, List<String> refusals) {
  private static final Duration SELDOM = Duration.ofHours(6);
  private static final Duration OFTEN = Duration.ofHours(1);

  public CertificateRound {
    certificates = List.copyOf(certificates);
    refusals = List.copyOf(refusals);
  }

  /** Returns the certificates that somebody has to renew, the first to end first. */
  public List<Validity> ending(Instant now) {
    return certificates.stream()
        .filter(one -> one.endsSoon(now))
        .sorted((one, other) -> one.until().compareTo(other.until()))
        .toList();
  }

  /** Returns the time to the next round: 6 hours, or 1 hour where something has to be done. */
  public Duration pause() {
    return ending(at).isEmpty() && refusals.isEmpty() ? SELDOM : OFTEN;
  }
}
