package io.quorate.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.quorate.port.Failure;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One request to the API server: what it asks for, in words. The words begin the sentence of its
 * failure, and whether it writes decides what a broken answer means.
 *
 * @param notDone that nothing happened, such as "the pod etcd/etcd-1 was not deleted"
 * @param inDoubt what a write may have done, such as "the pod etcd/etcd-1 may have been deleted";
 *     empty for a read
 */
record ApiCall(String notDone, Optional<String> inDoubt) {
  /**
   * A request that changes nothing.
   *
   * @param subject of any number, such as "the pods of etcd"
   */
  static ApiCall read(String subject) {
    return new ApiCall(subject + " could not be read", Optional.empty());
  }

  /**
   * A request that changes one object.
   *
   * @param change such as "deleted"
   */
  static ApiCall write(String subject, String change) {
    return new ApiCall(
        subject + " was not " + change, Optional.of(subject + " may have been " + change));
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
    return inDoubt.isPresent();
  }

  /** The failure of a call without a trustworthy answer: a write may have happened. */
  Failure unanswered(String why, Throwable cause) {
    return inDoubt
        .<Failure>map(doubt -> new Failure.Unknown(doubt + ", or not: " + why, cause))
        .orElseGet(() -> new Failure.Unreached(notDone + ": " + why, cause));
  }
}
