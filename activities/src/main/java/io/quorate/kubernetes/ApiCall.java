package io.quorate.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quorate.port.Failure;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One request to the API server: what it asks for, in words. The words begin the sentence of its
 * failure, and whether it writes decides what a broken answer means.
 *
 * @param subject such as "the pod etcd/etcd-1"
 * @param change what a write does to it, such as "deleted"; empty for a read
 */
record ApiCall(String subject, Optional<String> change) {
  /** A request that changes nothing; its subject may be of any number. */
  static ApiCall read(String subject) {
    return new ApiCall(subject, Optional.empty());
  }

  /** A request that changes one object. */
  static ApiCall write(String subject, String change) {
    return new ApiCall(subject, Optional.of(change));
  }

  /** Makes the request; whatever the client throws becomes a failure. */
  <T> T make(Supplier<T> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      throw ApiFailures.of(this, e);
    } catch (IllegalStateException e) {
      throw ApiFailures.isOfClosedClient(e) ? ApiFailures.closed() : e;
    }
  }

  /** Makes the request; empty where the object is not there, or is no longer there. */
  <T> Optional<T> makeIfThere(Supplier<T> request) {
    return make(
        () -> {
          try {
            return Optional.ofNullable(request.get());
          } catch (KubernetesClientException e) {
            if (ApiFailures.isGone(e)) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  boolean writes() {
    return change.isPresent();
  }

  /** That nothing happened, as the beginning of a sentence. */
  String notDone() {
    return subject + change.map(" was not "::concat).orElse(" could not be read");
  }

  /** The failure of a call without a trustworthy answer: a write may have happened. */
  Failure unanswered(String why, Throwable cause) {
    return change.isPresent()
        ? new Failure.Unknown(
            "%s may have been %s, or not: %s".formatted(subject, change.get(), why), cause)
        : new Failure.Unreached(notDone() + ": " + why, cause);
  }
}
