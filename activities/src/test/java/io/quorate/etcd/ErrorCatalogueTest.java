package io.quorate.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.grpc.Status;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Instant;
import java.util.Date;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorCatalogueTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNAVAILABLE         | etcdserver: no leader | NotYet | NotYet
          UNAVAILABLE         | etcdserver: request timed out | Transient | Unknown
          UNAVAILABLE         | etcdserver: request timed out, possibly due to previous leader failure | Transient | Unknown
          UNAVAILABLE         | etcdserver: request timed out, waiting for the applied index took too long | Transient | Unknown
          UNKNOWN             | context deadline exceeded | Transient | Unknown
          UNAVAILABLE         | etcdserver: leader changed | Transient | Unknown
          UNAVAILABLE         | etcdserver: unhealthy cluster | NotYet | NotYet
          UNKNOWN             | etcdserver: re-configuration failed due to not enough started members | Refused | Refused
          FAILED_PRECONDITION | etcdserver: too many learner members in cluster | NotYet | NotYet
          FAILED_PRECONDITION | etcdserver: can only promote a learner member which is in sync with leader | NotYet | NotYet
          FAILED_PRECONDITION | etcdserver: can only promote a learner member | Refused | Refused
          NOT_FOUND           | etcdserver: member not found | Refused | Refused
          FAILED_PRECONDITION | etcdserver: Peer URLs already exists | Refused | Refused
          FAILED_PRECONDITION | etcdserver: member ID already exist | Refused | Refused
          INVALID_ARGUMENT    | etcdserver: given member URLs are invalid | Fault | Fault
          UNAVAILABLE         | etcdserver: rpc not supported for learner | Refused | Refused
          FAILED_PRECONDITION | etcdserver: rpc not supported for learner | Refused | Refused
          RESOURCE_EXHAUSTED  | etcdserver: mvcc: database space exceeded | Refused | Unknown
          DATA_LOSS           | etcdserver: corrupt cluster | Refused | Refused
          OUT_OF_RANGE        | etcdserver: mvcc: required revision has been compacted | Transient | Refused
          OUT_OF_RANGE        | etcdserver: mvcc: required revision is a future revision | NotYet | NotYet
          FAILED_PRECONDITION | etcdserver: not leader | NotYet | NotYet
          FAILED_PRECONDITION | etcdserver: bad leader transferee | NotYet | NotYet
          UNAVAILABLE         | etcdserver: request timed out, leader transfer took too long | Transient | Unknown
          INVALID_ARGUMENT    | etcdserver: wrong downgrade target version format | Fault | Fault
          INVALID_ARGUMENT    | etcdserver: invalid downgrade target version | Refused | Refused
          FAILED_PRECONDITION | etcdserver: cluster has a downgrade job in progress | Refused | Refused
          FAILED_PRECONDITION | etcdserver: no inflight downgrade job | Refused | Refused
          UNIMPLEMENTED       | unknown method Downgrade for service etcdserverpb.Maintenance | Refused | Refused
          UNAVAILABLE         | etcdserver: not capable | Refused | Refused
          INVALID_ARGUMENT    | etcdserver: user name is empty | Fault | Fault
          FAILED_PRECONDITION | etcdserver: user name not found | Fault | Fault
          UNKNOWN             | auth: user not found | Fault | Fault
          UNAUTHENTICATED     | etcdserver: invalid auth token | Fault | Fault
          PERMISSION_DENIED   | etcdserver: permission denied | Fault | Fault
          UNAVAILABLE         | a text nobody has seen | Transient | Unknown
          DEADLINE_EXCEEDED   | CallOptions deadline exceeded after 2.9s | Transient | Unknown
          UNIMPLEMENTED       | unknown method MemberPromote | Refused | Refused
          """)
  void aTextDecidesWhatMayBeDoneNext(
      Status.Code code, String text, String onRead, String onChange) {
    var thrown = code.toStatus().withDescription(text).asRuntimeException();
    assertThat(failure(Kind.QUORUM_READ, thrown).getClass().getSimpleName()).isEqualTo(onRead);
    assertThat(failure(Kind.CHANGE, thrown).getClass().getSimpleName()).isEqualTo(onChange);
    assertThat(failure(Kind.MAINTENANCE, thrown).getClass().getSimpleName()).isEqualTo(onChange);
    assertThat(failure(Kind.LOCAL_MAINTENANCE, thrown).getClass().getSimpleName())
        .isEqualTo(onChange);
  }

  @Test
  void anUnknownOutcomeSaysWhatToDoNext() {
    var thrown = Status.UNAVAILABLE.withDescription("etcdserver: leader changed");
    assertThat(failure(Kind.CHANGE, thrown.asRuntimeException()))
        .hasMessage(
            "etcd-1 at http://127.0.0.1:3379 did not remove member 1: leader changed (the leader"
                + " changed meanwhile); it may still happen: read the member list back before"
                + " anything else");
  }

  @Test
  void anUnknownOutcomeOfMaintenanceAsksForALookAtAllMembers() {
    var thrown = Status.UNAVAILABLE.withDescription("Connection closed while performing protocol");
    assertThat(failure(Kind.LOCAL_MAINTENANCE, thrown.asRuntimeException()))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageEndingWith(
            "it may still happen: look at all members again before anything else");
  }

  @Test
  void aRefusedConnectionNeverSentAChange() {
    var thrown =
        Status.UNAVAILABLE
            .withDescription("io exception")
            .withCause(new ConnectException("Connection refused: /127.0.0.1:3379"))
            .asRuntimeException();
    assertThat(failure(Kind.CHANGE, thrown))
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "etcd-1 does not answer at http://127.0.0.1:3379: connection refused;"
                + " it was asked to remove member 1");
    assertThat(failure(Kind.LOCAL_READ, thrown))
        .hasMessage("etcd-1 does not answer at http://127.0.0.1:3379: connection refused");
  }

  /** The first call after the death of a member may still find its old connection. */
  @Test
  void aConnectionThatIsClosedDuringTheCallMayHaveSentAChange() {
    var thrown =
        Status.UNKNOWN
            .withDescription("channel closed")
            .withCause(new ClosedChannelException())
            .asRuntimeException();
    assertThat(failure(Kind.CHANGE, thrown)).isInstanceOf(Failure.Unknown.class);
    assertThat(failure(Kind.LOCAL_READ, thrown))
        .isInstanceOf(Failure.Transient.class)
        .hasMessage(
            "etcd-1 does not answer at http://127.0.0.1:3379: the connection was closed during the"
                + " call");
  }

  @Test
  void aHostNameThatDoesNotResolveIsSaidSo() {
    var thrown = Status.UNAVAILABLE.withCause(new UnknownHostException("etcd-1"));
    assertThat(failure(Kind.LOCAL_READ, thrown.asRuntimeException()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("does not resolve");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Received fatal alert: certificate_required | etcd wants a certificate of ours | OURS | MISSING
          Received fatal alert: bad_certificate | there is none, it has expired, or it is of a CA that etcd does not trust | OURS | BAD_CERTIFICATE
          Received fatal alert: certificate_expired | our certificate has expired: renew it | OURS | EXPIRED
          Received fatal alert: unknown_ca | use one of the CA it trusts | OURS | UNKNOWN_AUTHORITY
          NotAfter: Sat Nov 21 03:02:24 UTC 2026 | do not restart etcd | THEIRS | EXPIRED
          NotBefore: Sat Nov 21 03:02:24 UTC 2026 | compare the clocks | THEIRS | NOT_YET_VALID
          No subject alternative names matching IP address 10.0.0.1 found | add it to the SAN | THEIRS | WRONG_NAME
          No name matching etcd-1 found | add it to the SAN | THEIRS | WRONG_NAME
          unable to find valid certification path to requested target | configure the CA that signed it | THEIRS | UNKNOWN_AUTHORITY
          (certificate_expired) PKIX path validation failed: NotAfter: Sat Nov 21 03:02:24 UTC 2026 | its certificate has expired | THEIRS | EXPIRED
          Path does not chain with any of the trust anchors | configure the CA that signed it | THEIRS | UNKNOWN_AUTHORITY
          not an SSL/TLS record: 485454502f312e31 | it speaks no TLS | UNKNOWN | NO_TLS
          something nobody has seen | check certificates and CA | UNKNOWN | OTHER
          """)
  void aBrokenHandshakeIsAFaultThatSaysWhatToDo(
      String words, String advice, TlsFailure.Certificate whose, TlsFailure.Reason why) {
    var thrown = Status.UNAVAILABLE.withCause(new SSLHandshakeException(words));
    for (Kind kind : Kind.values()) {
      assertThat(failure(kind, thrown.asRuntimeException()))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining(words)
          .hasMessageContaining(advice);
    }
    TlsFailure told = tlsFailure(thrown.asRuntimeException());
    assertThat(told.certificate()).isEqualTo(whose);
    assertThat(told.reason()).isEqualTo(why);
    assertThat(told.words()).startsWith("no TLS connection: " + words + "; ").contains(advice);
  }

  @Test
  void tellsWhenTheCertificateOfTheMemberEnded() {
    Instant end = Instant.parse("2026-11-21T03:02:24Z");
    // The JDK prints a java.util.Date.
    assertThat(tlsFailure(tls("NotAfter: " + Date.from(end))).until()).contains(end);
    assertThat(tlsFailure(tls("NotAfter: some day")).until()).isEmpty();
    assertThat(tlsFailure(tls("NotBefore: " + Date.from(end))).until()).isEmpty();
  }

  private static RuntimeException tls(String words) {
    return Status.UNAVAILABLE.withCause(new SSLHandshakeException(words)).asRuntimeException();
  }

  private static TlsFailure tlsFailure(Throwable thrown) {
    return ((Silence.Tls) failure(Kind.LOCAL_READ, thrown).silence()).failure();
  }

  static Stream<Arguments> silences() {
    return Stream.of(
        arguments(because(new ConnectException("Connection refused")), Silence.Refused.class),
        arguments(because(new ConnectException("connection timed out")), Silence.TimedOut.class),
        arguments(because(new ConnectException("No route to host")), Silence.Unreachable.class),
        arguments(because(new UnknownHostException("etcd-1")), Silence.Unreachable.class),
        arguments(because(new ClosedChannelException()), Silence.BrokenOff.class),
        arguments(because(new SSLHandshakeException("unknown")), Silence.Tls.class),
        arguments(Status.DEADLINE_EXCEEDED, Silence.TimedOut.class),
        arguments(Status.CANCELLED, Silence.BrokenOff.class),
        arguments(Status.UNIMPLEMENTED, Silence.Declined.class),
        arguments(Status.UNAUTHENTICATED, Silence.LoginRefused.class),
        arguments(saying("etcdserver: user name is empty"), Silence.LoginRefused.class),
        arguments(saying("etcdserver: authentication failed"), Silence.LoginRefused.class),
        arguments(saying("etcdserver: server stopped"), Silence.Declined.class),
        arguments(saying("a text nobody has seen"), Silence.Declined.class));
  }

  private static Status because(Exception cause) {
    return Status.UNAVAILABLE.withCause(cause);
  }

  private static Status saying(String text) {
    return Status.UNKNOWN.withDescription(text);
  }

  @ParameterizedTest
  @MethodSource("silences")
  void aFailedStatusTellsTheKindOfSilence(Status status, Class<? extends Silence> kind) {
    Failure failure = failure(Kind.LOCAL_READ, status.asRuntimeException());
    assertThat(failure.silence()).isInstanceOf(kind);
    assertThat(failure).hasMessage(failure.silence().words());
  }

  private static Failure failure(Kind kind, Throwable thrown) {
    var url = URI.create("http://127.0.0.1:3379");
    return ErrorCatalogue.failure(
        new Asked(new MemberName("etcd-1"), url, "remove member 1", kind), thrown);
  }
}
