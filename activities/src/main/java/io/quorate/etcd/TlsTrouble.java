package io.quorate.etcd;

import io.quorate.cluster.TlsFailure;
import io.quorate.cluster.TlsFailure.Certificate;
import io.quorate.cluster.TlsFailure.Reason;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Table of failed TLS connections, with what to do. A row matches by text: texts of the JDK are
 * about the server's certificate, the alerts that etcd sends are about ours. The first row whose
 * text occurs wins. etcd reads certificates and keys at every handshake, and CA files only at its
 * start (docs/etcd.md#certificates).
 */
enum TlsTrouble {
  OURS_EXPIRED(
      Certificate.OURS,
      Reason.EXPIRED,
      "our certificate has expired: renew it",
      "fatal alert: certificate_expired"),
  OURS_OF_ANOTHER_CA(
      Certificate.OURS,
      Reason.UNKNOWN_AUTHORITY,
      "etcd does not trust the CA of our certificate: use one of the CA it trusts",
      "fatal alert: unknown_ca"),
  /** No certificate was sent: the JDK sends none that no CA named by etcd has signed. */
  OURS_MISSING(
      Certificate.OURS,
      Reason.MISSING,
      "etcd wants a certificate of ours, of a CA it trusts: configure one",
      "fatal alert: certificate_required"),
  /** One alert for three reasons, sent by an etcd that was built with an old Go. */
  OURS_BAD(
      Certificate.OURS,
      Reason.BAD_CERTIFICATE,
      "etcd takes no certificate of ours: there is none, it has expired, or it is of a CA that etcd"
          + " does not trust; configure another one",
      "fatal alert: bad_certificate"),
  THEIRS_EXPIRED(
      Certificate.THEIRS,
      Reason.EXPIRED,
      "its certificate has expired: put a new one of the same CA in its place, and do not restart"
          + " etcd, which reads it at the next connection",
      "notafter"),
  THEIRS_TOO_YOUNG(
      Certificate.THEIRS,
      Reason.NOT_YET_VALID,
      "its certificate is not valid yet: compare the clocks",
      "notbefore"),
  THEIRS_FOR_ANOTHER_HOST(
      Certificate.THEIRS,
      Reason.WRONG_NAME,
      "its certificate does not name this host: add it to the SAN",
      "no subject alternative|no name matching"),
  THEIRS_OF_ANOTHER_CA(
      Certificate.THEIRS,
      Reason.UNKNOWN_AUTHORITY,
      "its certificate is of no CA that we trust: configure the CA that signed it",
      "unable to find valid certification path|signature check failed|path does not chain"),
  NO_TLS(
      Certificate.UNKNOWN,
      Reason.NO_TLS,
      "it speaks no TLS: use its http URL, or switch TLS on there",
      "not an ssl/tls record|unsupported or unrecognized ssl message"),
  OTHER(Certificate.UNKNOWN, Reason.OTHER, "check certificates and CA", "");

  /** The end of a certificate, as the JDK words it. */
  private static final Pattern END = Pattern.compile("NotAfter: ([^;]+)");

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendPattern("EEE MMM dd HH:mm:ss ")
          .appendZoneText(TextStyle.SHORT, Set.of(ZoneId.systemDefault()))
          .appendPattern(" yyyy")
          .toFormatter(Locale.US);

  private final Certificate certificate;
  private final Reason reason;
  private final String advice;
  private final Pattern texts;

  TlsTrouble(Certificate certificate, Reason reason, String advice, String texts) {
    this.certificate = certificate;
    this.reason = reason;
    this.advice = advice;
    this.texts = Pattern.compile(texts, Pattern.CASE_INSENSITIVE);
  }

  /**
   * Returns the failure of TLS with the words of the deepest cause; empty for any other failure.
   */
  static Optional<TlsFailure> in(Throwable thrown) {
    if (causes(thrown).noneMatch(TlsTrouble::isOfTls)) {
      return Optional.empty();
    }
    String all = causes(thrown).map(TlsTrouble::words).collect(Collectors.joining("; "));
    String deepest =
        causes(thrown).reduce((outer, inner) -> inner).map(TlsTrouble::words).orElse("");
    TlsTrouble row = row(all);
    return Optional.of(
        new TlsFailure(
            row.certificate,
            row.reason,
            end(all).filter(any -> row.reason == Reason.EXPIRED),
            "no TLS connection: " + deepest + "; " + row.advice));
  }

  private static TlsTrouble row(String words) {
    return Stream.of(values())
        .filter(row -> row.texts.matcher(words).find())
        .findFirst()
        .orElse(OTHER);
  }

  private static Optional<Instant> end(String words) {
    Matcher told = END.matcher(words);
    try {
      return told.find() ? Optional.of(DATE.parse(told.group(1), Instant::from)) : Optional.empty();
    } catch (DateTimeException otherWords) {
      return Optional.empty();
    }
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
