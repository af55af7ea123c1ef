package io.quorate.cluster;

import java.time.Instant;
import java.util.Optional;

/**
 * Failure of a TLS handshake with a member (docs/etcd.md#certificates).
 *
 * @param until when the certificate ended (its {@code NotAfter}); empty where the failure does not
 *     tell
 * @param words the failure and what to do, for people: {@code no TLS connection: NotAfter: ...}
 */
public record TlsFailure(
    Certificate certificate, Reason reason, Optional<Instant> until, String words) {
  /** The certificate that was not accepted. */
  public enum Certificate {
    /** The client certificate, which Quorate shows to etcd. */
    OURS,
    /** The server certificate, which etcd shows to clients. */
    THEIRS,
    /** The failure names no certificate. */
    UNKNOWN
  }

  /** The reason why the handshake failed. */
  public enum Reason {
    EXPIRED,
    NOT_YET_VALID,
    /** No CA that the other side trusts signed the certificate. */
    UNKNOWN_AUTHORITY,
    /** The certificate does not name the host. */
    WRONG_NAME,
    /** The other side wants a certificate, and none was shown. */
    MISSING,
    /** An old etcd has one alert for {@link #MISSING}, expired and {@link #UNKNOWN_AUTHORITY}. */
    BAD_CERTIFICATE,
    /** The other side speaks no TLS. */
    NO_TLS,
    OTHER
  }

  /** Whether the member does not accept the certificate that Quorate shows. */
  public boolean isOfOurCertificate() {
    return certificate == Certificate.OURS;
  }
}
