package io.quorate.etcd;

import io.grpc.Status;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Maps every exception of gRPC to a {@link Failure}: first by etcd's own texts ({@link EtcdError}),
 * then by the state of the connection. A change that failed for an unlisted reason may have
 * happened: its outcome is unknown.
 */
final class ErrorCatalogue {
  private static final String CLOSED = "the connection was closed during the call";

  private ErrorCatalogue() {}

  static Failure failure(Asked asked, Throwable thrown) {
    Status status = Status.fromThrowable(thrown);
    return EtcdError.in(status)
        .map(error -> byText(asked, error, status, thrown))
        .orElseGet(() -> byConnection(asked, status, thrown));
  }

  /** Whether the connection broke, or was never made, without a reason from gRPC. */
  static boolean isUnexplained(Throwable thrown) {
    Status status = Status.fromThrowable(thrown);
    boolean broken =
        status.getCode() == Status.Code.UNAVAILABLE
            || status.getCode() == Status.Code.DEADLINE_EXCEEDED;
    return broken
        && EtcdError.in(status).isEmpty()
        && TlsTrouble.in(thrown).isEmpty()
        && cause(thrown, UnknownHostException.class).isEmpty()
        && cause(thrown, ConnectException.class).isEmpty();
  }

  private static Failure byText(Asked asked, EtcdError error, Status status, Throwable thrown) {
    String text = Objects.requireNonNullElse(status.getDescription(), "");
    String reason = text.replaceFirst("^etcdserver: ", "") + " (" + error.advice() + ")";
    return error
        .errorClass(asked.kind())
        .with(asked.kind().readBack(), asked.declined(reason), thrown)
        .silent(error.refusesLogin() ? Silence.LoginRefused::new : Silence.Declined::new);
  }

  private static Failure byConnection(Asked asked, Status status, Throwable thrown) {
    Optional<TlsFailure> tls = TlsTrouble.in(thrown);
    if (tls.isPresent()) {
      return asked.shutOut(tls.get(), thrown);
    }
    Optional<Failure> neverConnected = neverConnected(asked, thrown);
    if (neverConnected.isPresent()) {
      return neverConnected.get();
    }
    if (cause(thrown, ClosedChannelException.class).isPresent()) {
      // gRPC reused a connection from before the member died; the request may have been sent.
      return unanswered(asked, CLOSED, thrown).silent(Silence.BrokenOff::new);
    }
    return byCode(asked, status, thrown);
  }

  /** gRPC reports a failed connect or name look-up only for calls that were never sent. */
  private static Optional<Failure> neverConnected(Asked asked, Throwable thrown) {
    return cause(thrown, UnknownHostException.class)
        .map(unknown -> unsent(asked, "its host name does not resolve", thrown))
        .map(failure -> failure.silent(Silence.Unreachable::new))
        .or(
            () ->
                cause(thrown, ConnectException.class)
                    .map(why -> notConnected(asked, messageOf(why), thrown)));
  }

  private static Failure notConnected(Asked asked, String message, Throwable thrown) {
    if (message.contains("refused")) {
      return unsent(asked, "connection refused", thrown).silent(Silence.Refused::new);
    }
    return message.contains("timed out")
        ? unsent(asked, "connecting timed out", thrown).silent(Silence.TimedOut::new)
        : unsent(asked, message, thrown).silent(Silence.Unreachable::new);
  }

  private static String messageOf(Throwable thrown) {
    return Objects.requireNonNullElse(thrown.getMessage(), "");
  }

  private static Failure unsent(Asked asked, String reason, Throwable thrown) {
    return ErrorClass.TRANSIENT.with(asked.kind().readBack(), asked.silent(reason), thrown);
  }

  private static Failure unanswered(Asked asked, String reason, Throwable thrown) {
    return asked.kind().withoutAnswer().with(asked.kind().readBack(), asked.silent(reason), thrown);
  }

  private static Failure byCode(Asked asked, Status status, Throwable thrown) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          unanswered(asked, whyLate(status), thrown).silent(Silence.TimedOut::new);
      case CANCELLED ->
          unanswered(asked, "the call was interrupted", thrown).silent(Silence.BrokenOff::new);
      case UNIMPLEMENTED ->
          ErrorClass.REFUSED.with(
              asked.kind().readBack(),
              asked.declined("its version does not know the call, or it is no etcd"),
              thrown);
      case UNAUTHENTICATED, PERMISSION_DENIED ->
          ErrorClass.FAULT
              .with(asked.kind().readBack(), asked.declined(text(status)), thrown)
              .silent(Silence.LoginRefused::new);
      case OK,
          UNKNOWN,
          INVALID_ARGUMENT,
          NOT_FOUND,
          ALREADY_EXISTS,
          RESOURCE_EXHAUSTED,
          FAILED_PRECONDITION,
          ABORTED,
          OUT_OF_RANGE,
          INTERNAL,
          UNAVAILABLE,
          DATA_LOSS ->
          asked
              .kind()
              .withoutAnswer()
              .with(asked.kind().readBack(), asked.declined(text(status)), thrown);
    };
  }

  /**
   * Says from the text of gRPC whether the member ever accepted the connection
   * (docs/etcd.md#errors).
   */
  private static String whyLate(Status status) {
    return text(status).contains("was_still_waiting")
        ? "it takes no connection in time; it or this machine is overloaded, or it waits for quorum"
            + " at its start, is frozen or cut off"
        : "the deadline passed; it is frozen, cut off or overloaded";
  }

  private static String text(Status status) {
    String description = status.getDescription();
    return description == null
        ? status.getCode().toString()
        : status.getCode() + ", " + description;
  }

  private static <T extends Throwable> Optional<T> cause(Throwable thrown, Class<T> type) {
    return causes(thrown).filter(type::isInstance).map(type::cast).findFirst();
  }

  private static Stream<Throwable> causes(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause).limit(20);
  }
}
