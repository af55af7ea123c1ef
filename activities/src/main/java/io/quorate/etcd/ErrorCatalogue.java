package io.quorate.etcd;

import io.grpc.Status;
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
        && neverConnected(thrown).isEmpty();
  }

  private static Failure byText(Asked asked, EtcdError error, Status status, Throwable thrown) {
    String text = Objects.requireNonNullElse(status.getDescription(), "");
    String reason = text.replaceFirst("^etcdserver: ", "") + " (" + error.advice() + ")";
    return error.errorClass(asked.kind()).with(asked.kind(), asked.declined(reason), thrown);
  }

  private static Failure byConnection(Asked asked, Status status, Throwable thrown) {
    Optional<String> tls = TlsTrouble.in(thrown);
    if (tls.isPresent()) {
      return ErrorClass.FAULT.with(asked.kind(), asked.silent(tls.get()), thrown);
    }
    Optional<String> neverConnected = neverConnected(thrown);
    if (neverConnected.isPresent()) {
      // gRPC reports a failed connect or name look-up only for calls that were never sent.
      return ErrorClass.TRANSIENT.with(asked.kind(), asked.silent(neverConnected.get()), thrown);
    }
    if (cause(thrown, ClosedChannelException.class).isPresent()) {
      // gRPC reused a connection from before the member died; the request may have been sent.
      return asked.kind().withoutAnswer().with(asked.kind(), asked.silent(CLOSED), thrown);
    }
    return byCode(asked, status, thrown);
  }

  private static Optional<String> neverConnected(Throwable thrown) {
    return cause(thrown, UnknownHostException.class)
        .map(unknown -> "its host name does not resolve")
        .or(() -> cause(thrown, ConnectException.class).map(ErrorCatalogue::whyNotConnected));
  }

  private static String whyNotConnected(ConnectException thrown) {
    String message = Objects.requireNonNullElse(thrown.getMessage(), "");
    return message.contains("refused")
        ? "connection refused"
        : message.contains("timed out") ? "connecting timed out" : message;
  }

  private static Failure byCode(Asked asked, Status status, Throwable thrown) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          asked.kind().withoutAnswer().with(asked.kind(), asked.silent(whyLate(status)), thrown);
      case CANCELLED ->
          asked
              .kind()
              .withoutAnswer()
              .with(asked.kind(), asked.silent("the call was interrupted"), thrown);
      case UNIMPLEMENTED ->
          ErrorClass.REFUSED.with(
              asked.kind(),
              asked.declined("its version does not know the call, or it is no etcd"),
              thrown);
      case UNAUTHENTICATED, PERMISSION_DENIED ->
          ErrorClass.FAULT.with(asked.kind(), asked.declined(text(status)), thrown);
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
          asked.kind().withoutAnswer().with(asked.kind(), asked.declined(text(status)), thrown);
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
