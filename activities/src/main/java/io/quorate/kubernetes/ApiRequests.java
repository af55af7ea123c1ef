package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The writes to the API server, each of which is one HTTP request. The client library's own forms
 * read before they patch, delete whatever has the name, or take a missing object for deleted.
 */
record ApiRequests(KubernetesClient client) {
  /**
   * Patches an object.
   *
   * @param change what the patch does, for the sentence, such as "held"
   * @return the object afterwards
   */
  <T extends HasMetadata> T patch(T seen, JsonPatch patch, String change) {
    return ApiCall.write(name(seen), change)
        .make(() -> client.resource(seen).patch(PatchContext.of(PatchType.JSON), patch.text()));
  }

  /** Creates an object; empty where an object of the name is there already. */
  <T extends HasMetadata> Optional<T> create(T made) {
    return create(made, "created", () -> client.resource(made).create());
  }

  private static <T extends HasMetadata> Optional<T> create(
      HasMetadata made, String change, Supplier<T> request) {
    return ApiCall.write(name(made), change)
        .make(
            () -> {
              try {
                return Optional.of(request.get());
              } catch (KubernetesClientException e) {
                if (ApiFailures.isThereAlready(e)) {
                  return Optional.empty();
                }
                throw e;
              }
            });
  }

  /**
   * Lets the API server create an object without keeping it, and returns normally where it would,
   * or where an object of the name is there already. Quotas, policies and PodSecurity are asked
   * before the name is.
   */
  void tryToCreate(HasMetadata made) {
    Optional<HasMetadata> unused =
        create(made, "allowed", () -> client.resource(made).dryRun().create());
  }

  /**
   * Deletes the object with the uid that was seen, and no later one of its name.
   *
   * @return false where the object is gone already; true says that its deletion has begun
   */
  boolean delete(HasMetadata seen) {
    return delete(seen, options(seen, DeletionPropagation.BACKGROUND));
  }

  /** As {@link #deleteUnchanged}; what the object owns stays, without an owner. */
  boolean deleteAlone(HasMetadata seen) {
    return deleteUnchanged(seen, DeletionPropagation.ORPHAN);
  }

  /** As {@link #delete(HasMetadata)}; the pod gets this time to end, at least a second. */
  boolean delete(Pod seen, long graceSeconds) {
    return delete(
        seen,
        options(seen, DeletionPropagation.BACKGROUND)
            .withGracePeriodSeconds(Math.max(1, graceSeconds)));
  }

  /** As {@link #delete(HasMetadata)}, and only while nobody has changed the object. */
  boolean deleteUnchanged(HasMetadata seen) {
    return deleteUnchanged(seen, DeletionPropagation.BACKGROUND);
  }

  private boolean deleteUnchanged(HasMetadata seen, DeletionPropagation propagation) {
    return delete(
        seen,
        options(seen, propagation)
            .editPreconditions()
            .withResourceVersion(seen.getMetadata().getResourceVersion())
            .endPreconditions());
  }

  private static DeleteOptionsBuilder options(HasMetadata seen, DeletionPropagation propagation) {
    return new DeleteOptionsBuilder()
        .withPropagationPolicy(propagation.toString())
        .withNewPreconditions()
        .withUid(seen.getMetadata().getUid())
        .endPreconditions();
  }

  private boolean delete(HasMetadata seen, DeleteOptionsBuilder options) {
    return ApiCall.write(name(seen), "deleted")
        .makeIfThere(() -> client.raw(path(seen), "DELETE", options.build()))
        .isPresent();
  }

  /** The path of an object at the API server. */
  static String path(HasMetadata object) {
    String version = object.getApiVersion();
    String namespace = object.getMetadata().getNamespace();
    return (version.contains("/") ? "/apis/" : "/api/")
        + version
        + (namespace == null ? "" : "/namespaces/" + namespace)
        + "/"
        + object.getPlural()
        + "/"
        + object.getMetadata().getName();
  }

  /** An object in a sentence, such as "the pod etcd/etcd-1". */
  static String name(HasMetadata object) {
    String kind =
        switch (object.getKind()) {
          case "Pod" -> "pod";
          case "PersistentVolumeClaim" -> "claim";
          case "PersistentVolume" -> "volume";
          case "Lease" -> "lease";
          default -> object.getKind();
        };
    String namespace = object.getMetadata().getNamespace();
    return "the %s %s%s"
        .formatted(kind, namespace == null ? "" : namespace + "/", object.getMetadata().getName());
  }
}
