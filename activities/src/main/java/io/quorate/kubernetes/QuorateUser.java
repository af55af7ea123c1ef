package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The name of Quorate's user, as the API server knows the user. The API server is asked once. */
final class QuorateUser implements Supplier<String> {
  private final KubernetesClient client;
  private volatile @Nullable String name;

  QuorateUser(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public String get() {
    String known = name;
    if (known == null) {
      known =
          ApiCall.read("the name of Quorate's user")
              .make(
                  () ->
                      client
                          .authentication()
                          .v1()
                          .selfSubjectReviews()
                          .create(new SelfSubjectReview()))
              .getStatus()
              .getUserInfo()
              .getUsername();
      name = known;
    }
    return known;
  }
}
