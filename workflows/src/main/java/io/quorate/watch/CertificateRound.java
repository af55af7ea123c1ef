package io.quorate.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Certificates of a cluster as new connections saw them. Only new connections see an expired
 * certificate; an open connection goes on (docs/etcd.md).
 *
 * @param ports client and peer ports that speak TLS, and Quorate's own files
 */
public record CertificateRound(Instant at, List<MetPort> ports)
    implements PacedRound<CertificateRound> {
  private static final Duration SELDOM = Duration.ofHours(6);
  private static final Duration OFTEN = Duration.ofHours(1);
  private static final Duration REFUSED = Duration.ofMinutes(5);
  private static final Duration DOUBTFUL = Duration.ofMinutes(1);

  public CertificateRound {
    ports = List.copyOf(ports);
  }

  /**
   * Takes what the round before met at ports that did not answer in this one, and lets a refusal
   * count that both met.
   */
  @Override
  public CertificateRound after(CertificateRound before) {
    Map<String, MetPort> known =
        before.ports.stream()
            .collect(Collectors.toUnmodifiableMap(MetPort::words, Function.identity()));
    boolean shortly = at.isBefore(before.at.plus(OFTEN));
    return new CertificateRound(
        at,
        ports.stream()
            .map(
                port ->
                    Optional.ofNullable(known.get(port.words()))
                        .map(earlier -> port.after(earlier, shortly))
                        .orElse(port))
            .toList());
  }

  @Override
  public CertificateRound afterOthers(CertificateRound old) {
    return this;
  }

  /** Whether a port broke a handshake that has to be tried again before the break counts. */
  boolean isDoubtful() {
    return ports.stream().anyMatch(MetPort::isDoubtful);
  }

  /** Returns all certificates that were shown, each once. */
  public List<Validity> certificates() {
    return ports.stream().flatMap(port -> port.shown().stream()).distinct().toList();
  }

  /** Returns why ports let Quorate in no more, or Quorate's own files cannot be used. */
  public List<String> refusals() {
    return ports.stream().flatMap(port -> port.refused().stream()).toList();
  }

  /** Returns the ports that let Quorate in no more, and Quorate's own files that cannot be used. */
  List<String> refusing() {
    return ports.stream().filter(port -> port.refused().isPresent()).map(MetPort::words).toList();
  }

  /** Returns the certificates that somebody has to renew, the first to end first. */
  public List<Validity> ending(Instant now) {
    return certificates().stream()
        .filter(one -> one.endsSoon(now))
        .sorted((one, other) -> one.until().compareTo(other.until()))
        .toList();
  }

  /**
   * Returns the time to the next round: 6 hours; 1 hour where a certificate ends or a port did not
   * answer; 5 minutes where one refuses, and 1 minute where it may have been stopped just then.
   */
  @Override
  public Duration pause() {
    if (isDoubtful()) {
      return DOUBTFUL;
    }
    if (!refusals().isEmpty()) {
      return REFUSED;
    }
    return ending(at).isEmpty() && ports.stream().allMatch(MetPort::met) ? SELDOM : OFTEN;
  }
}
