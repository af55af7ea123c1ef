package io.quorate.etcd;

import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Why there is no TLS connection, and what to do. Matched by the texts of the JDK and by the alerts
 * of etcd's side; the first row whose text occurs counts. etcd reads certificates and keys at every
 * handshake, and CA files at its start only (etcd-runbooks RB-20).
 */
enum TlsTrouble {
  OURS_EXPIRED("certificate_expired", "our certificate has expired: renew it"),
  OURS_OF_ANOTHER_CA(
      "unknown_ca", "etcd does not trust the CA of our certificate: use one of the CA it trusts"),
  OURS_MISSING("certificate_required", "etcd wants a certificate of ours: configure it"),
  OURS_BAD(
      "bad_certificate",
      "etcd wants a certificate of ours, for clients and of its CA: configure another one"),
  THEIRS_EXPIRED(
      "notafter",
      "its certificate has expired: put a new one of the same CA in its place, and do not restart"
          + " etcd, which reads it at the next connection"),
  THEIRS_TOO_YOUNG("notbefore", "its certificate is not valid yet: compare the clocks"),
  THEIRS_FOR_ANOTHER_HOST(
      "no subject alternative", "its certificate does not name this host: add it to the SAN"),
  THEIRS_FOR_ANOTHER_NAME(
      "no name matching", "its certificate does not name this host: add it to the SAN"),
  THEIRS_OF_ANOTHER_CA(
      "unable to find valid certification path",
      "its certificate is of no CA that we trust: configure the CA that signed it"),
  THEIRS_OF_A_NAMESAKE(
      "signature check failed",
      "its certificate is of no CA that we trust: configure the CA that signed it"),
  NO_TLS("not an ssl/tls record", "it speaks no TLS: use its http URL, or switch TLS on there"),
  NO_TLS_HTTP(
      "unsupported or unrecognized ssl message",
      "it speaks no TLS: use its http URL, or switch TLS on there");

  private final String text;
  private final String advice;

  TlsTrouble(String text, String advice) {
    this.text = text;
    this.advice = advice;
  }

  /** A sentence when it was TLS that failed, with the deepest cause's own words. */
  static Optional<String> in(Throwable thrown) {
    if (causes(thrown).noneMatch(TlsTrouble::isOfTls)) {
      return Optional.empty();
    }
    String all = causes(thrown).map(TlsTrouble::words).collect(Collectors.joining("; "));
    String deepest =
        causes(thrown).reduce((outer, inner) -> inner).map(TlsTrouble::words).orElse("");
    return Optional.of("no TLS connection: " + deepest + "; " + advice(all));
  }

  private static String advice(String words) {
    String lower = words.toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(row -> lower.contains(row.text))
        .map(row -> row.advice)
        .findFirst()
        .orElse("check certificates and CA");
  }

  private static boolean isOfTls(Throwable cause) {
    return cause instanceof SSLException || cause instanceof GeneralSecurityException;
  }

  private static String words(Throwable cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.toString());
  }

  private static Stream<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(20);
  }
}
