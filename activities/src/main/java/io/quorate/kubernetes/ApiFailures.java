package io.quorate.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quorate.port.Failure;
import java.util.Optional;

/**
 * The meaning of an answer of the API server for the caller. Every refusal is told with its own way
 * out. An answer of something in between, such as a load balancer, says nothing of a write.
 */
final class ApiFailures {
  /** Why the API server answers with 401, with the way out. */
  static final String NOT_ACCEPTED =
      "the API server does not accept Quorate's token or certificate; it has expired or was"
          + " withdrawn: renew it where the configuration names it, and Quorate reads it at the"
          + " next attempt";

  private ApiFailures() {}

  /** The failure that an exception of the client means. */
  static Failure of(ApiCall call, KubernetesClientException e) {
    return ApiAnswer.of(e)
        .map(answer -> answered(call, answer, e))
        .orElseGet(() -> ApiSilence.failure(call, e));
  }

  /** The failure of a call after the clients were closed. */
  static Failure.Transient closed() {
    return new Failure.Transient("the connections to the API server are being closed");
  }

  static boolean isOfClosedClient(IllegalStateException e) {
    return String.valueOf(e.getMessage()).contains("closed");
  }

  /** Whether the API server says that there is no such object, while it knows its kind. */
  static boolean isGone(KubernetesClientException e) {
    return ApiAnswer.of(e)
        .filter(answer -> answer.code() == 404 && answer.isOfApiServer())
        .filter(answer -> !answer.isOfUnknownKind() && answer.missingNamespace().isEmpty())
        .isPresent();
  }

  /** Whether the API server says that an object of this name is there already. */
  static boolean isThereAlready(KubernetesClientException e) {
    return ApiAnswer.of(e).filter(answer -> answer.is("AlreadyExists")).isPresent();
  }

  private static Failure answered(ApiCall call, ApiAnswer answer, KubernetesClientException e) {
    Optional<Failure> admission = Admission.failure(call, answer, e);
    if (admission.isPresent()) {
      return admission.get();
    }
    return switch (answer.code()) {
      case 401 -> fault(call, NOT_ACCEPTED, e);
      case 403 -> new Failure.Refused(call.notDone() + ": " + answer.message(), e);
      case 404 -> missing(call, answer, e);
      case 409 -> conflict(call, answer, e);
      case 410 -> passing(call, "what it refers to is too old; looking again", e);
      case 422 -> invalid(call, answer, e);
      case 429 -> busy(call, answer);
      default -> answer.code() >= 500 ? internal(call, answer, e) : misunderstood(call, answer, e);
    };
  }

  private static Failure missing(ApiCall call, ApiAnswer answer, Throwable e) {
    if (!answer.isOfApiServer() || answer.isOfUnknownKind()) {
      return fault(
          call,
          "the server knows no such kind of object; it is too old, or no API server ("
              + answer.message()
              + ")",
          e);
    }
    return answer
        .missingNamespace()
        .map(name -> fault(call, "there is no namespace " + name, e))
        .orElseGet(() -> passing(call, "it is not there; looking again", e));
  }

  private static Failure conflict(ApiCall call, ApiAnswer answer, Throwable e) {
    return passing(
        call,
        answer.is("AlreadyExists")
            ? "there is one of this name already; looking again"
            : "somebody changed it, or it is another one of this name; looking again ("
                + answer.message()
                + ")",
        e);
  }

  /** A patch whose test fails is invalid without a cause. */
  private static Failure invalid(ApiCall call, ApiAnswer answer, Throwable e) {
    return answer.causes().isEmpty()
        ? passing(call, "it changed since it was looked at; looking again", e)
        : new Failure.Refused(
            call.notDone() + ": the API server refuses it: " + answer.causes(), e);
  }

  private static Failure busy(ApiCall call, ApiAnswer answer) {
    return new Failure.Transient(
        call.notDone() + ": the API server is busy: " + answer.message(), answer.retryAfter());
  }

  /**
   * A server error. Only the API server's own 503 says that it did not begin; after a 504 it goes
   * on with what it was asked.
   */
  private static Failure internal(ApiCall call, ApiAnswer answer, Throwable e) {
    String said = "the API server answered with %d: %s".formatted(answer.code(), answer.message());
    boolean notBegun = answer.code() == 503 && answer.isOfApiServer();
    if (call.writes() && !notBegun) {
      return call.unanswered(said, e);
    }
    return new Failure.Transient(call.notDone() + ": " + said, answer.retryAfter());
  }

  private static Failure misunderstood(ApiCall call, ApiAnswer answer, Throwable e) {
    return fault(
        call, "the API server answered with %d: %s".formatted(answer.code(), answer.message()), e);
  }

  private static Failure passing(ApiCall call, String why, Throwable e) {
    return new Failure.Transient(call.notDone() + ": " + why, e);
  }

  private static Failure fault(ApiCall call, String why, Throwable e) {
    return new Failure.Fault(call.notDone() + ": " + why, e);
  }
}
